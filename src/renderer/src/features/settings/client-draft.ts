// What an operator types about a client, and the policy it comes to. Pure. The core checks it once more.
import type { Client, ClientPolicy, Learning, Questions } from '../../../../shared/model/client.ts';
import type { Mitigation } from '../../../../shared/model/loop.ts';

/** In the order in which they are taken up; the shared list comes with its schema, which the page's policy keeps out. */
export const REMEDIES = [
  'feedback',
  'sampling',
  'forbid',
  'collapse',
  'break',
  'cut',
] as const satisfies readonly Mitigation[];

export const LEARNS = ['project', 'self', 'off'] as const satisfies readonly Learning[];

export const ASKS = ['sparing', 'always', 'never'] as const satisfies readonly Questions[];

export interface ClientDraft {
  readonly project: string;
  readonly concurrency: string;
  readonly rate: string;
  readonly note: string;
  readonly off: readonly Mitigation[];
  readonly learning: Learning;
  readonly questions: Questions;
}

export function draftOf(client: ClientPolicy | undefined): ClientDraft {
  return {
    project: client?.project ?? '',
    concurrency: client?.concurrency?.toString() ?? '',
    rate: client?.ratePerMinute?.toString() ?? '',
    note: client?.note ?? '',
    off: client?.mitigationsOff ?? [],
    learning: client?.learning ?? 'project',
    questions: client?.questions ?? 'sparing',
  };
}

/** Nothing for no limit, a whole number from one up, or undefined for anything else. */
function limitOf(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^[1-9]\d{0,6}$/.test(trimmed) ? Number(trimmed) : undefined;
}

/** The policy, or the field that is no number. */
export function policyOf(draft: ClientDraft): ClientPolicy | { readonly wrong: 'concurrency' | 'rate' } {
  const [concurrency, ratePerMinute] = [limitOf(draft.concurrency), limitOf(draft.rate)];
  if (concurrency === undefined) return { wrong: 'concurrency' };
  if (ratePerMinute === undefined) return { wrong: 'rate' };
  const project = draft.project.trim() === '' ? null : draft.project.trim();
  return {
    project,
    concurrency,
    ratePerMinute,
    note: draft.note,
    learning: draft.learning,
    questions: draft.questions,
    mitigationsOff: [...draft.off],
  };
}

/** Keys that open the door. */
export const liveKeysOf = ({ keys }: Pick<Client, 'keys'>) => keys.filter((key) => key.revokedAt === null);
