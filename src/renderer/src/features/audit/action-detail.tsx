// One thing somebody did, whole: what changed, who and why, its events, and the way back.
import { Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { AuditEvent } from '../../../../shared/model/audit.ts';
import { api, describeFailure } from '../../session/client.ts';
import { MarkedText } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { say } from '../../session/toasts.tsx';
import { Facts } from '../../ui/facts.tsx';
import type { Failure } from '../../ui/failure.ts';
import { formatFull } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { useReturns } from '../../ui/liveness.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';
import { Change } from './change.tsx';
import { useListed } from './use-listed.ts';

/** Events of one action shown; an import may have more. */
const PARTS_SHOWN = 100;

const ask = (page: { before: number; limit: number }) => api.audit.actions(page);

export function ActionDetail({ id }: { id: number }) {
  const { t } = useTranslation();
  const { actions, undo, redo } = useStore(auditStore);
  const [failure, setFailure] = useState<Failure | null>(null);
  const { row: action, failure: unread, again } = useListed(id, actions, ask);
  const parts = useParts(id);
  if (unread) return <ErrorState failure={unread} onRetry={again} />;
  if (action === undefined) return <Skeleton rows={6} />;
  if (action === null)
    return <EmptyState drawing="search" title={t('audit.gone')} text={t('audit.goneText')} />;
  async function act(work: Promise<Failure | null>, done: string): Promise<void> {
    const refused = await work;
    setFailure(refused);
    if (!refused) say(done);
  }
  return (
    <>
      <Section title={t(`audit.action.${action.kind}`)}>
        <p className={styles.what}>
          <MarkedText text={action.summary} />
        </p>
        <Facts
          items={[
            [t('audit.columns.who'), action.actor],
            [t('audit.columns.when'), formatFull(action.at)],
            [t('audit.columns.reason'), action.reason === '' ? t('audit.noReason') : action.reason],
            [t('audit.project'), <code key="project">{action.project}</code>],
            [t('audit.stateWord'), t(`audit.state.${action.state}`)],
          ]}
        />
        {failure ? <ErrorState failure={failure} compact /> : null}
        {action.state === 'final' ? null : (
          <div className={styles.actions}>
            {action.state === 'done' ? (
              <Button writes icon={Undo2} onPress={() => void act(undo(id), t('audit.undone'))}>
                {t('action.undo')}
              </Button>
            ) : (
              <Button writes icon={Redo2} onPress={() => void act(redo(id), t('audit.redone'))}>
                {t('audit.redo')}
              </Button>
            )}
          </div>
        )}
      </Section>
      <Section title={t('audit.parts')}>
        {parts === null ? null : (
          <ol className={styles.parts}>
            {parts.map((event) => (
              <li key={event.id}>
                <a
                  href={formatRoute('audit', String(event.id), { view: 'events' })}
                  className={styles.number}
                >
                  {event.id}
                </a>
                <div>
                  <p>
                    <MarkedText text={event.summary} />
                  </p>
                  <Change payload={event.payload} />
                </div>
              </li>
            ))}
          </ol>
        )}
      </Section>
    </>
  );
}

/** The events from the action's head on that belong to it, oldest first; null until they are there. */
function useParts(id: number): readonly AuditEvent[] | null {
  const [parts, setParts] = useState<{ id: number; events: readonly AuditEvent[] } | null>(null);
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each return of the connection is a reason to read
  useEffect(() => {
    let current = true;
    api.audit
      .events({ before: id + PARTS_SHOWN, limit: PARTS_SHOWN })
      .then(({ events }) => {
        const own = events.filter((event) => event.actionId === id).reverse();
        if (current) setParts({ id, events: own });
      })
      .catch((thrown: unknown) => console.warn(describeFailure(thrown).message));
    return () => {
      current = false;
    };
  }, [id, returns]);
  return parts !== null && parts.id === id ? parts.events : null;
}
