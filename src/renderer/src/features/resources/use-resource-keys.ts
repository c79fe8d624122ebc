// The keys of the Resources screen, as commands of the registry: they stand in the palette and on the `?` sheet. One that acts opens the proposal and
// executes nothing.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Resource } from '../../../../shared/model/resource.ts';
import { approveByKey, openByKey } from '../../session/approval/word-keys.ts';
import { type Command, useCommands } from '../../session/commands.ts';
import { stepped } from '../../session/lists/along.ts';
import { hereIn } from '../../session/lists/use-selection.ts';
import { useOffered } from './act/action-menu.tsx';
import { proposalStore } from './act/proposal-store.ts';
import { inspectStore } from './inspect/inspect-store.ts';
import type { Row } from './list/rows.ts';
import { resourcesStore } from './resources-store.ts';

interface Keys {
  readonly resource: Resource | null;
  readonly search: () => void;
  /** Opens the menu of what can be done to the open one. */
  readonly act: () => void;
  readonly select: (row: Row, enter: boolean) => void;
  readonly addUpstream: () => void;
}

export function useResourceKeys(keys: Keys): void {
  const { t } = useTranslation();
  const { resource } = keys;
  const actions = useOffered(resource);
  const waits = useStore(inspectStore, (s) => s.history?.some(({ status }) => status === 'pending') ?? false);
  const { narrow, look } = resourcesStore.getState();
  const group = t('resources.name');
  const command = (
    id: 'next' | 'previous' | 'act' | 'view' | 'wrong' | 'look' | 'addUpstream' | 'approve' | 'deny',
    binding: string | null,
    run: () => void,
    disabled?: string,
  ): Command => ({
    ...{ id: `resources.${id}`, title: t(`resources.key.${id}`), group, disabled, run },
    ...(binding === null ? {} : { keys: binding }),
  });
  /** Over resources alone: a group is nothing to open. */
  const step = (by: number) => {
    const rows = resourcesStore.getState().rows.filter((row) => row.type === 'resource');
    const here = hereIn('resources');
    const next = stepped(rows, (row) => row.key === here, by);
    if (next) keys.select(next, false);
  };
  const none =
    resource === null
      ? t('resources.key.openOne')
      : actions.length === 0
        ? t('resources.key.noActions')
        : undefined;
  const asks = resource
    ? actions.map<Command>((action) => ({
        id: `resources.act.${action}`,
        title: t('resources.act.command', {
          action: t(`resources.action.${action}`),
          name: resource.name,
        }),
        group,
        writes: true,
        run: () => proposalStore.getState().begin(resource, action),
      }))
    : [];
  const now = () => resourcesStore.getState().criteria;
  useCommands('resources', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    ...asks,
    command('next', 'j', () => step(1)),
    command('previous', 'k', () => step(-1)),
    command('act', '.', keys.act, none),
    {
      ...command('approve', 'a', approveByKey, waits ? undefined : t('resources.key.nothingWaits')),
      writes: true,
    },
    {
      ...command('deny', 'd', () => openByKey('deny'), waits ? undefined : t('resources.key.nothingWaits')),
      writes: true,
    },
    command('view', 'v', () => narrow({ view: now().view === 'kind' ? 'place' : 'kind' })),
    command('wrong', 'w', () => narrow({ wrong: !now().wrong })),
    { ...command('look', 'r', () => void look()), writes: true },
    command('addUpstream', null, keys.addUpstream),
  ]);
}
