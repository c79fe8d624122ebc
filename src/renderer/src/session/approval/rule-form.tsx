// A rule made from a card: what may be done from now on without being asked, for what, for whom, for how long. It says what it will say before it
// is made. The core refuses what no rule may cover; here that is said instead of offered.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../../shared/model/approval.ts';
import { deedOf } from '../../../../shared/resource-words.ts';
import type { Failure } from '../../ui/failure.ts';
import { formatSoon } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { say } from '../toasts.tsx';
import { approvalsStore, type RuleWish } from './approvals-store.ts';
import styles from './card.module.css';
import { serverNow } from './server-clock.ts';

const HOUR_MS = 3_600_000;
const TERMS = { always: null, hour: HOUR_MS, shift: 8 * HOUR_MS } as const;
type Term = keyof typeof TERMS;

/** Why no rule covers it; null when one may. */
export function whyNoRule({ plan }: Approval): 'notHigh' | 'notPlain' | 'notCovered' | null {
  if (plan.risk === 'high') return 'notHigh';
  if (plan.files.some(({ covered }) => !covered)) return 'notCovered';
  return plan.action === null && plan.argv === null ? 'notPlain' : null;
}

interface RuleFormProps {
  readonly approval: Approval;
  readonly onDone: () => void;
}

export function RuleForm({ approval, onDone }: RuleFormProps) {
  const { t } = useTranslation();
  const { plan, session, status } = approval;
  const { name, kind } = plan.resource;
  const [resource, setResource] = useState<RuleWish['resource']>('this');
  const [who, setWho] = useState<RuleWish['session']>(session === null ? 'any' : 'this');
  const [term, setTerm] = useState<Term>('always');
  const [anyWord, setAnyWord] = useState<readonly number[]>([]);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const kindWord = t(`approval.kind.${kind}`);
  async function make(): Promise<void> {
    const ms = TERMS[term];
    setBusy(true);
    const expiresAt = ms === null ? null : Math.round(serverNow()) + ms;
    const wish = { approvalId: approval.id, resource, session: who, anyWord: [...anyWord], expiresAt };
    const made = await approvalsStore.getState().makeRule(wish);
    setBusy(false);
    if ('code' in made) return setFailure(made);
    say(t('approval.rule.made', { summary: made.summary }));
    onDone();
  }
  return (
    <form
      className={styles.form}
      aria-label={t('approval.rule.title')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onDone();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void make();
      }}
      data-rule-form
    >
      <b>{t('approval.rule.title')}</b>
      {plan.action === null && plan.argv ? (
        <Words argv={plan.argv} anyWord={anyWord} onChange={setAnyWord} />
      ) : null}
      <Row label={t('approval.rule.where')}>
        <Segments
          label={t('approval.rule.where')}
          value={resource}
          onChange={setResource}
          options={[
            { value: 'this', label: t('approval.rule.this', { name }) },
            { value: 'kind', label: t('approval.rule.kind', { kind: kindWord }) },
          ]}
        />
      </Row>
      {session === null ? null : (
        <Row label={t('approval.rule.who')}>
          <Segments
            label={t('approval.rule.who')}
            value={who}
            onChange={setWho}
            options={[
              { value: 'this', label: t('approval.rule.session') },
              { value: 'any', label: t('approval.rule.any') },
            ]}
          />
        </Row>
      )}
      <Row label={t('approval.rule.until')}>
        <Segments
          label={t('approval.rule.until')}
          value={term}
          onChange={setTerm}
          options={(['always', 'hour', 'shift'] as const).map((value) => ({
            value,
            label: t(`approval.rule.${value}`),
          }))}
        />
      </Row>
      <RuleSays approval={approval} wish={{ resource, who, term, anyWord }} />
      {failure ? <ErrorState failure={failure} compact /> : null}
      <div className={styles.foot}>
        <Button variant="quiet" onPress={onDone}>
          {t('action.cancel')}
        </Button>
        <span className="quiet push">{status === 'pending' ? t('approval.rule.stillWaits') : ''}</span>
        <Button writes type="submit" variant="primary" isDisabled={isBusy}>
          {t('approval.rule.make')}
        </Button>
      </div>
    </form>
  );
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.ruleRow}>
      <span className="quiet" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  );
}

interface WordsProps {
  readonly argv: readonly string[];
  readonly anyWord: readonly number[];
  readonly onChange: (places: readonly number[]) => void;
}

/** The command word by word; one that is pressed may be any word. The program and options may not. */
function Words({ argv, anyWord, onChange }: WordsProps) {
  const { t } = useTranslation();
  return (
    <Row label={t('approval.rule.words')}>
      <div className={styles.words}>
        {argv.map((word, at) => {
          const place = `${String(at)} ${word}`;
          if (at === 0 || word.startsWith('-')) return <code key={place}>{word}</code>;
          const isAny = anyWord.includes(at);
          return (
            <button
              key={place}
              type="button"
              className={styles.word}
              aria-pressed={isAny}
              aria-label={t('approval.rule.may', { word })}
              onClick={() => onChange(isAny ? anyWord.filter((one) => one !== at) : [...anyWord, at])}
            >
              {word}
            </button>
          );
        })}
      </div>
      <span className="quiet">{t('approval.rule.wordsHint')}</span>
    </Row>
  );
}

interface SaysProps {
  readonly approval: Approval;
  readonly wish: {
    readonly resource: RuleWish['resource'];
    readonly who: RuleWish['session'];
    readonly term: Term;
    readonly anyWord: readonly number[];
  };
}

/** The rule as a sentence, before it is one. */
function RuleSays({ approval, wish }: SaysProps) {
  const { t } = useTranslation();
  const { plan } = approval;
  const { name, kind } = plan.resource;
  const what =
    plan.action === null && plan.argv
      ? plan.argv.map((word, at) => (wish.anyWord.includes(at) ? '…' : word)).join(' ')
      : deedOf(plan);
  const ms = TERMS[wish.term];
  const now = serverNow();
  return (
    <p className={styles.ruleSays} role="status">
      <span className="quiet">{t('approval.rule.says')}</span>{' '}
      {wish.resource === 'this'
        ? t('approval.rule.saysThis', { what, name })
        : t('approval.rule.saysKind', { what, kind: t(`approval.kind.${kind}`) })}
      {plan.files.length > 0
        ? t('approval.rule.saysFiles', { files: plan.files.map(({ path }) => path).join(', ') })
        : null}
      {t(wish.who === 'this' ? 'approval.rule.saysSession' : 'approval.rule.saysAny')}
      {ms === null
        ? t('approval.rule.saysAlways')
        : t('approval.rule.saysUntil', { time: formatSoon(now + ms, now) })}
    </p>
  );
}
