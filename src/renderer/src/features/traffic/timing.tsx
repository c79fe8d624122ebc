// Where the time and the bytes of one request went: a single bar, then figures.
import { useTranslation } from 'react-i18next';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { formatBytes, formatCount, formatMs, formatPercent } from '../../app/format.ts';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';
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
    </Section>
  );
}

export function Bytes({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const forwarded = row.requestBytes + row.injectedBytes;
  const ratio = forwarded === 0 ? 0 : Math.min(1, row.prefixBytes / forwarded);
  return (
    <Section title={t('traffic.detail.bytes')}>
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
        <li>
          {t('traffic.detail.prefix')} <b>{formatBytes(row.prefixBytes)}</b>
        </li>
      </ul>
      <div className={styles.prefix} aria-hidden="true">
        <span style={{ width: `${(ratio * 100).toFixed(1)}%` }} />
      </div>
      <p className={styles.note}>
        {row.prefixBytes === 0
          ? t('traffic.detail.prefixNone')
          : t('traffic.detail.prefixNote', { ratio: formatPercent(ratio) })}
      </p>
    </Section>
  );
}

/** Tokens per second from a count and nanoseconds; null when either is missing. */
function speed(tokens: number | null, ns: number | null): number | null {
  return tokens === null || ns === null || ns === 0 ? null : tokens / (ns / 1e9);
}

export function Tokens({ row: { usage } }: { row: TrafficRow }) {
  const { t } = useTranslation();
  if (usage.promptTokens === null && usage.completionTokens === null) return null;
  const perSecond = speed(usage.completionTokens, usage.evalNs);
  const items: (readonly [string, string])[] = [
    [
      t('traffic.detail.usagePrompt'),
      usage.promptTokens === null ? t('traffic.none') : formatCount(usage.promptTokens),
    ],
    [
      t('traffic.detail.usageCompletion'),
      usage.completionTokens === null ? t('traffic.none') : formatCount(usage.completionTokens),
    ],
  ];
  if (usage.promptEvalNs !== null)
    items.push([t('traffic.detail.prefill'), formatMs(usage.promptEvalNs / 1e6)]);
  if (perSecond !== null) {
    items.push([t('traffic.detail.speed'), t('traffic.detail.perSecond', { value: perSecond.toFixed(1) })]);
  }
  return (
    <Section title={t('traffic.detail.usage')}>
      <Facts items={items} />
    </Section>
  );
}
