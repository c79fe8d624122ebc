// What waits for the operator's word about the open resource, and what came of what was asked for here: the cards, in the place where they were asked
// for, until they are put away. Work that takes long has its progress in Jobs.
import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../../shared/model/approval.ts';
import { ApprovalCard } from '../../../session/approval/approval-card.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { inspectStore } from '../inspect/inspect-store.ts';
import styles from '../inspect/inspector.module.css';
import { proposalStore } from './proposal-store.ts';

const isLive = ({ status, execution }: Approval): boolean =>
  status === 'pending' || execution?.state === 'started';

export function Cards({ resourceId }: { resourceId: string }) {
  const history = useStore(inspectStore, (s) => s.history) ?? [];
  const mine = useStore(proposalStore, (s) => s.cards[resourceId] ?? null);
  const live = history.filter(isLive);
  // One that was just asked for stands before the history knows of it.
  const ids = [...new Set([...(mine === null ? [] : [mine]), ...live.map(({ id }) => id)])];
  if (ids.length === 0) return null;
  return (
    <div className={styles.cards}>
      {ids.map((id) => (
        <Shown key={id} id={id} resourceId={resourceId} approval={history.find((one) => one.id === id)} />
      ))}
    </div>
  );
}

interface ShownProps {
  readonly id: string;
  readonly resourceId: string;
  readonly approval: Approval | undefined;
}

function Shown({ id, resourceId, approval }: ShownProps) {
  const { t } = useTranslation();
  const { show, putAway, seen } = proposalStore.getState();
  const box = useRef<HTMLElement>(null);
  const fresh = useStore(proposalStore, (s) => s.fresh === id);
  useEffect(() => {
    if (!fresh) return;
    // Where the form stood is nothing any more; and what was asked for is what is looked at next.
    box.current?.focus();
    box.current?.scrollIntoView({ block: 'nearest' });
    seen();
  }, [fresh, seen]);
  const over = approval !== undefined && !isLive(approval);
  return (
    <section ref={box} className={styles.card} tabIndex={-1} aria-label={t('approval.title')}>
      <ApprovalCard id={id} onOther={(other) => show(resourceId, other)} />
      {over ? (
        <p className={styles.putAway}>
          <Button variant="quiet" icon={X} onPress={() => putAway(resourceId)}>
            {t('resources.act.putAway')}
          </Button>
        </p>
      ) : null}
    </section>
  );
}
