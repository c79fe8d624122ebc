// The calls of one turn, a line each: what is done, how it went, how long it took; open, what the gates said, what it was given and what came of it.
// One that waits for the operator has its card beneath, the same as on the Approvals screen. Decides nothing by itself. Source: console, Chat.
import { Ban, CircleAlert, CircleCheck, Hourglass, LoaderCircle, type LucideIcon } from 'lucide-react';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import type { ToolStatus } from '../../../../../shared/model/assistant/words.ts';
import { ApprovalCard } from '../../../session/approval/approval-card.tsx';
import { formatMs } from '../../../ui/format.ts';
import { CallDetail } from './call-detail.tsx';
import { useCallTitle } from './call-title.ts';
import styles from './calls.module.css';
import { Fold } from './fold.tsx';

type Call = EntryOf<'tool'>;

const STATUS: Readonly<Record<ToolStatus, { readonly icon: LucideIcon; readonly tone: string }>> = {
  running: { icon: LoaderCircle, tone: 'info' },
  waiting: { icon: Hourglass, tone: 'wait' },
  done: { icon: CircleCheck, tone: 'ok' },
  failed: { icon: CircleAlert, tone: 'bad' },
  blocked: { icon: Ban, tone: 'wait' },
};

export const Calls = memo(function Calls({ calls }: { calls: readonly Call[] }) {
  const { t } = useTranslation();
  return (
    <ol className={styles.calls} aria-label={t('chat.calls', { count: calls.length })}>
      {calls.map((call) => (
        <OneCall key={call.id} call={call} />
      ))}
    </ol>
  );
});

const OneCall = memo(function OneCall({ call }: { call: Call }) {
  const { t } = useTranslation();
  const title = useCallTitle()(call);
  const { icon: Icon, tone } = STATUS[call.status];
  const why = call.error?.message ?? null;
  return (
    <li className={styles.call} data-call={call.status} data-tool={call.tool}>
      <Fold
        name="call"
        summary={
          <span className={styles.line}>
            <span className={styles.title}>{title}</span>
            {call.as_text ? <span className={styles.mark}>{t('chat.asText')}</span> : null}
          </span>
        }
        aside={
          <span className={styles.state} data-tone={tone}>
            {call.ms === null ? null : <span className={styles.took}>{formatMs(call.ms)}</span>}
            <Icon
              className={call.status === 'running' ? 'turning' : undefined}
              size={14}
              strokeWidth={1.75}
              aria-hidden="true"
            />
            <span className={styles.word}>{t(`chat.status.${call.status}`)}</span>
          </span>
        }
      >
        <CallDetail call={call} />
      </Fold>
      {why === null ? null : <p className={styles.why}>{why}</p>}
      <Card call={call} />
    </li>
  );
});

/** What waits, and what became of it for as long as this is looked at. */
function Card({ call }: { call: Call }) {
  const { t } = useTranslation();
  const isWaiting = call.status === 'waiting';
  const [wasWaiting, setWasWaiting] = useState(isWaiting);
  const [instead, setInstead] = useState<{ readonly of: string; readonly id: string } | null>(null);
  if (isWaiting && !wasWaiting) setWasWaiting(true);
  const { approval_id: asked } = call;
  if (asked === null || !wasWaiting) return null;
  // Another one that was shown in its place, until the session itself names another.
  const id = instead?.of === asked ? instead.id : asked;
  return (
    <section className={styles.card} aria-label={t('approval.title')} data-chat-card tabIndex={-1}>
      <ApprovalCard id={id} onOther={(other) => setInstead({ of: asked, id: other })} />
    </section>
  );
}
