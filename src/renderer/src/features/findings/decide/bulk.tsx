// Several findings at once: a bar above the list while some are chosen, and a dialog in which one decision is made for all of them.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingDecisionKind } from '../../../../../shared/model/evidence/finding.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { focusListAfter } from '../../../ui/split.tsx';
import { findingsStore } from '../findings-store.ts';
import { componentOf } from '../list/rows.ts';
import { SeverityMark } from '../severity-mark.tsx';
import styles from './decide.module.css';
import { DecisionButtons } from './decide.tsx';
import { decideStore } from './decide-store.ts';
import { DecisionForm } from './decision-form.tsx';

export function BulkBar({ onPress }: { onPress: (kind: FindingDecisionKind) => void }) {
  const { t } = useTranslation();
  const count = useStore(findingsStore, (s) => s.ticked.size);
  if (count === 0) return null;
  return (
    <section className={styles.bulk} aria-label={t('findings.decide.bulk.label')}>
      <b className={styles.bulkCount} role="status">
        {t('findings.decide.bulk.ticked', { count })}
      </b>
      <DecisionButtons armed={null} onPress={onPress} />
      <IconButton
        icon={X}
        label={t('findings.decide.bulk.clear')}
        onPress={() => findingsStore.getState().tickAll([])}
      />
    </section>
  );
}

/** Of many, the first are named. */
const NAMED = 50;

export function BulkDialog({ onDecide }: { onDecide: () => void }) {
  const { t } = useTranslation();
  const { draft, about, many, busy, drop } = useStore(decideStore);
  const isOpen = draft !== null && many;
  const wasOpen = useRef(false);
  useEffect(() => {
    // The bar that opened it is gone with the last tick; the focus goes to the list then.
    if (wasOpen.current && !isOpen) requestAnimationFrame(focusListAfter);
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isOpen) return null;
  const count = about.length;
  return (
    <Dialog
      title={t('findings.decide.title', { count, kind: t(`findings.decide.kind.${draft.kind}`) })}
      isOpen
      staysOpen
      onClose={drop}
      width="wide"
      foot={
        <>
          <Button variant="quiet" onPress={drop}>
            {t('action.cancel')}
          </Button>
          <Button variant="primary" writes isDisabled={busy} onPress={onDecide}>
            {t('findings.decide.applyMany', { count })}
          </Button>
        </>
      }
    >
      <ul className={styles.items}>
        {about.slice(0, NAMED).map((finding) => (
          <li key={finding.key} className={styles.item}>
            <SeverityMark severity={finding.severity} short />
            <span className="breaks">
              <code>{finding.vulnerability}</code>{' '}
              <span className="quiet">
                {componentOf(finding)}, {finding.product.name}
              </span>
            </span>
          </li>
        ))}
        {count > NAMED ? (
          <li className="quiet">{t('findings.decide.bulk.more', { count: count - NAMED })}</li>
        ) : null}
      </ul>
      <DecisionForm onDecide={onDecide} onDrop={drop} bare />
    </Dialog>
  );
}
