// Above the queue while something is ticked: how many, and the decisions that can be made for all of them at once.
import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { DECISION_KEYS } from '../decide/draft.ts';
import styles from './bulk.module.css';
import { BULK_KINDS, type BulkKind } from './bulk-store.ts';

interface BulkBarProps {
  readonly count: number;
  readonly onPlan: (kind: BulkKind) => void;
  readonly onClear: () => void;
}

export function BulkBar({ count, onPlan, onClear }: BulkBarProps) {
  const { t } = useTranslation();
  if (count === 0) return null;
  return (
    <section className={styles.bar} aria-label={t('conflicts.bulk.label')}>
      <b className={styles.count} role="status">
        {t('conflicts.bulk.ticked', { count })}
      </b>
      {BULK_KINDS.map((kind) => (
        <Button key={kind} onPress={() => onPlan(kind)}>
          {t(`conflicts.decision.${kind}`)}
          <span className={styles.cap} aria-hidden="true">
            <Kbd keys={DECISION_KEYS[kind]} />
          </span>
        </Button>
      ))}
      <IconButton icon={X} label={t('conflicts.bulk.clear')} onPress={onClear} />
    </section>
  );
}
