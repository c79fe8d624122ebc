// The record of a run in words, for the page and for exports. Pure. Source: structure S4.
import type { TFunction } from 'i18next';
import type { RunOutcome } from '../../../../../shared/model/assistant/write-record.ts';
import { formatClock } from '../../../ui/format.ts';

const MOST_NAMES = 6;

/** What was looked at, in one line; null for nothing. */
export function readsText(outcomes: readonly RunOutcome[], t: TFunction): string | null {
  const reads = outcomes.filter((one) => one.kind === 'read');
  if (reads.length === 0) return null;
  const names = reads.map(({ resource, tool, at }) =>
    t('chat.record.readAt', {
      name: resource?.name ?? t(`chat.record.tool.${tool}`, { defaultValue: tool.replaceAll('_', ' ') }),
      time: formatClock(at),
    }),
  );
  const more = names.length - MOST_NAMES;
  const shown = names.slice(0, MOST_NAMES).join(', ');
  return t('chat.record.read', {
    names: more > 0 ? `${shown} ${t('chat.value.more', { count: more })}` : shown,
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
  const reads = readsText(outcomes, t);
  const none = outcomes[0]?.kind === 'no_tools' ? [t('chat.record.noTools')] : [];
  return [...writes, ...(reads === null ? [] : [reads]), ...none];
}
