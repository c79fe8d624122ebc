// Why not: a few reasons with one key each, and any other in words. One is needed: it is told to who asked. Used for one approval and for several.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './card.module.css';

/** In the order of their keys. */
const REASONS = ['notNow', 'notThis', 'tooRisky', 'byMyself'] as const;

interface DenyFormProps {
  readonly onDeny: (reason: string) => void;
  readonly onBack: () => void;
  readonly isBusy: boolean;
}

export function DenyForm({ onDeny, onBack, isBusy }: DenyFormProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState('');
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  const deny = (why: string) => {
    if (why.trim() !== '' && !isBusy) onDeny(why.trim());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      return onBack();
    }
    const isTyping = event.target instanceof HTMLInputElement;
    // A key that is held decides nothing.
    if (isTyping || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const chosen = REASONS[Number(event.key) - 1];
    if (chosen === undefined) return;
    event.preventDefault();
    deny(t(`approval.why.${chosen}`));
  };
  return (
    <form
      className={styles.form}
      aria-label={t('approval.denyTitle')}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        deny(reason);
      }}
      data-deny-form
    >
      <p>
        <b>{t('approval.denyTitle')}</b> <span className="quiet">{t('approval.denyTold')}</span>
      </p>
      <div className="buttons">
        {REASONS.map((each, at) => (
          <Button
            key={each}
            writes
            {...(at === 0 ? { ref: first } : {})}
            onPress={() => deny(t(`approval.why.${each}`))}
          >
            {t(`approval.why.${each}`)}
            <span className={styles.cap} aria-hidden="true">
              <Kbd keys={String(at + 1)} />
            </span>
          </Button>
        ))}
      </div>
      <TextField label={t('approval.denyReason')} value={reason} onChange={setReason} maxLength={500} />
      <div className={styles.foot}>
        <Button variant="quiet" onPress={onBack}>
          {t('approval.denyBack')}
        </Button>
        <span className="push" />
        <Button writes type="submit" isDisabled={reason.trim() === '' || isBusy}>
          {t('approval.denyWith')}
        </Button>
      </div>
    </form>
  );
}
