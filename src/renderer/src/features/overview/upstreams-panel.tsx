// The upstreams, where they are several or one of them is not simply well: how each is and why, what runs and what
// it holds loaded, and what the operator lets it do.
import { CirclePause, CirclePlay, CircleSlash2, Ellipsis } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UpstreamMode, UpstreamState } from '../../../../shared/model/upstream.ts';
import { setMode } from '../../session/acts/set-mode.ts';
import { formatCount, formatMinute } from '../../ui/format.ts';
import { Menu } from '../../ui/inputs/menu.tsx';
import { conditionOf, TONE, worthShowing } from './condition.ts';
import { overviewStore } from './overview-store.ts';
import styles from './panels.module.css';

export function Upstreams() {
  const { t } = useTranslation();
  const upstreams = useStore(overviewStore, (s) => s.pool?.upstreams);
  if (!upstreams || !worthShowing(upstreams)) return null;
  return (
    <section>
      <h2 className={styles.title}>{t('overview.upstreams')}</h2>
      <ul>
        {upstreams.map((one) => (
          <Upstream key={one.name} upstream={one} />
        ))}
      </ul>
    </section>
  );
}

function Upstream({ upstream }: { upstream: UpstreamState }) {
  const { t } = useTranslation();
  const condition = conditionOf(upstream);
  const since = t('overview.sincePart', { time: formatMinute(upstream.since) });
  return (
    <li className={styles.upstream} data-tone={TONE[condition]}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.name} title={upstream.url}>
        {upstream.name}
      </span>
      <span className={styles.words}>
        {t(`overview.condition.${condition}`)}
        {condition === 'down' ? ` ${since}` : ''}
      </span>
      <ModeMenu upstream={upstream} />
      <span className={styles.upstreamNotes}>
        {upstream.ok ? null : <span className={styles.upstreamReason}>{upstream.reason}</span>}
        <Running upstream={upstream} />
        {upstream.ok ? <Loaded upstream={upstream} /> : null}
      </span>
    </li>
  );
}

function Running({ upstream: { mode, running, slots } }: { upstream: UpstreamState }) {
  const { t } = useTranslation();
  if (mode === 'draining') return <span>{t('overview.left', { count: running })}</span>;
  return (
    <span>
      {slots === null
        ? t('overview.runningCount', { count: running })
        : t('overview.runningOf', { running: formatCount(running), slots: formatCount(slots) })}
    </span>
  );
}

function Loaded({ upstream: { loaded } }: { upstream: UpstreamState }) {
  const { t } = useTranslation();
  const names = loaded.map(({ name }) => name).join(', ');
  return (
    <span className={styles.loaded} title={names}>
      {names === '' ? t('overview.loadedNone') : t('overview.loaded', { names })}
    </span>
  );
}

const MODES: readonly { readonly mode: UpstreamMode; readonly Icon: typeof CirclePlay }[] = [
  { mode: 'open', Icon: CirclePlay },
  { mode: 'paused', Icon: CirclePause },
  { mode: 'draining', Icon: CircleSlash2 },
];

function ModeMenu({ upstream: { name, mode: before } }: { upstream: UpstreamState }) {
  const { t } = useTranslation();
  const change = (mode: UpstreamMode) =>
    setMode([{ name, mode: before }], mode, t(`overview.modeDone.${mode}`, { name }), (pool) =>
      overviewStore.setState({ pool }),
    );
  return (
    <Menu
      label={t('overview.modeOf', { name })}
      actions={MODES.filter(({ mode }) => mode !== before).map(({ mode, Icon }) => ({
        id: mode,
        label: t(`overview.mode.${mode}`),
        aside: t(`overview.modeHint.${mode}`),
        icon: <Icon size={14} strokeWidth={1.75} />,
        writes: true,
        run: () => void change(mode),
      }))}
    >
      <Ellipsis size={16} strokeWidth={1.5} />
    </Menu>
  );
}
