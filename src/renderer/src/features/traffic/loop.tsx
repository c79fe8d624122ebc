// Why this request counts as part of a loop: what repeats and how often, what was done about it step by step, the turns it
// rests on; and the way out.
import { Ban, Check, Repeat2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { LoopVerdict } from '../../../../shared/model/loop.ts';
import type { TrafficRow } from '../../../../shared/model/traffic.ts';
import { letLoopGo } from '../../session/let-loop-go.ts';
import { formatRoute } from '../../session/router.ts';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './loop.module.css';

type Step = LoopVerdict['applied'][number];

/** In the order in which they are taken up. */
const STEPS: readonly Step[] = ['feedback', 'sampling', 'forbid', 'collapse', 'break'];

export function Loop({ loop, row }: { loop: LoopVerdict; row: TrafficRow }) {
  const { t } = useTranslation();
  const { conversation } = row;
  return (
    <section className={styles.loop} aria-label={t('loops.title')}>
      <h3 className={styles.title}>
        <Repeat2 size={16} strokeWidth={1.75} />
        {t('loops.title')}
        <span className={styles.level}>{t('loops.level', { level: loop.level })}</span>
      </h3>
      <dl className={styles.facts}>
        <dt>{t('loops.repeats')}</dt>
        <dd>
          <code>{loop.subject}</code>
        </dd>
        <dt>{t('loops.seen')}</dt>
        <dd>
          {t('loops.copies', { turns: t('loops.turns', { count: loop.period }), copies: loop.copies })}.{' '}
          {t(`loops.ruleLong.${loop.rule}`)}
        </dd>
      </dl>
      <Steps loop={loop} />
      <Evidence loop={loop} />
      <p className={styles.ways}>
        {conversation === null ? null : (
          <Button writes onPress={() => void letLoopGo(conversation)}>
            {t('loops.letGo')}
          </Button>
        )}
        <a href={formatRoute('settings', null, { tab: 'clients', client: row.client })}>
          {t('loops.switches')}
        </a>
      </p>
    </section>
  );
}

function Steps({ loop }: { loop: LoopVerdict }) {
  const { t } = useTranslation();
  const chant = loop.applied.includes('cut') || loop.skipped.includes('cut') || loop.rule === 'chant';
  const steps = chant ? [...STEPS, 'cut' as const] : STEPS;
  return (
    <ol className={styles.steps} aria-label={t('loops.steps')}>
      {steps.map((step, index) => {
        const status = loop.applied.includes(step)
          ? 'applied'
          : loop.skipped.includes(step)
            ? 'skipped'
            : 'notYet';
        const Icon = { applied: Check, skipped: Ban, notYet: null }[status];
        return (
          <li key={step} data-status={status} title={t(`loops.stepLong.${step}`)}>
            {Icon ? <Icon size={14} strokeWidth={2} /> : <b aria-hidden="true">{index + 1}</b>}
            <span className={styles.step}>{t(`loops.step.${step}`)}</span>
            <span className="sr-only">: {t(`loops.${status}`)}</span>
          </li>
        );
      })}
    </ol>
  );
}

function Evidence({ loop: { explanation, evidence } }: { loop: LoopVerdict }) {
  const { t } = useTranslation();
  return (
    <details className={styles.evidence}>
      <summary>{t('loops.evidence')}</summary>
      <p>{explanation}</p>
      <ol>
        {evidence.map((turn, index) => (
          <li key={`turn-${String(index)}`}>
            <b>{turn.role}</b>
            <pre>{turn.text}</pre>
          </li>
        ))}
      </ol>
    </details>
  );
}
