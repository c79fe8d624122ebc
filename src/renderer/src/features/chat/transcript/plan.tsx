// A plan: every write with exactly what runs, to be looked at whole and approved or denied as one. Yes is never what has the focus by itself.
import { Ban, Check, CircleCheck, Hourglass, ListChecks } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { DenyForm } from '../../../session/approval/deny-form.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { conversationStore } from '../conversation/conversation-store.ts';
import { Fold } from './fold.tsx';
import styles from './plan.module.css';

type Plan = EntryOf<'plan'>;

const STATE = {
  waiting: { Icon: Hourglass, tone: 'wait' },
  approved: { Icon: CircleCheck, tone: 'ok' },
  denied: { Icon: Ban, tone: 'bad' },
  expired: { Icon: Hourglass, tone: 'wait' },
} as const;

const RISKS = ['low', 'medium', 'high'] as const;

export const PlanCard = memo(function PlanCard({ entry }: { entry: Plan }) {
  const { t } = useTranslation();
  const { Icon, tone } = STATE[entry.state];
  return (
    <section
      className={styles.plan}
      data-entry="plan"
      data-plan={entry.state}
      aria-label={t('chat.plan.title')}
    >
      <header className={styles.head}>
        <ListChecks size={16} strokeWidth={1.75} aria-hidden="true" />
        <h3 className={styles.title}>{t('chat.plan.steps', { count: entry.steps.length })}</h3>
        <span className={styles.state} data-tone={tone}>
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" /> {t(`chat.plan.state.${entry.state}`)}
        </span>
      </header>
      <ol className={styles.steps}>
        {entry.steps.map((step, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a plan does not change
          <Step key={at} step={step} number={at + 1} />
        ))}
      </ol>
      {entry.state === 'waiting' ? <Word entry={entry} /> : null}
    </section>
  );
});

function Step({ step, number }: { step: Plan['steps'][number]; number: number }) {
  const { t } = useTranslation();
  const risk = RISKS.find((each) => each === step.risk);
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <div className={styles.what}>
        <p>
          <b>{step.description}</b>{' '}
          <span className={styles.risk} data-risk={step.risk}>
            {risk ? t(`approval.risk.${risk}`) : step.risk}
          </span>
        </p>
        <code className={styles.runs}>{step.runs}</code>
        <p className="quiet">{step.undo ?? t('approval.undo.none')}</p>
        {step.preview === null ? null : (
          <Fold quiet summary={t('approval.changes')} name="preview">
            <pre className={styles.preview}>{step.preview}</pre>
          </Fold>
        )}
      </div>
    </li>
  );
}

/** A card that has just come takes no press that was meant for something else. */
const UNSEEN_MS = 500;

function Word({ entry }: { entry: Plan }) {
  const { t } = useTranslation();
  const [isDenying, setDenying] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  async function decide(approve: boolean, reason: string): Promise<void> {
    if (isBusy || performance.now() - shownAt.current < UNSEEN_MS) return;
    setBusy(true);
    const { decidePlan } = conversationStore.getState();
    setFailure(await decidePlan(entry.id, entry.plan_hash, approve, reason));
    setBusy(false);
  }
  return (
    <div className={styles.word} data-decide>
      {failure ? <ErrorState failure={failure} compact /> : null}
      {isDenying ? (
        <DenyForm
          isBusy={isBusy}
          onBack={() => setDenying(false)}
          onDeny={(reason) => void decide(false, reason)}
        />
      ) : (
        <div className={styles.buttons}>
          <span data-deny>
            <Button icon={Ban} writes onPress={() => setDenying(true)}>
              {t('approval.deny')}
            </Button>
          </span>
          <span className="push" />
          <span data-approve>
            <Button
              variant="primary"
              icon={Check}
              writes
              isDisabled={isBusy}
              onPress={() => void decide(true, '')}
            >
              {t('chat.plan.approve', { count: entry.steps.length })}
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
