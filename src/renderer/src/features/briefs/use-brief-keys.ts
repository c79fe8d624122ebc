// The keys of the Briefs screen, as commands of the registry: they stand in the palette and on the `?` sheet, and can be turned off with all single keys.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type Command, useCommands } from '../../session/commands.ts';
import { askStore } from './ask/ask-store.ts';
import { canDownload, copyBrief, exportBrief, makeAgain } from './brief/actions.tsx';
import { briefsStore } from './briefs-store.ts';

interface Keys {
  readonly search: () => void;
  readonly step: (by: number) => void;
  readonly compare: () => void;
}

export function useBriefKeys({ search, step, compare }: Keys): void {
  const { t } = useTranslation();
  const detail = useStore(briefsStore, (s) => s.detail);
  const group = t('briefs.name');
  const none = detail === null ? t('briefs.key.openOne') : undefined;
  const command = (id: string, keys: string | null, run: () => void, disabled?: string): Command => ({
    ...{ id: `briefs.${id}`, title: t(`briefs.key.${id}` as 'briefs.key.next'), group, disabled, run },
    ...(keys === null ? {} : { keys }),
  });
  const withOne = (run: (of: NonNullable<typeof detail>) => void) => () => {
    if (detail !== null) run(detail);
  };
  useCommands('briefs', [
    { id: 'search', title: t('command.search'), group: t('palette.do'), keys: '/', run: search },
    command('next', 'j', () => step(1)),
    command('previous', 'k', () => step(-1)),
    command('ask', 'n', () => askStore.getState().open()),
    { ...command('again', 'r', withOne(makeAgain), none), writes: true },
    command(
      'compare',
      'd',
      compare,
      none ?? (detail?.before === null ? t('briefs.key.noneBefore') : undefined),
    ),
    command('copy', 'c', withOne(copyBrief), none),
    command('print', 'p', () => window.print(), none),
    ...(canDownload() ? [command('export', null, withOne(exportBrief), none)] : []),
  ]);
}
