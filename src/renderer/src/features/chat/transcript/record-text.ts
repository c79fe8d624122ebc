// The record of a run in words, for the page and for exports. Pure. Source: structure S4.
import type { TFunction } from 'i18next';
import { PREFETCH } from '../../../../../shared/model/assistant/words.ts';
import type { RunOutcome } from '../../../../../shared/model/assistant/write-record.ts';
import { formatClock } from '../../../ui/format.ts';

const MOST_NAMES = 6;

type Read = Extract<RunOutcome, { kind: 'read' }>;

/** What tools looked at, and what code looked up and gave to the model, in one line each. */
export function readLines(
  outcomes: readonly RunOutcome[],
  t: TFunction,
): { readonly kind: 'read' | 'given'; readonly text: string }[] {
  const reads = outcomes.filter((one) => one.kind === 'read');
  const kindOf = ({ tool }: Read) => (tool === PREFETCH ? 'given' : 'read');
  return (['read', 'given'] as const).flatMap((kind) => {
    const ofKind = reads.filter((one) => kindOf(one) === kind);
    if (ofKind.length === 0) return [];
    const names = ofKind.map(({ resource, tool, at }) =>
      t(`chat.record.each.${kind}`, {
        name: resource?.name ?? t(`chat.record.tool.${tool}`, { defaultValue: tool.replaceAll('_', ' ') }),
        time: formatClock(at),
      }),
    );
    const more = names.length - MOST_NAMES;
    const shown = names.slice(0, MOST_NAMES).join(', ');
    const all = more > 0 ? `${shown} ${t('chat.value.more', { count: more })}` : shown;
    return [{ kind, text: t(`chat.record.${kind}`, { names: all }) }];
  });
}

/** A line each, as the page shows them. */
export function recordLines(outcomes: readonly RunOutcome[], t: TFunction): string[] {
  const writes = outcomes.flatMap((one) =>
    one.kind === 'write'
      ? [
          `${t(`chat.record.outcome.${one.outcome}`)} ${one.what}${one.detail === null ? '' : ` · ${one.detail}`}`,
        ]
      : [],
  );
  const reads = readLines(outcomes, t).map(({ text }) => text);
  const none = outcomes[0]?.kind === 'no_tools' ? [t('chat.record.noTools')] : [];
  // Names and details come from elsewhere: none of them begins a line of its own.
  return [...writes, ...reads, ...none].map((line) => line.replaceAll(/\s+/g, ' '));
}
