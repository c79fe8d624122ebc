// One approval as a card that reads like a sentence: what is to be done to what and where, exactly what runs, what it changes, how risky it is and
// why, what the target rests on, how to take it back, who asked and until when; then the word, and what came of it. Used by Approvals and Resources.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../../shared/model/approval.ts';
import { Facts } from '../../ui/facts.tsx';
import { useReturns } from '../../ui/liveness.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatRoute } from '../router.ts';
import { useIsAlone } from './alone.ts';
import { approvalsStore } from './approvals-store.ts';
import styles from './card.module.css';
import { Decide } from './decide.tsx';
import { Expiry } from './expiry.tsx';
import { Files } from './files.tsx';
import { Outcome } from './outcome.tsx';
import { Risk } from './risk.tsx';
import { Preview, Runs } from './runs.tsx';
import { Place, Sentence } from './sentence.tsx';

interface ApprovalCardProps {
  readonly id: string;
  /** Another one waits in its place: show that. Who shows the card keeps which one it is. */
  readonly onOther: (id: string) => void;
}

export function ApprovalCard({ id, onOther }: ApprovalCardProps) {
  const { t } = useTranslation();
  const { look } = useStore(approvalsStore);
  const approval = useStore(approvalsStore, (s) => s.known.get(id));
  const failure = useStore(approvalsStore, (s) => s.failures.get(id));
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection is a reason to look
  useEffect(() => void look(id), [id, look, returns]);
  if (!approval && failure) return <ErrorState failure={failure} onRetry={() => void look(id)} />;
  if (!approval) return <Skeleton rows={7} label={t('approval.loading')} />;
  return <Card key={approval.id} approval={approval} onOther={onOther} />;
}

function Card({ approval, onOther }: { approval: Approval; onOther: (id: string) => void }) {
  const { plan, status } = approval;
  const [before] = useState(status);
  const isAlone = useIsAlone();
  return (
    <article className={styles.card} data-approval={status} data-risk={plan.risk}>
      <div className={styles.content}>
        <header className={styles.head}>
          <Instead id={approval.id} />
          <h3 className={styles.sentence}>
            <Sentence plan={plan} linked={!isAlone} /> <Place plan={plan} />
          </h3>
          <div className={styles.under}>
            <Risk plan={plan} />
            {status === 'pending' ? <Expiry approval={approval} /> : null}
          </div>
        </header>
        <Outcome approval={approval} isNews={before === 'pending' && status !== before} onOther={onOther} />
        <Runs plan={plan} />
        {plan.files.length > 0 ? <Files files={plan.files} /> : null}
        {plan.preview ? <Preview preview={plan.preview} /> : null}
        <Particulars approval={approval} />
      </div>
      {status === 'pending' ? <Decide approval={approval} onOther={onOther} /> : null}
    </article>
  );
}

/** Why this one is here and not the one that was looked at. It takes the focus: the button that had it is gone. */
function Instead({ id }: { id: string }) {
  const why = useStore(approvalsStore, (s) => s.instead.get(id));
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => line.current?.focus(), []);
  if (why === undefined) return null;
  return (
    <p className={styles.instead} ref={line} tabIndex={-1} data-instead>
      {why}
    </p>
  );
}

function Particulars({ approval }: { approval: Approval }) {
  const { t } = useTranslation();
  const { plan, askedBy, askedAt, session } = approval;
  const isAlone = useIsAlone();
  const way = plan.path.map(({ words }) => words).join(' → ');
  return (
    <Section title={t('approval.basis')}>
      <Facts
        items={[
          [t('approval.evidence.label'), t(`approval.evidence.${plan.evidence}`)],
          [
            t('approval.undo.label'),
            plan.undo ?? (
              <span className={styles.noUndo} key="undo">
                {t('approval.undo.none')}
              </span>
            ),
          ],
          [t('approval.way'), way === '' ? t('approval.thisMachine') : <code key="way">{way}</code>],
          [
            t('approval.asked.label'),
            <span key="asked">
              {askedBy}, <TimeAgo at={askedAt} />
              {session === null || isAlone ? null : (
                <>
                  , <a href={formatRoute('chat', session)}>{t('approval.asked.session')}</a>
                </>
              )}
            </span>,
          ],
        ]}
      />
    </Section>
  );
}
