// The commands that act on the program, wherever one is: pause and drain, back up, export, let go of a loop, and every setting by
// its name. Each does what its button does, through the same function; a setting leads to its line.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UpstreamMode } from '../../../shared/model/upstream.ts';
import { SETTINGS_TABS } from '../features/settings/settings-tabs.ts';
import { setMode } from '../session/acts/set-mode.ts';
import { standingStore } from '../session/acts/standing-store.ts';
import { backUp, exportGraph, exportRecord, GRAPH_FORMATS } from '../session/acts/take-out.ts';
import { type Command, useCommands } from '../session/commands.ts';
import { askToRemoveDemo } from '../session/demo/remove-demo.tsx';
import { letLoopGo } from '../session/let-loop-go.ts';
import { formatRoute, navigate } from '../session/router.ts';
import { settingsStore } from '../session/settings-store.ts';
import { useStatus } from '../session/system-store.ts';

/** What the commands are about, read anew: called when the palette opens. */
export function readWhatStands(): void {
  void standingStore.getState().read();
  void settingsStore.getState().load();
}

export function useProgramCommands(): void {
  const proxy = useProxyCommands();
  const loops = useLoopCommands();
  const out = useOutCommands();
  const settings = useSettingCommands();
  const start = useStartCommands();
  useCommands('program', [...proxy, ...loops, ...out, ...start, ...settings]);
}

const MODES = ['paused', 'draining', 'open'] as const satisfies readonly UpstreamMode[];
const ALL = {
  paused: { title: 'act.pauseAll', aside: 'act.pauseAllHint', done: 'act.pausedAll' },
  draining: { title: 'act.drainAll', aside: 'act.drainAllHint', done: 'act.drainedAll' },
  open: { title: 'act.openAll', aside: 'act.openAllHint', done: 'act.openedAll' },
} as const;

function useProxyCommands(): Command[] {
  const { t } = useTranslation();
  const upstreams = useStore(standingStore, (s) => s.upstreams);
  const group = t('palette.do');
  const all = MODES.map<Command>((mode) => {
    const others = upstreams.filter((one) => one.mode !== mode);
    const words = ALL[mode];
    return {
      ...{ id: `proxy.${mode}`, title: t(words.title), aside: t(words.aside), words: t('act.proxyWords') },
      ...{ group, writes: true, disabled: others.length === 0 ? t('act.already') : undefined },
      run: () => void setMode(others, mode, t(words.done)),
    };
  });
  if (upstreams.length < 2) return all;
  const each = upstreams.flatMap((upstream) =>
    MODES.filter((mode) => mode !== upstream.mode).map<Command>((mode) => ({
      ...{ id: `upstream.${upstream.name}.${mode}`, title: t(`act.mode.${mode}`, { name: upstream.name }) },
      ...{ group, words: t('act.proxyWords'), aside: t(`overview.modeHint.${mode}`), writes: true },
      onlyAsked: true,
      run: () => void setMode([upstream], mode, t(`overview.modeDone.${mode}`, { name: upstream.name })),
    })),
  );
  return [...all, ...each];
}

function useLoopCommands(): Command[] {
  const { t } = useTranslation();
  const loops = useStore(standingStore, (s) => s.loops);
  const common = { group: t('palette.do'), words: t('act.letGoWords'), writes: true };
  if (loops.length === 0) {
    const none = { id: 'loop.none', title: t('act.letGoNone'), disabled: t('act.noLoop'), onlyAsked: true };
    return [{ ...common, ...none, run: () => {} }];
  }
  return loops.map(({ conversation, client, subject }) => ({
    ...{ ...common, id: `loop.${conversation}`, title: t('act.letGo', { client }), aside: subject },
    run: () => void letLoopGo(conversation),
  }));
}

function useOutCommands(): Command[] {
  const { t } = useTranslation();
  const group = t('palette.do');
  return [
    {
      ...{ id: 'backUp', title: t('act.backUp'), aside: t('act.backUpHint'), words: t('act.backUpWords') },
      ...{ group, writes: true, run: () => void backUp() },
    },
    ...GRAPH_FORMATS.map<Command>((one) => ({
      ...{ id: `export.${one.format}`, title: t('act.export', { format: t(`data.format.${one.format}`) }) },
      ...{ group, aside: t(`data.formatDoc.${one.format}`), words: t('act.exportWords'), writes: true },
      ...{ onlyAsked: one.format !== 'jsonl', run: () => void exportGraph(one) },
    })),
    {
      ...{ id: 'export.record', title: t('act.exportRecord'), words: t('act.exportRecordWords') },
      ...{ group, writes: true, onlyAsked: true, run: () => void exportRecord() },
    },
  ];
}

function useStartCommands(): Command[] {
  const { t } = useTranslation();
  const isDemo = useStatus()?.demo === true;
  const firstRun: Command = {
    ...{ id: 'firstRun', title: t('act.firstRun'), words: t('act.firstRunWords'), group: t('palette.go') },
    ...{ onlyAsked: true, run: () => navigate(formatRoute('overview', null, { start: 'yes' })) },
  };
  const remove: Command = {
    ...{ id: 'removeDemo', title: t('demo.remove'), words: t('demo.words'), group: t('palette.do') },
    ...{ onlyAsked: true, writes: true, run: askToRemoveDemo },
  };
  return isDemo ? [firstRun, remove] : [firstRun];
}

/** Where one goes to do what needs more than a word. */
const PLACES = {
  restore: formatRoute('settings', null, { tab: 'data' }),
  import: formatRoute('settings', null, { tab: 'data' }),
  addModel: formatRoute('settings', null, { tab: 'models' }),
  addKey: formatRoute('settings', null, { tab: 'clients' }),
  addUpstream: formatRoute('resources', null, { add: 'upstream' }),
  connect: formatRoute('overview', null, { connect: 'yes' }),
  dimension: formatRoute('concepts'),
} as const;

function useSettingCommands(): Command[] {
  const { t } = useTranslation();
  const rows = useStore(settingsStore, (s) => s.rows);
  const places = (Object.keys(PLACES) as (keyof typeof PLACES)[]).map<Command>((place) => ({
    ...{ id: `place.${place}`, title: t(`act.place.${place}`), words: t(`act.placeWords.${place}`) },
    ...{ group: t('palette.go'), onlyAsked: true, run: () => navigate(PLACES[place]) },
  }));
  const tabs = SETTINGS_TABS.map<Command>((tab) => ({
    ...{ id: `settings.${tab}`, title: t('settings.open', { name: t(`settings.tab.${tab}`) }) },
    ...{ words: t(`settings.title.${tab}`), group: t('palette.go'), onlyAsked: true },
    run: () => navigate(formatRoute('settings', null, { tab })),
  }));
  const settings = (rows ?? []).map<Command>(({ key, title, doc, value }) => ({
    ...{ id: `setting.${key}`, title, words: `${key} ${doc}`, group: t('palette.settings'), onlyAsked: true },
    aside: shownValue(value, t('action.on'), t('action.off'), t('settings.none')),
    run: () => navigate(formatRoute('settings', null, { tab: 'all', setting: key })),
  }));
  return [...places, ...tabs, ...settings];
}

function shownValue(value: unknown, on: string, off: string, none: string): string {
  if (typeof value === 'boolean') return value ? on : off;
  return value === null || value === '' ? none : String(value);
}
