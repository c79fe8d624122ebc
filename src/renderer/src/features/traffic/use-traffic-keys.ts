// The keys of the Traffic screen, as commands of the registry: they stand in the palette and on the `?` sheet.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, useCommands } from '../../session/commands.ts';
import { stepped } from '../../session/lists/along.ts';
import { hereIn } from '../../session/lists/use-selection.ts';
import { showNew } from './list.tsx';
import type { Popup } from './toolbar.tsx';
import { trafficStore } from './traffic-store.ts';

interface Keys {
  readonly selected: string | null;
  readonly search: () => void;
  readonly popup: (popup: Popup) => void;
  readonly select: (id: string) => void;
  readonly pin: () => void;
}

export function useTrafficKeys(keys: Keys): void {
  const { t } = useTranslation();
  const paused = useStore(trafficStore, (s) => s.paused);
  const { setPaused } = trafficStore.getState();
  const none = useStore(trafficStore, (s) => s.waiting.length === 0);
  const step = (by: number) => {
    const { rows } = trafficStore.getState();
    const here = hereIn('traffic');
    const next = stepped(rows, (row) => row.id === here, by);
    if (next) keys.select(next.id);
  };
  const command = (
    id: 'filter' | 'next' | 'previous' | 'pin' | 'export' | 'live' | 'new',
    binding: string,
    run: () => void,
    disabled?: string,
  ): Command => ({
    ...{ id: `traffic.${id}`, title: t(`traffic.key.${id}`), group: t('traffic.name') },
    ...{ keys: binding, disabled, run },
  });
  useCommands('traffic', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: keys.search },
    command('filter', 'f', () => {
      void trafficStore.getState().readFacets();
      keys.popup('filters');
    }),
    command('next', 'j', () => step(1)),
    command('previous', 'k', () => step(-1)),
    command('new', 'n', showNew, none ? t('traffic.key.nothingNew') : undefined),
    {
      ...command('pin', 'p', keys.pin, keys.selected === null ? t('traffic.key.openOne') : undefined),
      writes: true,
    },
    command('export', 'e', () => keys.popup('export')),
    command('live', 'l', () => setPaused(!paused)),
  ]);
}
