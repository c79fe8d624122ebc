// The screens that exist, as a rail of 56 px (220 with labels) or, on a narrow window, a bar at the lower edge.
import { PanelLeft } from 'lucide-react';
import { Focusable, TooltipTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../session/appearance.ts';
import { formatRoute, SCREENS, type Screen, useRoute } from '../session/router.ts';
import { useStatus } from '../session/system-store.ts';
import { IconButton } from '../ui/inputs/button.tsx';
import { Tip } from '../ui/tip.tsx';
import styles from './rail.module.css';
import { SCREEN } from './screens.ts';

/** An F of a solid and a dashed stroke: what is, and what it belongs to. */
function Mark() {
  return (
    <svg className={styles.mark} width="24" height="24" viewBox="0 0 24 24" aria-hidden="true">
      <rect width="24" height="24" rx="6" />
      <path d="M8 5.5v13M8 6h9" />
      <path d="M8 12h8" strokeDasharray="2.4 2.4" />
    </svg>
  );
}

/** More than these are many. */
const MOST_SHOWN = 99;
type Waiting = 'approvals' | 'resources' | 'conflicts' | 'findings' | 'jobs';

/** Apart from where the work is. */
const AT_FOOT: readonly Screen[] = ['settings', 'offline'];

export function Rail() {
  const { t } = useTranslation();
  const { screen: current } = useRoute();
  const { rail, change } = useAppearance();
  const counts = useStatus()?.counts;
  const waits: Partial<Record<Screen, number>> = {
    approvals: counts?.approvalsWaiting ?? 0,
    resources: counts?.alertsCritical ?? 0,
    conflicts: counts?.conflictsPending ?? 0,
    findings: counts?.findingsWaiting ?? 0,
    jobs: counts?.jobsDead ?? 0,
  };
  const words = (screen: Screen, count: number) => t(`rail.waits.${screen as Waiting}`, { count });
  const link = (screen: Screen) => {
    const { icon: Icon } = SCREEN[screen];
    const count = waits[screen] ?? 0;
    return (
      <TooltipTrigger key={screen} delay={300} closeDelay={0} isDisabled={rail === 'wide'}>
        <Focusable>
          <a
            className={styles.item}
            href={formatRoute(screen)}
            aria-current={screen === current ? 'page' : undefined}
            data-screen={screen}
            aria-describedby={count > 0 ? `waits-${screen}` : undefined}
          >
            <Icon size={18} strokeWidth={1.5} />
            <span className={styles.label}>{t(`${screen}.name`)}</span>
            {count > 0 ? (
              <span className={styles.count} data-count data-now aria-hidden="true">
                {count > MOST_SHOWN ? `${MOST_SHOWN}+` : count}
              </span>
            ) : null}
          </a>
        </Focusable>
        <Tip placement="right">
          {count > 0 ? `${t(`${screen}.name`)}: ${words(screen, count)}` : t(`${screen}.name`)}
        </Tip>
      </TooltipTrigger>
    );
  };
  return (
    <nav className={styles.rail} aria-label={t('rail.label')}>
      <a className={styles.brand} href={formatRoute('overview')} aria-label={t('app.name')}>
        <Mark />
        <span className={styles.name} aria-hidden="true">
          {t('app.name')}
        </span>
      </a>
      {SCREENS.filter((screen) => !AT_FOOT.includes(screen)).map(link)}
      <span className="sr-only">
        {SCREENS.filter((screen) => (waits[screen] ?? 0) > 0).map((screen) => (
          <span key={screen} id={`waits-${screen}`}>
            {words(screen, waits[screen] ?? 0)}
          </span>
        ))}
      </span>
      <span className={styles.space} />
      {AT_FOOT.map(link)}
      <span className={styles.widen}>
        <IconButton
          icon={PanelLeft}
          label={rail === 'wide' ? t('rail.narrow') : t('rail.widen')}
          onPress={() => change({ rail: rail === 'wide' ? 'narrow' : 'wide' })}
        />
      </span>
    </nav>
  );
}
