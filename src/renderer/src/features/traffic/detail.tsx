// The inspector of one request: first what happened to the prompt, then why, how long, how much, and what was learnt.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { TrafficDetail } from '../../../../shared/model/traffic.ts';
import { formatFull } from '../../app/format.ts';
import { formatRoute } from '../../app/router.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './detail.module.css';
import { PromptDiff } from './prompt-diff.tsx';
import { Segments } from './segments.tsx';
import { Bytes, Timing, Tokens } from './timing.tsx';
import { trafficStore } from './traffic-store.ts';
import { Why } from './why.tsx';

export function Detail({ id }: { id: string }) {
  const { t } = useTranslation();
  const { detail, detailFailure, open } = useStore(trafficStore);
  if (detailFailure) return <ErrorState failure={detailFailure} onRetry={() => void open(id)} />;
  if (!detail || detail.row.id !== id) return <Skeleton rows={10} label={t('traffic.detail.loading')} />;
  return (
    <>
      <Headline detail={detail} />
      <PromptDiff detail={detail} />
      {detail.lines.length > 0 ? <Why lines={detail.lines} /> : null}
      <Timing row={detail.row} />
      <Bytes row={detail.row} />
      <Tokens row={detail.row} />
      <Learned detail={detail} />
      {detail.segments === null ? null : <Segments segments={detail.segments} />}
      <About detail={detail} />
    </>
  );
}

function Headline({ detail: { row } }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  return (
    <p className={styles.headline}>
      <span className={styles.state} data-state={row.state}>
        {t(`traffic.state.${row.state}`)}
        {row.status === null ? '' : ` ${String(row.status)}`}
      </span>
      <span>
        <TimeAgo at={row.at} />
      </span>
      <span>{row.client}</span>
      {row.model === null ? null : <code>{row.model}</code>}
      {row.error === null ? null : <span className={styles.error}>{row.error}</span>}
    </p>
  );
}

function Learned({ detail: { learned } }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  const status = (name: string) => {
    const known = (['inserted', 'confirmed', 'conflict', 'refused'] as const).find((s) => s === name);
    return known ? t(`traffic.learnedStatus.${known}`) : name;
  };
  return (
    <Section title={t('traffic.detail.learned')}>
      {learned.length === 0 ? (
        <p className={styles.quiet}>{t('traffic.detail.learnedNone')}</p>
      ) : (
        <ul className={styles.learned}>
          {learned.map((fact) => (
            <li key={fact.text}>
              <code>{fact.text}</code>
              <span data-status={fact.status}>{status(fact.status)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function About({ detail: { row } }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  return (
    <Section title={t('traffic.detail.about')}>
      <Facts
        items={[
          ['id', <code key="id">{row.id}</code>],
          [t('traffic.columns.time'), formatFull(row.at)],
          [t('traffic.detail.client'), row.client],
          [t('traffic.detail.project'), <code key="project">{row.project}</code>],
          [
            t('traffic.detail.conversation'),
            row.conversation === null ? (
              t('traffic.none')
            ) : (
              <a key="conversation" href={formatRoute('traffic', row.id, { q: row.conversation })}>
                <code>{row.conversation}</code>
              </a>
            ),
          ],
          [t('traffic.detail.upstream'), <code key="upstream">{row.upstream}</code>],
        ]}
      />
    </Section>
  );
}
