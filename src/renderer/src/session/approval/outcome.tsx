// What came of an approval: who decided what and why, then the execution as it goes: what was done, whether the world is as it should be, what
// was printed, and the ways on from there.
import {
  ArrowRight,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleHelp,
  Hourglass,
  LoaderCircle,
  Replace,
  TriangleAlert,
  Undo2,
} from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval, Execution } from '../../../../shared/model/approval.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { formatMs } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { formatRoute } from '../router.ts';
import { useIsAlone } from './alone.ts';
import { approvalsStore } from './approvals-store.ts';
import styles from './card.module.css';
import { useSaying } from './use-saying.ts';

const STATE = {
  started: { Icon: LoaderCircle, tone: 'info' },
  done: { Icon: CircleCheck, tone: 'ok' },
  failed: { Icon: CircleAlert, tone: 'bad' },
  refused: { Icon: Ban, tone: 'wait' },
  unknown: { Icon: CircleHelp, tone: 'wait' },
} as const;

const DECIDED = {
  approved: { Icon: CircleCheck, tone: 'ok' },
  denied: { Icon: Ban, tone: 'bad' },
  expired: { Icon: Hourglass, tone: 'wait' },
  replaced: { Icon: Replace, tone: 'wait' },
} as const;

const VERIFIED = {
  yes: { Icon: CircleCheck, tone: 'ok' },
  no: { Icon: CircleAlert, tone: 'bad' },
  unproven: { Icon: TriangleAlert, tone: 'wait' },
} as const;

interface OutcomeProps {
  readonly approval: Approval;
  /** It was decided while it was looked at. */
  readonly isNews: boolean;
  readonly onOther: (id: string) => void;
}

export function Outcome({ approval, isNews, onOther }: OutcomeProps) {
  const { t } = useTranslation();
  const { status, execution, plan, replacedBy } = approval;
  const isAlone = useIsAlone();
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that was pressed is gone, and the focus with it.
    if (isNews && document.activeElement === document.body) box.current?.focus();
  }, [isNews]);
  if (status === 'pending') return null;
  return (
    <section className={styles.outcome} aria-label={t('approval.outcome.label')} ref={box} tabIndex={-1}>
      <Decided approval={approval} />
      {execution ? <Executed execution={execution} isLong={plan.long} /> : null}
      <div className={styles.ways}>
        {replacedBy === null ? null : (
          <Button variant="primary" icon={ArrowRight} onPress={() => onOther(replacedBy)}>
            {t('approval.inPlace')}
          </Button>
        )}
        {isAlone ? null : (
          <>
            <TakeBack approval={approval} onOther={onOther} />
            <a href={formatRoute('resources', plan.resource.id)}>{t('approval.toResource')}</a>
            <a href={formatRoute('audit', null, { view: 'agent' })}>{t('approval.toAudit')}</a>
          </>
        )}
      </div>
    </section>
  );
}

/** Asks for the way back, which is a card of its own. */
function TakeBack({ approval, onOther }: Pick<OutcomeProps, 'approval' | 'onOther'>) {
  const { t } = useTranslation();
  const { isBusy, failure, run } = useSaying(onOther);
  const { here, plan, execution } = approval;
  if (!here || plan.takeBack === null || execution?.state !== 'done') return null;
  return (
    <>
      <Button
        icon={Undo2}
        writes
        isDisabled={isBusy}
        onPress={() => void run(() => approvalsStore.getState().takeBack(approval))}
      >
        {t('approval.takeBack')}
      </Button>
      {failure ? (
        <div className={styles.refusal}>
          <ErrorState failure={failure} compact />
        </div>
      ) : null}
    </>
  );
}

/** Who said what, in one line. */
function Decided({ approval }: { approval: Approval }) {
  const { status, decidedAt } = approval;
  const words = useDecidedWords(approval);
  if (status === 'pending') return null;
  const { Icon, tone } = DECIDED[status];
  return (
    <p className={styles.decided} data-tone={tone}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>
        {words}
        {decidedAt === null ? null : (
          <span className="quiet">
            {' '}
            <TimeAgo at={decidedAt} />
          </span>
        )}
      </span>
    </p>
  );
}

function useDecidedWords({ status, decidedBy, reason, rule }: Approval): string {
  const { t } = useTranslation();
  const rules = useStore(approvalsStore, (s) => s.live?.rules);
  const who = decidedBy === 'festinger' ? t('approval.festinger') : (decidedBy ?? '–');
  switch (status) {
    case 'pending':
      return t('approval.status.pending');
    case 'approved': {
      if (rule === null) return t('approval.decided.approved', { who });
      const made = rules?.find(({ id }) => id === rule);
      return made ? t('approval.decided.byRule', { rule: made.summary }) : t('approval.decided.byGoneRule');
    }
    case 'denied':
      return t('approval.decided.denied', { who, reason: reason ?? '–' });
    case 'expired':
      return reason === null ? t('approval.decided.expired') : t('approval.decided.impossible', { reason });
    case 'replaced':
      return t(reason === 'edited' ? 'approval.decided.edited' : 'approval.decided.replaced');
  }
}

function Executed({ execution, isLong }: { execution: Execution; isLong: boolean }) {
  const { t } = useTranslation();
  const { state, summary, startedAt, finishedAt, output } = execution;
  const { Icon, tone } = STATE[state];
  const box = useRef<HTMLDivElement>(null);
  const isOver = state !== 'started';
  const isAlone = useIsAlone();
  useEffect(() => {
    // What was waited for may be below the edge of a small window.
    if (isOver) box.current?.scrollIntoView({ block: 'nearest' });
  }, [isOver]);
  return (
    <div className={styles.executed} data-tone={tone} data-state={state} ref={box}>
      <div role="status">
        <p className={styles.state}>
          <Icon className={isOver ? undefined : 'turning'} size={16} strokeWidth={2} aria-hidden="true" />
          <b>{t(`approval.outcome.${state}`)}</b>
          {finishedAt === null || state === 'unknown' ? null : (
            <span className="quiet">
              {t('approval.outcome.took', { time: formatMs(Math.max(0, finishedAt - startedAt)) })}
            </span>
          )}
        </p>
        {summary === null ? null : <p className="breaks">{summary}</p>}
        {state === 'unknown' ? <p className="muted">{t('approval.outcome.unknownText')}</p> : null}
        <Checked execution={execution} />
      </div>
      {isLong && !isOver && !isAlone ? (
        <a className={styles.inText} href={formatRoute('jobs')}>
          {t('approval.outcome.watch')}
        </a>
      ) : null}
      {output ? <Output text={output} /> : null}
    </div>
  );
}

/** Whether the world is as it should be, and how that is known. */
function Checked({ execution: { state, verified, evidence } }: { execution: Execution }): ReactNode {
  const { t } = useTranslation();
  if (verified === null) return null;
  const { Icon, tone } = VERIFIED[verified];
  if (state === 'refused') return null;
  return (
    <p className={styles.checked} data-tone={tone} data-verified={verified}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span>
        <b>{t(`approval.verified.${verified}`)}</b>
        {evidence === null ? '' : `: ${evidence}`}
      </span>
    </p>
  );
}

function Output({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div>
      <div className={styles.outputHead}>
        <span className="quiet push">{t('approval.outcome.output')}</span>
        <CopyButton text={text} label={t('approval.outcome.copyOutput')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard, too. */}
      <section className={styles.output} tabIndex={0} aria-label={t('approval.outcome.output')}>
        <pre>{text}</pre>
      </section>
    </div>
  );
}
