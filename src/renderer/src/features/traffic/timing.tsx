// Where the time of one request went as a single bar, what its tokens cost, and how much of its prompt a model could reuse,
// beside the request before it in the same conversation.
import { useTranslation } from 'react-i18next';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { formatRoute, useRoute } from '../../session/router.ts';
import { formatBytes, formatMs, formatPercent, formatRate } from '../../ui/format.ts';
import { Section } from '../../ui/section.tsx';
import { prefillMs, prefillPerToken, prefixKept, writingSpeed } from './measures.ts';
import { phasesOf } from './phases.ts';
import styles from './timing.module.css';

export function Timing({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const phases = phasesOf(row.timings);
  const total = row.timings.totalMs;
  return (
    <Section
      title={t('traffic.detail.timing')}
      aside={
        <b className={styles.total}>{total === null ? t('traffic.detail.timingRunning') : formatMs(total)}</b>
      }
    >
      <div className={styles.bar} aria-hidden="true">
        {phases.map(({ phase, ms }) => (
          <span key={phase} data-phase={phase} style={{ flexGrow: ms }} />
        ))}
      </div>
      <ul className={styles.legend}>
        {phases.map(({ phase, ms }) => (
          <li key={phase}>
            <i data-phase={phase} aria-hidden="true" />
            {t(`traffic.detail.phases.${phase}`)} <b>{formatMs(ms)}</b>
          </li>
        ))}
      </ul>
      <TokenFigures row={row} />
    </Section>
  );
}

function TokenFigures({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const { promptTokens, completionTokens } = row.usage;
  const speed = writingSpeed(row);
  const each = prefillPerToken(row);
  const figures = [
    promptTokens === null ? null : t('traffic.detail.tokensIn', { count: promptTokens }),
    completionTokens === null ? null : t('traffic.detail.tokensOut', { count: completionTokens }),
    speed === null ? null : t('traffic.detail.perSecond', { value: formatRate(speed) }),
    each === null ? null : t('traffic.detail.prefillEach', { ms: formatMs(each) }),
  ].filter((figure) => figure !== null);
  return figures.length === 0 ? null : (
    <ul className={styles.figures}>
      {figures.map((figure) => (
        <li key={figure}>{figure}</li>
      ))}
    </ul>
  );
}

/** How much of the prompt stayed the same, what went over the wire, and what that did to the prefill. */
export function Reuse({ row, previous }: { row: TrafficRow; previous: TrafficRow | null }) {
  const { t } = useTranslation();
  const kept = prefixKept(row);
  return (
    <Section
      title={t('traffic.detail.reuse')}
      aside={<b className={styles.total}>{kept === null ? t('traffic.none') : formatPercent(kept)}</b>}
    >
      <div className={styles.prefix} aria-hidden="true">
        <span style={{ width: `${((kept ?? 0) * 100).toFixed(1)}%` }} />
      </div>
      <p className="quiet">
        {kept === null ? t('traffic.detail.prefixNone') : t('traffic.detail.prefixNote')}
      </p>
      {previous === null ? null : <Before row={row} previous={previous} />}
      <ul className={styles.figures}>
        <li>
          {t('traffic.detail.sent')} <b>{formatBytes(row.requestBytes)}</b>
        </li>
        <li>
          {t('traffic.detail.injected')} <b>{formatBytes(row.injectedBytes)}</b>
        </li>
        <li>
          {t('traffic.detail.received')} <b>{formatBytes(row.responseBytes)}</b>
        </li>
      </ul>
    </Section>
  );
}

function Before({ row, previous }: { row: TrafficRow; previous: TrafficRow }) {
  const { t } = useTranslation();
  const { query } = useRoute();
  const reading = [prefillMs(previous), prefillMs(row)] as const;
  const whole = [previous.timings.totalMs, row.timings.totalMs] as const;
  const words = (key: 'beforePrefill' | 'beforeTotal', [before, now]: typeof whole) =>
    before === null || now === null
      ? null
      : t(`traffic.detail.${key}`, { before: formatMs(before), now: formatMs(now) });
  return (
    <p className={styles.before}>
      <a href={formatRoute('traffic', previous.id, query)}>{t('traffic.detail.before')}</a>{' '}
      {words('beforePrefill', reading) ?? words('beforeTotal', whole)}
    </p>
  );
}
