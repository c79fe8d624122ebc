// The keys of the Findings screen, as commands of the registry: they stand in the palette and on the `?` sheet, and can be turned off with all single keys.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingDecisionKind } from '../../../../shared/model/evidence/finding.ts';
import { FINDING_DECISIONS } from '../../../../shared/model/evidence/words.ts';
import { type Command, useCommands } from '../../session/commands.ts';
import { DECISION_KEYS } from './decide/draft.ts';
import { findingsStore, GROUPINGS } from './findings-store.ts';

interface Keys {
  /** A finding is open. */
  readonly isOpen: boolean;
  /** The findings are shown, not another part of the screen. */
  readonly inList: boolean;
  readonly search: () => void;
  readonly step: (by: number) => void;
  readonly tick: () => void;
  /** Begins to decide about all that are chosen, else about the open one. */
  readonly press: (kind: FindingDecisionKind) => void;
  readonly takeIn: () => void;
  /** Briefs the open one. */
  readonly brief: () => void;
}

export function useFindingKeys(keys: Keys): void {
  const { t } = useTranslation();
  const ticked = useStore(findingsStore, (s) => s.ticked.size);
  const group = t('findings.name');
  const none = keys.isOpen || ticked > 0 ? undefined : t('findings.key.openOne');
  const command = (id: string, binding: string, run: () => void): Command => ({
    ...{ id: `findings.${id}`, title: t(`findings.key.${id}` as 'findings.key.next'), group, keys: binding },
    run,
  });
  useCommands('findings', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    ...(keys.inList
      ? [
          command('next', 'j', () => keys.step(1)),
          command('previous', 'k', () => keys.step(-1)),
          command('tick', 'x', keys.tick),
          command('tickAll', 'Shift+X', tickAll),
          command('group', 'v', groupOtherwise),
          ...FINDING_DECISIONS.map<Command>((kind) => ({
            ...{ id: `findings.${kind}`, title: t(`findings.key.decide.${kind}`), group },
            ...{ keys: DECISION_KEYS[kind], disabled: none, writes: true },
            run: () => keys.press(kind),
          })),
          {
            ...command('brief', 'b', keys.brief),
            ...{ disabled: keys.isOpen ? undefined : t('findings.key.openOne'), writes: true },
          },
        ]
      : []),
    command('import', 'i', keys.takeIn),
  ]);
}

/** Chooses all that are shown, or none if all of them are. */
function tickAll(): void {
  const { list, ticked, tickAll: set } = findingsStore.getState();
  const shown = (list ?? []).map(({ key }) => key);
  set(shown.every((key) => ticked.has(key)) ? [] : shown);
}

function groupOtherwise(): void {
  const { grouping, group } = findingsStore.getState();
  group(GROUPINGS[(GROUPINGS.indexOf(grouping) + 1) % GROUPINGS.length] ?? 'none');
}
