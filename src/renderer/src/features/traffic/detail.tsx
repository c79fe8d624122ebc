// The inspector of one request: first what happened to the prompt, then why, how long, how much, and what was learnt.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FactStatus } from '../../../../shared/model/graph.ts';
import type { TrafficDetail } from '../../../../shared/model/traffic.ts';
import { formatRoute } from '../../session/router.ts';
import { cx } from '../../ui/cx.ts';
import { Facts } from '../../ui/facts.tsx';
import { formatFull } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { type Criteria, EVERYTHING, queryOf } from './criteria.ts';
import styles from './detail.module.css';
import { Headline } from './ending/headline.tsx';
import { Loop } from './loop.tsx';
import { PromptDiff } from './prompt-diff.tsx';
import { Segments } from './segments.tsx';
import { Reuse, Timing } from './timing.tsx';
import { trafficStore } from './traffic-store.ts';
import { Why } from './why.tsx';

export function Detail({ id }: { id: string }) {
  const { t } = useTranslation();
  const { detail, previous, detailFailure, open } = useStore(trafficStore);
  const isHere = detail?.row.id === id;
  if (detailFailure && !isHere) return <ErrorState failure={detailFailure} onRetry={() => void open(id)} />;
  if (!isHere) return <Skeleton rows={10} label={t('traffic.detail.loading')} />;
  const { row } = detail;
  return (
    <>
      {detailFailure && !detailFailure.offline ? (
        <ErrorState failure={detailFailure} onRetry={() => void open(id)} compact />
      ) : null}
      <Headline row={row} />
      {detail.loop === null ? null : <Loop loop={detail.loop} row={row} />}
      <PromptDiff detail={detail} />
      {detail.lines.length > 0 ? (
        <Why lines={detail.lines} asked={detail.asked} project={row.project} />
      ) : null}
      <Timing row={row} />
      {row.route === 'other' ? null : <Reuse row={row} previous={previous} />}
      <Learned detail={detail} />
      {detail.segments === null ? null : <Segments segments={detail.segments} />}
      <About detail={detail} />
    </>
  );
}

const STATUSES = [
  ...(['inserted', 'confirmed', 'conflict', 'refused'] as const),
  ...(['retracted', 'absent', 'corrected', 'refined'] as const),
] satisfies readonly FactStatus[];

/** How what was learned is drawn, where it did not simply come in. */
const LEARNED_TONE: Readonly<Record<string, string>> = { conflict: 'wait', refused: 'bad' };

function Learned({ detail: { learned } }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  const status = (name: string) => {
    const known = STATUSES.find((s) => s === name);
    return known ? t(`traffic.learnedStatus.${known}`) : name;
  };
  return (
    <Section title={t('traffic.detail.learned')}>
      {learned.length === 0 ? (
        <p className="muted">{t('traffic.detail.learnedNone')}</p>
      ) : (
        <ul className={styles.learned}>
          {learned.map((fact) => (
            <li key={fact.text}>
              <code>{fact.text}</code>
              <span className={cx('small', LEARNED_TONE[fact.status] ?? 'ok')}>{status(fact.status)}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function About({ detail: { row } }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  const only = (name: 'client' | 'model' | 'upstream' | 'conversation', value: string | null) =>
    value ? (
      <OnlyThis id={row.id} name={t(`traffic.detail.${name}`)} part={{ [name]: value }} value={value} />
    ) : (
      t('traffic.none')
    );
  return (
    <Section title={t('traffic.detail.about')}>
      <Facts
        items={[
          ['id', <code key="id">{row.id}</code>],
          [t('traffic.columns.time'), formatFull(row.at)],
          [t('traffic.detail.client'), only('client', row.client)],
          [t('traffic.detail.model'), only('model', row.model)],
          [t('traffic.detail.route'), t(`traffic.routes.${row.route}`)],
          [t('traffic.detail.upstream'), row.local ? t('traffic.here') : only('upstream', row.upstream)],
          [t('traffic.detail.project'), <code key="project">{row.project}</code>],
          [t('traffic.detail.conversation'), only('conversation', row.conversation)],
        ]}
      />
    </Section>
  );
}

interface OnlyThisProps {
  readonly id: string;
  readonly name: string;
  readonly value: string;
  readonly part: Partial<Criteria>;
}

/** A value that narrows the list to the requests that share it. */
function OnlyThis({ id, name, value, part }: OnlyThisProps) {
  const { t } = useTranslation();
  return (
    <a
      href={formatRoute('traffic', id, queryOf({ ...EVERYTHING, ...part }))}
      title={t('traffic.detail.onlyThis', { name })}
    >
      <code>{value}</code>
    </a>
  );
}
