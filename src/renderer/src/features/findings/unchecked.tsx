// What could not be checked: counted, in groups, each with its reason as a sentence and what helps. Nothing here is known to be safe.
import { CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { UncheckedGroup } from '../../../../shared/model/evidence/finding.ts';
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
  const nameOf = (key: string) => live?.products.find((one) => one.key === key)?.name ?? key;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.page} tabIndex={0} aria-label={t('findings.parts.unchecked')}>
      <p className={styles.intro}>{t('findings.unchecked.intro')}</p>
      <ul className={styles.groups}>
        {unchecked.map((group) => (
          <Group
            key={`${group.reason} ${group.detail} ${group.product}`}
            group={group}
            product={nameOf(group.product)}
          />
        ))}
      </ul>
    </section>
  );
}

function Group({ group, product }: { group: UncheckedGroup; product: string }) {
  const { t } = useTranslation();
  const { reason, detail, count, components } = group;
  const named = components.slice(0, NAMED);
  return (
    <li className={styles.reasonGroup}>
      <h2 className={styles.reasonHead}>
        <CircleDashed className={styles.reasonIcon} size={14} strokeWidth={1.75} aria-hidden="true" />
        {t('findings.unchecked.count', { count })} <span>{t('findings.unchecked.of', { product })}</span>
        {detail === '' ? null : <code>{detail}</code>}
      </h2>
      <p>
        {t(`findings.unchecked.reason.${reason}`)} <b>{t(`findings.unchecked.todo.${reason}`)}</b>
      </p>
      <p className={styles.named}>
        {named.map((name) => (
          <code key={name}>{name}</code>
        ))}
        {count > named.length ? (
          <span className="quiet">{t('findings.unchecked.more', { count: count - named.length })}</span>
        ) : null}
      </p>
    </li>
  );
}
