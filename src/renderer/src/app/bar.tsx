// The 48 px bar: where am I, one search, how the parts are, what waits.
import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  Flag,
  type LucideIcon,
  Search,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { DEFAULT_PROJECT } from '../session/project.ts';
import { formatRoute, type Screen, useRoute } from '../session/router.ts';
import { useStatus } from '../session/system-store.ts';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';
import { useLive } from '../ui/liveness.ts';
import styles from './bar.module.css';

const HEALTH_ICON = { ok: CircleCheck, wait: TriangleAlert, bad: CircleAlert } as const;

export function Bar({ onSearch }: { onSearch: () => void }) {
  const { t } = useTranslation();
  const { screen } = useRoute();
  return (
    <header className={styles.bar}>
      <h1 className={styles.where}>{t(`${screen}.name`)}</h1>
      {screen === 'concepts' || screen === 'conflicts' ? (
        <span className={styles.project}>
          {t('bar.project')} <b>{DEFAULT_PROJECT}</b>
        </span>
      ) : null}
      <Button className={cx(styles.search)} onPress={onSearch}>
        <Search size={16} strokeWidth={1.5} />
        <span className={styles.words}>{t('bar.search')}</span>
        <span className={styles.caps}>
          <Kbd keys="$mod+k" />
        </span>
      </Button>
      <Parts />
      <Waiting />
    </header>
  );
}

function Parts() {
  const { t } = useTranslation();
  const status = useStatus();
  const live = useLive();
  // Without a connection nobody knows how the parts are: the last word would be a guess.
  if (!status || !live) {
    return (
      <span className={styles.parts}>
        <CircleDashed
          size={14}
          strokeWidth={1.5}
          aria-label={t(live ? 'connection.connecting' : 'health.unknown')}
          role="img"
        />
      </span>
    );
  }
  return (
    <ul className={styles.parts} aria-label={t('bar.health')}>
      {status.parts.map((part) => {
        const Icon = HEALTH_ICON[part.health];
        const words = `${t(`part.${part.name}`)}: ${t(`health.${part.health}`)}`;
        return (
          <li key={part.name} className={styles.part} data-tone={part.health} title={part.reason ?? words}>
            <Icon size={14} strokeWidth={1.75} />
            <span className={styles.partName}>{t(`part.${part.name}`)}</span>
            <span className="sr-only">{t(`health.${part.health}`)}</span>
          </li>
        );
      })}
    </ul>
  );
}

function Waiting() {
  const { t } = useTranslation();
  const counts = useStatus()?.counts;
  const approvals = counts?.approvalsWaiting ?? 0;
  const conflicts = counts?.conflictsPending ?? 0;
  return (
    <span className={styles.waits}>
      <Waits
        screen="approvals"
        icon={ShieldCheck}
        count={approvals}
        words={t('bar.approvals', { count: approvals })}
      />
      <Waits
        screen="conflicts"
        icon={Flag}
        count={conflicts}
        words={t('bar.conflicts', { count: conflicts })}
      />
    </span>
  );
}

interface WaitsProps {
  readonly screen: Screen;
  readonly icon: LucideIcon;
  readonly count: number;
  readonly words: string;
}

function Waits({ screen, icon: Icon, count, words }: WaitsProps) {
  return (
    <a
      className={cx(styles.waiting, count > 0 && styles.some)}
      data-now
      data-waits={screen}
      href={formatRoute(screen)}
      aria-label={words}
      title={words}
    >
      <Icon size={14} strokeWidth={1.75} />
      {count}
    </a>
  );
}
