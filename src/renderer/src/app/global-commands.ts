// The commands that exist on every screen: going places, the palette, help, appearance.
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../session/appearance.ts';
import { type Command, useCommands } from '../session/commands.ts';
import { formatRoute, navigate, SCREENS } from '../session/router.ts';
import { useUndo } from '../session/toasts.tsx';
import { SCREEN } from './screens.ts';

interface Openers {
  readonly openPalette: () => void;
  readonly openHelp: () => void;
}

export function useGlobalCommands({ openPalette, openHelp }: Openers): void {
  const { t } = useTranslation();
  const { change, rail, singleKeys } = useAppearance();
  const { undo, redo } = useUndo();
  const go = SCREENS.map<Command>((screen) => ({
    id: `go.${screen}`,
    title: t(`${screen}.name`),
    group: t('palette.go'),
    keys: SCREEN[screen].keys,
    run: () => navigate(formatRoute(screen)),
  }));
  const themes = (['system', 'light', 'dark'] as const).map<Command>((theme) => ({
    id: `theme.${theme}`,
    title: t('command.theme', { name: t(`theme.${theme}`) }),
    group: t('palette.view'),
    run: () => change({ theme }),
  }));
  const densities = (['compact', 'normal', 'roomy'] as const).map<Command>((density) => ({
    id: `density.${density}`,
    title: t('command.density', { name: t(`density.${density}`) }),
    group: t('palette.view'),
    run: () => change({ density }),
  }));
  useCommands('shell', [
    ...go,
    { id: 'palette', title: t('command.palette'), group: t('palette.do'), keys: '$mod+k', run: openPalette },
    { id: 'help', title: t('help.command'), group: t('palette.do'), keys: 'Shift+?', run: openHelp },
    {
      id: 'undo',
      title: t('undo.last'),
      group: t('palette.do'),
      keys: '$mod+z',
      disabled: undo ? undefined : t('undo.nothing'),
      writes: true,
      run: () => undo?.(),
    },
    {
      id: 'redo',
      title: t('undo.again'),
      group: t('palette.do'),
      keys: '$mod+Shift+z',
      disabled: redo ? undefined : t('undo.nothingAgain'),
      writes: true,
      run: () => redo?.(),
    },
    ...themes,
    ...densities,
    {
      id: 'rail',
      title: t('command.rail'),
      group: t('palette.view'),
      keys: '$mod+b',
      run: () => change({ rail: rail === 'wide' ? 'narrow' : 'wide' }),
    },
    {
      id: 'singleKeys',
      title: t('command.singleKeys'),
      group: t('palette.view'),
      run: () => change({ singleKeys: !singleKeys }),
    },
  ]);
}
