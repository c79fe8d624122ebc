// The keys of the Conflicts screen, as commands of the registry: they stand in the palette and on the `?` sheet, and can be
// turned off with all single keys.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { DecisionKind } from '../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { type Command, useCommands } from '../../session/commands.ts';
import { BULK_KINDS, type BulkKind, bulkStore } from './bulk/bulk-store.ts';
import { conflictsStore } from './conflicts-store.ts';
import { decisionStore } from './decide/decision-store.ts';
import { DECISION_KEYS, DECISIONS, decisionsFor } from './decide/draft.ts';

interface Keys {
  /** The one that is open, while it can be decided. */
  readonly undecided: Conflict | null;
  readonly search: () => void;
  readonly tick: () => void;
  readonly step: (by: number) => void;
  readonly press: (kind: DecisionKind) => void;
  readonly plan: (kind: BulkKind) => void;
  readonly snooze: () => void;
  readonly note: () => void;
  /** One is open, decided or not. */
  readonly isOpen: boolean;
  readonly brief: () => void;
}

const focus = (selector: string) => document.querySelector<HTMLElement>(selector)?.focus();

export function useConflictKeys(keys: Keys): void {
  const { t } = useTranslation();
  const ticked = useStore(bulkStore, (s) => s.ticked.size);
  const suggestion = useStore(decisionStore, (s) => s.suggestion);
  const group = t('conflicts.name');
  const none = keys.undecided === null ? t('conflicts.key.openOne') : undefined;
  const { undecided } = keys;
  const unfit = (kind: DecisionKind) =>
    undecided && !decisionsFor(undecided).includes(kind) ? t('conflicts.key.endsOnly') : undefined;
  const decisions = DECISIONS.map<Command>((kind) => {
    const bulk = BULK_KINDS.find((each) => each === kind);
    const manyNeeded = ticked > 0;
    const why =
      manyNeeded && !bulk ? t('conflicts.key.oneAtATime') : manyNeeded ? undefined : (none ?? unfit(kind));
    return {
      id: `conflicts.${kind}`,
      title:
        manyNeeded && bulk
          ? t('conflicts.key.many', { decision: t(`conflicts.decision.${kind}`) })
          : t(`conflicts.key.${kind}`),
      group,
      keys: DECISION_KEYS[kind],
      disabled: why,
      writes: true,
      run: () => (manyNeeded && bulk ? keys.plan(bulk) : keys.press(kind)),
    };
  });
  const command = (id: string, binding: string, run: () => void, disabled?: string): Command => ({
    id: `conflicts.${id}`,
    title: t(`conflicts.key.${id}` as 'conflicts.key.next'),
    group,
    keys: binding,
    disabled,
    run,
  });
  useCommands('conflicts', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    command('next', 'j', () => keys.step(1)),
    command('previous', 'k', () => keys.step(-1)),
    command('tick', 'x', keys.tick),
    command('tickAll', 'Shift+X', () => tickAll()),
    ...decisions,
    command('show', 'd', () => focus('[data-decisions] button'), none),
    command('reason', 'r', () => focus('[data-reason] input'), none),
    { ...command('ask', 'm', () => void decisionStore.getState().ask(), none), writes: true },
    command(
      'use',
      'u',
      () => decisionStore.getState().takeSuggestion(),
      none ?? (suggestion ? undefined : t('conflicts.key.askFirst')),
    ),
    { ...command('snooze', 's', keys.snooze, none), writes: true },
    command('note', 'n', keys.note, none),
    command('brief', 'b', keys.brief, keys.isOpen ? undefined : t('conflicts.key.openOne')),
  ]);
}

/** Ticks all that are shown, or none if all of them are. */
function tickAll(): void {
  const shown = (conflictsStore.getState().list ?? []).map((c) => c.id);
  const { ticked, tickAll: set } = bulkStore.getState();
  set(shown.every((id) => ticked.has(id)) ? [] : shown);
}
