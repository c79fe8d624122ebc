// The page that a one-time link opens on a phone: one approval, to be read and decided, and what came of it. The card is the console's own.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Alone } from '../../session/approval/alone.ts';
import { ApprovalCard } from '../../session/approval/approval-card.tsx';
import { approvalsStore } from '../../session/approval/approvals-store.ts';
import { hearServerTime, useServerNow } from '../../session/approval/server-clock.ts';
import { describeFailure } from '../../session/client.ts';
import type { Failure } from '../../ui/failure.ts';
import { formatClock } from '../../ui/format.ts';
import { useLive } from '../../ui/liveness.ts';
import { Skeleton } from '../../ui/states.tsx';
import type { CardSession } from './card-client.ts';
import styles from './card-page.module.css';

/** While something may still happen to it. */
const LOOK_EVERY_MS = 2000;

export function CardPage({ opened }: { readonly opened: Promise<CardSession> }) {
  const { t } = useTranslation();
  const [session, setSession] = useState<CardSession | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    opened.then(
      (session) => {
        hearServerTime(session.now);
        setSession(session);
      },
      (thrown: unknown) => setFailure(describeFailure(thrown)),
    );
  }, [opened]);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <img src="./mark.svg" alt="" width="20" height="20" />
        <h1>{t('approval.link.product')}</h1>
      </header>
      <main className={styles.main}>
        {session ? <h2 className="sr-only">{t('approval.title')}</h2> : null}
        {session ? <OpenCard session={session} /> : null}
        {!session && !failure ? <Skeleton rows={7} label={t('approval.link.opening')} /> : null}
        {failure ? <Closed failure={failure} /> : null}
      </main>
    </div>
  );
}

function OpenCard({ session: { approvalId, until } }: { readonly session: CardSession }) {
  const { t } = useTranslation();
  const [id, setId] = useState(approvalId);
  const isOver = useServerNow(until) >= until;
  const live = useLive();
  useLooking(id, isOver);
  return (
    <Alone value={true}>
      <ApprovalCard id={id} onOther={setId} />
      <p className={styles.until} role="status">
        {!live ? t('approval.link.offline') : null}
        {live && isOver ? <Over /> : null}
        {live && !isOver ? t('approval.link.until', { time: formatClock(until) }) : null}
      </p>
    </Alone>
  );
}

/** Reads the approval again and again, until nothing more will come of it. */
function useLooking(id: string, isOver: boolean): void {
  const { look } = useStore(approvalsStore);
  const isOpen = useStore(approvalsStore, ({ known }) => {
    const approval = known.get(id);
    return !approval || approval.status === 'pending' || approval.execution?.state === 'started';
  });
  useEffect(() => {
    if (!isOpen || isOver) return;
    const timer = setInterval(() => void look(id), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id, isOpen, isOver, look]);
}

function Over() {
  const { t } = useTranslation();
  return (
    <>
      {t('approval.link.over')} <ConsoleLink />
    </>
  );
}

function Closed({ failure }: { readonly failure: Failure }) {
  const { t } = useTranslation();
  return (
    <section className={styles.closed}>
      <h2>{t('approval.link.closed')}</h2>
      <p role="alert">{failure.message}</p>
      {failure.offline ? null : <ConsoleLink />}
    </section>
  );
}

function ConsoleLink() {
  const { t } = useTranslation();
  return <a href="/console/#/approvals">{t('approval.link.openConsole')}</a>;
}
