// What a decision needs to be told before it is made: until when, why of the five reasons, and the reason in a person's words. Enter decides, Esc drops it.
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { JUSTIFICATIONS } from '../../../../../shared/model/evidence/words.ts';
import { formatDay } from '../../../ui/format.ts';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Labelled } from '../../../ui/inputs/labelled.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from './decide.module.css';
import { decideStore } from './decide-store.ts';
import { type Draft, expiryOf, type Problem, problemOf, SPANS } from './draft.ts';

interface DecisionFormProps {
  readonly onDecide: () => void;
  readonly onDrop: () => void;
  /** In a dialog, which has buttons of its own. */
  readonly bare?: boolean;
}

export function DecisionForm({ onDecide, onDrop, bare }: DecisionFormProps) {
  const { t } = useTranslation();
  const { draft, tried, busy, failure, change } = useStore(decideStore);
  const now = useNow();
  if (draft === null) return null;
  const missing = tried ? problemOf(draft, now) : null;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || bare || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onDrop();
  };
  return (
    <form
      className={styles.form}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        onDecide();
      }}
    >
      <p className="muted">{t(`findings.decide.follows.${draft.kind}`)}</p>
      {draft.kind === 'accepted' ? <Until draft={draft} now={now} missing={missing} /> : null}
      {draft.kind === 'not_affected' ? (
        <Labelled words={t('findings.decide.justification')}>
          <Choice
            label={t('findings.decide.justification')}
            value={draft.justification}
            onChange={(justification) => change({ justification })}
            options={JUSTIFICATIONS.map((value) => ({
              value,
              label: t(`findings.decide.justifications.${value}`),
            }))}
          />
        </Labelled>
      ) : null}
      <TextField
        key={draft.kind}
        label={t('findings.decide.reason')}
        value={draft.reason}
        onChange={(reason) => change({ reason })}
        placeholder={t('findings.decide.reasonPlaceholder')}
        maxLength={500}
        problem={missing === 'reason' ? t('findings.decide.problem.reason') : null}
        autoFocus
      />
      {failure ? <ErrorState failure={failure} compact /> : null}
      {bare ? null : (
        <div className="buttons">
          <Button variant="primary" type="submit" writes isDisabled={busy}>
            {t('findings.decide.apply')}
          </Button>
          <Button variant="quiet" onPress={onDrop}>
            {t('action.cancel')}
          </Button>
        </div>
      )}
    </form>
  );
}

function Until({ draft, now, missing }: { draft: Draft; now: number; missing: Problem | null }) {
  const { t } = useTranslation();
  const { change } = useStore(decideStore);
  const until = expiryOf(draft, now);
  return (
    <Labelled words={t('findings.decide.until')}>
      <div className={styles.until}>
        <Segments
          label={t('findings.decide.until')}
          value={draft.span}
          onChange={(span) => change({ span })}
          options={SPANS.map((value) => ({ value, label: t(`findings.decide.days.${value}`) }))}
        />
        {draft.span === 'date' ? (
          <TextField
            label={t('findings.decide.date')}
            type="date"
            value={draft.date}
            onChange={(date) => change({ date })}
            problem={
              missing === null || missing === 'reason' ? null : t(`findings.decide.problem.${missing}`)
            }
            quiet
          />
        ) : (
          <span className="quiet">{until === null ? '' : formatDay(until)}</span>
        )}
      </div>
    </Labelled>
  );
}
