// One decision for several conflicts: what it would do to each, before it is done; then what became of each.
import { Ban, Check, LoaderCircle } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { DimensionMark, RecollectionLine, Token } from '../../../session/marks.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { focusListAfter } from '../../../ui/split.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { changedDimensions } from '../decide/line-change.ts';
import styles from './bulk.module.css';
import { bulkStore, type PlanItem } from './bulk-store.ts';

interface BulkDialogProps {
  readonly onRun: () => void;
}

export function BulkDialog({ onRun }: BulkDialogProps) {
  const { t } = useTranslation();
  const { kind, items, phase, reason, failure, setReason, close } = useStore(bulkStore);
  const wasOpen = useRef(false);
  useEffect(() => {
    // What opened it may be gone with the last tick; the focus goes to the queue then.
    if (wasOpen.current && kind === null) requestAnimationFrame(focusListAfter);
    wasOpen.current = kind !== null;
  }, [kind]);
  if (kind === null) return null;
  const able = items.filter((item) => item.problem === null).length;
  const done = items.filter((item) => item.action !== null).length;
  const summary =
    phase === 'looking'
      ? t('conflicts.bulk.looking')
      : phase === 'done'
        ? t('conflicts.bulk.done', { done, count: items.length })
        : able === items.length
          ? t(`conflicts.bulk.will.${kind}`, { count: able })
          : t('conflicts.bulk.some', { able, count: items.length });
  return (
    <Dialog
      title={t(`conflicts.bulk.title.${kind}`, { count: items.length })}
      isOpen
      onClose={close}
      width="wide"
      foot={
        phase === 'done' ? (
          <Button variant="primary" onPress={close}>
            {t('action.close')}
          </Button>
        ) : (
          <>
            <Button variant="quiet" onPress={close}>
              {t('action.cancel')}
            </Button>
            <Button variant="primary" writes isDisabled={phase === 'looking' || able === 0} onPress={onRun}>
              {t(`conflicts.bulk.apply.${kind}`, { count: able })}
            </Button>
          </>
        )
      }
    >
      <p role="status">{summary}</p>
      {failure ? <ErrorState failure={failure} compact /> : null}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item.conflict.id} item={item} looking={phase === 'looking'} />
        ))}
      </ul>
      {phase === 'done' ? null : (
        <TextField
          label={t('conflicts.reason.label')}
          value={reason}
          onChange={setReason}
          maxLength={500}
          placeholder={t('conflicts.reason.placeholder')}
        />
      )}
    </Dialog>
  );
}

function Item({ item, looking }: { item: PlanItem; looking: boolean }) {
  const { t } = useTranslation();
  const { conflict, preview, problem, action } = item;
  const [Icon, tone] = problem
    ? ([Ban, 'wait'] as const)
    : action
      ? ([Check, 'ok'] as const)
      : ([null, 'quiet'] as const);
  return (
    <li className={styles.item} data-tone={tone}>
      <span className={styles.mark}>
        {Icon ? <Icon size={14} strokeWidth={2} /> : null}
        {looking && !preview && !problem ? (
          <LoaderCircle className="turning muted" size={14} strokeWidth={2} />
        ) : null}
      </span>
      <span className={styles.itemHead}>
        <Token token={conflict.concept} plain strong />
        <DimensionMark name={conflict.dimension} contested={action === null} />
        <span className="quiet">
          {t('conflicts.bulk.versus', {
            known: conflict.existing.parent ?? t('conflicts.nothingKnown'),
            said: conflict.incoming.parent ?? '–',
          })}
        </span>
      </span>
      {problem ? <span className={styles.problem}>{problem}</span> : null}
      {!problem && preview ? (
        <span className={styles.line}>
          {preview.after === null ? (
            <span className="quiet">{t('conflicts.decide.nothing')}</span>
          ) : (
            <RecollectionLine
              line={preview.after}
              spotlight={changedDimensions(preview.after, preview.before)}
            />
          )}
        </span>
      ) : null}
      {action ? <span className="sr-only">{action.summary}</span> : null}
    </li>
  );
}
