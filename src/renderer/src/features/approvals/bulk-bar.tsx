// Above the list while something is chosen: how many, what can be said of all of them at once, and why not the rest.
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../../shared/model/approval.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './approvals.module.css';
import { bulkStore } from './bulk-store.ts';
import { whyNotTogether } from './together.ts';

export function BulkBar({ chosen }: { chosen: readonly Approval[] }) {
  const { t } = useTranslation();
  const { plan, tickAll } = bulkStore.getState();
  if (chosen.length === 0) return null;
  const count = chosen.length;
  const why = whyNotTogether(chosen);
  return (
    <section className={styles.bulk} aria-label={t('approvals.bulk.label')}>
      <b className={styles.bulkCount} role="status">
        {t('approvals.bulk.ticked', { count })}
        {why === null ? null : <span className={styles.why}>{t(`approvals.bulk.${why}`)}</span>}
      </b>
      <Button onPress={() => plan('deny', chosen)}>
        {t('approvals.bulk.deny', { count })}
        <span className={styles.cap} aria-hidden="true">
          <Kbd keys="d" />
        </span>
      </Button>
      {why === null ? (
        <Button onPress={() => plan('approve', chosen)}>
          {t('approvals.bulk.approve', { count })}
          <span className={styles.cap} aria-hidden="true">
            <Kbd keys="a" />
          </span>
        </Button>
      ) : null}
      <IconButton icon={X} label={t('approvals.bulk.clear')} onPress={() => tickAll([])} />
    </section>
  );
}
