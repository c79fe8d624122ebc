// One event as it stands in the chain: who, what, before and after, and the two hashes.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ChainName } from '../../../../shared/model/audit.ts';
import { api } from '../../session/client.ts';
import { MarkedText } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatFull } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';
import { Change } from './change.tsx';
import { useKindWords } from './kind-words.ts';
import { Recorded } from './recorded.tsx';
import { useListed } from './use-listed.ts';

const ask = (chain: ChainName) => async (page: { before: number; limit: number }) =>
  (await api.audit.events({ chain, ...page })).events;
const ASK = { memory: ask('memory'), host: ask('host'), agent: ask('agent') };

export function EventDetail({ chain, id }: { chain: ChainName; id: number }) {
  const { t } = useTranslation();
  const events = useStore(auditStore, (s) => s.events);
  const kindWords = useKindWords();
  const { row: event, failure, again } = useListed(id, events, ASK[chain]);
  if (failure) return <ErrorState failure={failure} onRetry={again} />;
  if (event === undefined) return <Skeleton rows={6} />;
  if (event === null)
    return <EmptyState drawing="search" title={t('audit.gone')} text={t('audit.goneText')} />;
  return (
    <>
      <Section title={kindWords(event.kind)}>
        <p className={styles.what}>
          <MarkedText text={event.summary} />
        </p>
        <Change payload={event.payload} />
        <Facts
          items={[
            [t('audit.columns.who'), event.actor],
            [t('audit.columns.when'), formatFull(event.at)],
            [t('audit.project'), <code key="project">{event.project}</code>],
            ...(event.conflictId === null
              ? []
              : [
                  [
                    t('audit.conflict'),
                    <a key="conflict" href={formatRoute('conflicts', String(event.conflictId))}>
                      {event.conflictId}
                    </a>,
                  ] as const,
                ]),
            ...(event.actionId === null
              ? []
              : [
                  [
                    t('audit.partOf'),
                    <a key="action" href={formatRoute('audit', String(event.actionId), { view: 'actions' })}>
                      {t('audit.actionTitle', { id: event.actionId })}
                    </a>,
                  ] as const,
                ]),
          ]}
        />
        <div className={styles.recorded}>
          <Recorded payload={event.payload} />
        </div>
      </Section>
      <Section title={t('audit.hashes')}>
        <Facts
          items={[
            [t('audit.hash'), <code key="hash">{event.hash}</code>],
            [t('audit.prevHash'), <code key="prev">{event.prevHash}</code>],
          ]}
        />
        <details className={styles.stored}>
          <summary>{t('audit.asStored')}</summary>
          <p className={styles.quiet}>
            <code>{event.kind}</code>
          </p>
          <pre className={styles.payload}>{JSON.stringify(event.payload, null, 2)}</pre>
        </details>
      </Section>
    </>
  );
}
