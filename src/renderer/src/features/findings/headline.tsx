// The screen's first sentence: is anything wrong. Beneath it what makes that sentence less than sure: old evidence, stale decisions, matching under way.
import { CircleCheck, Clock, Flame, LoaderCircle, PackageSearch, ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingsState } from '../../../../shared/model/evidence/finding.ts';
import { formatRoute } from '../../session/router.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatAgo, formatCount } from '../../ui/format.ts';
import { ErrorState } from '../../ui/states.tsx';
import { useNow } from '../../ui/time-ago.tsx';
import styles from './findings.module.css';
import { findingsStore } from './findings-store.ts';
import { headlineOf, oldEvidence, productsWithOpen } from './headline.ts';

const ICON = { size: 18, strokeWidth: 1.5, 'aria-hidden': true } as const;
const SMALL = { size: 14, strokeWidth: 1.75, 'aria-hidden': true } as const;

export function Headline() {
  const { t } = useTranslation();
  const { live, liveFailure, readState } = useStore(findingsStore);
  const now = useNow();
  if (live === null)
    return liveFailure && !liveFailure.offline ? (
      <div className={styles.head}>
        <ErrorState failure={liveFailure} onRetry={() => void readState()} compact />
      </div>
    ) : null;
  const old = live.oldEcosystems.length > 0 ? null : oldEvidence(live, now);
  const { stale } = live.counts;
  return (
    <header className={styles.head}>
      <p className={styles.sentence} role="status">
        <Sentence live={live} />
      </p>
      <AsOf />
      {live.matching ? (
        <p className={styles.note}>
          <LoaderCircle className="turning info" {...SMALL} />
          {t('findings.head.matching')}
        </p>
      ) : null}
      {live.oldEcosystems.length === 0 ? null : (
        <p className={styles.note} data-tone="wait">
          <Clock {...SMALL} />
          {t('findings.head.oldEcosystems', {
            names: live.oldEcosystems
              .map(({ ecosystem, asOf }) => `${ecosystem} (${formatAgo(asOf, now)})`)
              .join(', '),
          })}
        </p>
      )}
      {old === null ? null : (
        <p className={styles.note} data-tone="wait">
          <Clock {...SMALL} />
          {t('findings.head.old', { ago: formatAgo(old, now) })}
        </p>
      )}
      {stale > 0 ? (
        <p className={styles.note} data-tone="wait">
          <Clock {...SMALL} />
          {t('findings.head.stale', { count: stale })}
        </p>
      ) : null}
    </header>
  );
}

function Sentence({ live }: { live: FindingsState }) {
  const { t } = useTranslation();
  const { counts } = live;
  const kind = headlineOf(live);
  switch (kind) {
    case 'affected': {
      const products = t('findings.head.products', { count: productsWithOpen(live) });
      const Icon = counts.exploited > 0 ? Flame : ShieldAlert;
      return (
        <>
          <Icon {...ICON} className={counts.exploited > 0 ? 'bad' : 'wait'} />
          <span>
            {counts.exploited > 0 ? (
              <b className="bad">{t('findings.head.exploited', { count: counts.exploited })}, </b>
            ) : null}
            {counts.overdue > 0 ? <>{t('findings.head.overdue', { count: counts.overdue })}, </> : null}
            {t('findings.head.open', { count: counts.open, products })} <NotChecked counts={counts} />
          </span>
        </>
      );
    }
    case 'nothing':
      return (
        <>
          <CircleCheck {...ICON} className="ok" />
          <span>
            <b>{t('findings.head.nothing')}</b> {t('findings.head.checked', { count: counts.checked })}{' '}
            <NotChecked counts={counts} />
          </span>
        </>
      );
    case 'first':
    case 'noLists':
    case 'noAdvisories':
      return (
        <>
          <PackageSearch {...ICON} className="wait" />
          <span>{t(`findings.head.${kind}`)}</span>
        </>
      );
  }
}

/** How many of all components, and the way to why. */
function NotChecked({ counts: { checked, unchecked } }: Pick<FindingsState, 'counts'>) {
  const { t } = useTranslation();
  if (unchecked === 0) return null;
  return (
    <a href={formatRoute('findings', null, { view: 'unchecked' })}>
      {t('findings.head.unchecked', { count: unchecked, total: formatCount(checked + unchecked) })}
    </a>
  );
}
