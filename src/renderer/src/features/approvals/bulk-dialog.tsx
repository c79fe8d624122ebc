// One word for several approvals: exactly what runs on each, before it is said; then what became of each. Yes is never what has the focus.
import { Ban, Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../shared/model/approval.ts';
import { DenyForm } from '../../session/approval/deny-form.tsx';
import { Place, Sentence } from '../../session/approval/sentence.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './approvals.module.css';
import { bulkStore } from './bulk-store.ts';

export function BulkDialog() {
  const { t } = useTranslation();
  const { word, items, said, isBusy, failure, run, close } = useStore(bulkStore);
  if (word === null) return null;
  const count = items.length;
  const done = said?.filter(({ problem }) => problem === null).length ?? 0;
  const isApproval = word === 'approve';
  return (
    <Dialog
      title={t(isApproval ? 'approvals.bulk.titleApprove' : 'approvals.bulk.titleDeny', { count })}
      isOpen
      onClose={close}
      width="wide"
      foot={
        said ? (
          <Button variant="primary" onPress={close}>
            {t('action.close')}
          </Button>
        ) : isApproval ? (
          <>
            <Button variant="quiet" onPress={close}>
              {t('action.cancel')}
            </Button>
            <span className="push" />
            <Button variant="primary" icon={Check} writes isDisabled={isBusy} onPress={() => void run()}>
              {t('approvals.bulk.sure', { count })}
            </Button>
          </>
        ) : null
      }
    >
      {said ? (
        <p role="status">
          {t(isApproval ? 'approvals.bulk.done' : 'approvals.bulk.doneDeny', { done, count })}
        </p>
      ) : isApproval ? (
        <p>{t('approvals.bulk.runs')}</p>
      ) : null}
      {failure ? <ErrorState failure={failure} compact /> : null}
      <ul className={styles.items}>
        {items.map((item) => (
          <Item key={item.id} approval={item} />
        ))}
      </ul>
      {isApproval || said ? null : (
        <DenyForm isBusy={isBusy} onBack={close} onDeny={(reason) => void run(reason)} />
      )}
    </Dialog>
  );
}

function Item({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { said, word } = useStore(bulkStore);
  const answer = said?.find(({ id }) => id === approval.id);
  const problem = answer?.problem?.message ?? null;
  return (
    <li className={styles.item} data-tone={answer ? (problem ? 'wait' : 'ok') : undefined}>
      <span className={styles.itemMark} aria-hidden="true">
        {answer ? problem ? <Ban size={14} strokeWidth={2} /> : <Check size={14} strokeWidth={2} /> : null}
      </span>
      <span>
        <Sentence plan={approval.plan} /> <Place plan={approval.plan} />
      </span>
      <code className={styles.itemRuns}>{approval.plan.runs}</code>
      {problem ? <span className={styles.problem}>{problem}</span> : null}
      {answer && !problem ? (
        <span className="sr-only">
          {t(word === 'approve' ? 'approvals.bulk.begun' : 'approvals.bulk.denied')}
        </span>
      ) : null}
    </li>
  );
}
