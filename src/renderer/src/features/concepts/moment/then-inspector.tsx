// The inspector of a concept at another moment: its facts as they stood then, and plainly nothing of what is known now.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Api, api, describeFailure } from '../../../session/client.ts';
import { DimensionMark, EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { formatRoute } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatFull, formatPercent } from '../../../ui/format.ts';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { WhyPanel } from '../why/why-panel.tsx';
import styles from './moment.module.css';

type Period = Awaited<ReturnType<Api['audit']['asOf']>>[number];

export function ThenInspector({ token, at }: { token: string; at: number }) {
  const { t } = useTranslation();
  const of = `${String(at)} ${token}`;
  const [read, setRead] = useState<{ of: string; periods: readonly Period[] } | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  useEffect(() => {
    let isLatest = true;
    setFailure(null);
    api.audit
      .asOf({ token, at })
      .then((periods) => {
        if (isLatest) setRead({ of: `${String(at)} ${token}`, periods });
      })
      .catch((thrown: unknown) => {
        if (isLatest) setFailure(describeFailure(thrown));
      });
    return () => {
      isLatest = false;
    };
  }, [token, at]);
  return (
    <>
      <WhyPanel />
      <Section title={t('concepts.moment.factsThen', { time: formatFull(at) })}>
        {failure ? (
          <ErrorState failure={failure} compact />
        ) : read?.of !== of ? (
          <Skeleton rows={4} />
        ) : read.periods.length === 0 ? (
          <p className="quiet">{t('concepts.moment.thenNone')}</p>
        ) : (
          <ul>
            {read.periods.map((period) => (
              <Held key={`${String(period.edgeId)} ${String(period.validFrom)}`} period={period} at={at} />
            ))}
          </ul>
        )}
        <p className="quiet">{t('concepts.moment.thenTold')}</p>
      </Section>
    </>
  );
}

function Held({ period, at }: { period: Period; at: number }) {
  const { t } = useTranslation();
  const { concept, parent, dimension, isIsa, confidence, source, validFrom, validTo } = period;
  return (
    <li className={styles.fact}>
      <p className={styles.factHead}>
        <a href={formatRoute('concepts', concept, { dim: dimension, at: String(at) })}>
          <DimensionMark name={dimension} />
        </a>
        <EdgeStroke isIsa={isIsa} confidence={confidence} />
        <a href={formatRoute('concepts', parent, { dim: dimension, at: String(at) })}>
          <Token token={parent} plain />
        </a>
        <span className="push" />
        {formatPercent(confidence)} <SourceChip source={source} />
      </p>
      <p className={styles.when}>
        {t('concepts.moment.since', { time: formatFull(validFrom) })},{' '}
        {validTo === null
          ? t('concepts.moment.still')
          : t('concepts.moment.until', { time: formatFull(validTo) })}
      </p>
    </li>
  );
}
