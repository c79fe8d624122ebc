// Whom a run of this session would ask, and what is wrong with that, before anything is said. Pure. Source: agent, Models.
import type { AssistantState } from '../../../../../shared/contract/assistant.ts';
import type { LanguageModel } from '../../../../../shared/model/language-model.ts';

export interface Whom {
  readonly label: string | null;
  readonly contextTokens: number | null;
  readonly problem:
    | { readonly kind: 'none' }
    | { readonly kind: 'noTools'; readonly label: string }
    | { readonly kind: 'gone' }
    /** In the core's words. */
    | { readonly kind: 'said'; readonly text: string }
    | null;
}

/** @param chosen the session's own model; null for the one in Settings */
export function whomOf(
  { model }: Pick<AssistantState, 'model'>,
  models: readonly LanguageModel[] | null,
  chosen: string | null,
): Whom {
  if (chosen === null || chosen === model.id) {
    const { id, label, contextTokens } = model;
    const problem =
      id === null
        ? ({ kind: 'none' } as const)
        : model.tools === false
          ? ({ kind: 'noTools', label: label ?? id } as const)
          : model.problem === null
            ? null
            : ({ kind: 'said', text: model.problem } as const);
    return { label, contextTokens, problem };
  }
  const own = models?.find(({ id }) => id === chosen);
  if (!own) return { label: chosen, contextTokens: null, problem: models === null ? null : { kind: 'gone' } };
  const { label, abilities, warning } = own;
  const problem =
    abilities.tools === false
      ? ({ kind: 'noTools', label } as const)
      : own.keyState === 'undecryptable'
        ? ({ kind: 'said', text: warning ?? '' } as const)
        : null;
  return { label, contextTokens: abilities.contextTokens, problem };
}
