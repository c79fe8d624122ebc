// What could not be checked: how many components, and for each reason which, in what product, and what to do.
import { CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UncheckedGroup } from '../../../../shared/model/evidence/finding.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './findings.module.css';
import { findingsStore } from './findings-store.ts';

/** Of a group's components, as many are named at once. */
const NAMED = 12;

export function Unchecked() {
  const { t } = useTranslation();
  const { unchecked, uncheckedFailure, readUnchecked, live } = useStore(findingsStore);
  if (unchecked === null && uncheckedFailure)
    return <ErrorState failure={uncheckedFailure} onRetry={() => void readUnchecked()} />;
  if (unchecked === null) return <Skeleton rows={6} />;
  if (unchecked.length === 0)
    return (
      <EmptyState
        drawing="gate"
        title={t('findings.unchecked.none')}
        text={t('findings.unchecked.noneText')}
      />
    );
  const count = sumOf(unchecked);
  const total = formatCount(count + (live?.counts.checked ?? 0));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.page} tabIndex={0} aria-label={t('findings.parts.unchecked')}>
      <p className={styles.intro}>{t('findings.unchecked.intro', { count, total })}</p>
      <ul className={styles.groups}>
        {[...Map.groupBy(unchecked, ({ reason }) => reason)].map(([reason, groups]) => (
          <li key={reason} className={styles.reasonGroup}>
            <h2 className={styles.reasonHead}>
              <CircleDashed className={styles.reasonIcon} size={14} strokeWidth={1.75} aria-hidden="true" />
              {t(`findings.unchecked.reason.${reason}`)}{' '}
              <span>{t('findings.unchecked.count', { count: sumOf(groups) })}</span>
            </h2>
            <p>{t(`findings.unchecked.todo.${reason}`)}</p>
            <dl className={styles.unchecked}>
              {groups.map((group) => (
                <Components key={`${group.product} ${group.detail}`} group={group} />
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

const sumOf = (groups: readonly UncheckedGroup[]): number =>
  groups.reduce((sum, { count }) => sum + count, 0);

function Components({ group: { product, reason, detail, count, components } }: { group: UncheckedGroup }) {
  const { t } = useTranslation();
  const name = useStore(findingsStore, (s) => s.live?.products.find(({ key }) => key === product)?.name);
  const named = components.slice(0, NAMED);
  return (
    <div>
      <dt>
        {name ?? product}
        {/* Of one without a package URL only its kind is known. */}
        {detail === '' || reason === 'no_purl' ? null : <span className="quiet"> {detail}</span>}
      </dt>
      <dd className={styles.named}>
        {named.map((one) => (
          <code key={one}>{one}</code>
        ))}
        {count > named.length ? (
          <span className="quiet">{t('findings.unchecked.more', { count: count - named.length })}</span>
        ) : null}
      </dd>
    </div>
  );
}
