// One fact from the operator, by the grammar of `iknowthat`; the core's answer stands under the field.
import { type FormEvent, useRef, useState } from 'react';
import { Input, Label, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { endWords } from '../../../../../shared/fact-end.ts';
import { formatRoute } from '../../../session/router.ts';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import fields from '../../../ui/inputs/text-field.module.css';
import { TextField as LabelledField } from '../../../ui/inputs/text-field.tsx';
import { conceptsStore, type Told } from '../concepts-store.ts';
import styles from './tell.module.css';
import { TellContext, typedContext } from './tell-context.tsx';

/** A name as it is typed into a fact. */
export const asTyped = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '_');

export function Tell({ token }: { token: string | null }) {
  const { t } = useTranslation();
  const { tell } = useStore(conceptsStore);
  const [fact, setFact] = useState(token === null ? '' : `${token} -isa `);
  const [until, setUntil] = useState('');
  const [told, setTold] = useState<Told | null>(null);
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const isInContext = typedContext(fact) !== null;
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (fact.trim() === '' || busy) return;
    setBusy(true);
    const answer = await tell(fact.trim(), until);
    setBusy(false);
    setTold(answer);
    if (!answer.ok || answer.answer.status === 'refused') return;
    setFact('');
    setUntil('');
  }
  return (
    <form className={styles.tell} onSubmit={(event) => void submit(event)}>
      <TextField
        className={cx(styles.field)}
        value={fact}
        onChange={(next) => {
          setFact(next);
          setTold(null);
        }}
        isInvalid={told?.ok === false}
      >
        <Label className={cx(styles.label)}>{t('concepts.tell.title')}</Label>
        <Input
          ref={field}
          className={cx(fields.input, fields.mono)}
          placeholder={t('concepts.tell.placeholder', { token: token ?? t('concepts.tell.token') })}
          spellCheck={false}
          autoCapitalize="none"
          maxLength={4096}
        />
      </TextField>
      <Button writes type="submit" isDisabled={busy || fact.trim() === ''}>
        {t('concepts.tell.submit')}
      </Button>
      <div className={styles.until}>
        <LabelledField
          type="date"
          label={t('concepts.tell.until')}
          hint={t('concepts.tell.untilHint')}
          value={until}
          onChange={(next) => {
            setUntil(next);
            setTold(null);
          }}
        />
      </div>
      <div className={styles.answer} role="status">
        {told !== null ? <Answer told={told} /> : isInContext ? null : t('concepts.tell.hint')}
      </div>
      {isInContext ? (
        <div className={styles.answer}>
          <TellContext
            fact={fact}
            onChoose={(chosen) => {
              setFact(chosen);
              field.current?.focus();
            }}
          />
        </div>
      ) : null}
    </form>
  );
}

function Answer({ told }: { told: Told }) {
  const { t } = useTranslation();
  if (!told.ok) {
    const { column } = told.failure.details;
    return (
      <span className="bad">
        {typeof column === 'number' ? `${t('concepts.tell.column', { column })}: ` : ''}
        {told.failure.message}
      </span>
    );
  }
  const { status, concept, parent, dimension, conflict_id: conflict, reason, until } = told.answer;
  switch (status) {
    case 'inserted':
    case 'confirmed':
      return (
        <span className="ok">
          {t(`concepts.tell.${status}`, { concept, parent, dimension })}
          {until === undefined ? '' : ` ${t('concepts.tell.ends', { end: endWords(Date.parse(until)) })}`}
        </span>
      );
    case 'conflict':
      return (
        <span className="wait">
          {t('concepts.tell.conflict')}{' '}
          {conflict === undefined ? null : (
            <a href={formatRoute('conflicts', String(conflict))}>{t('concepts.tell.conflictOpen')}</a>
          )}
        </span>
      );
    case 'refused':
      return <span className="bad">{t('concepts.tell.refused', { reason: reason ?? status })}</span>;
  }
}
