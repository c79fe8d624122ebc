// A new key, for the one time it can be read: the key, and how agents of each kind send it. A click beside it does not
// close it; Esc asks first, unless it was copied.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStatus } from '../../session/system-store.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './clients.module.css';

interface NewKeyDialogProps {
  readonly name: string;
  /** Null: closed. */
  readonly newKey: string | null;
  readonly onClose: () => void;
}

const KINDS = ['ollama', 'openai', 'anthropic'] as const;

/** What is written where an agent is set up. */
function lineFor(kind: (typeof KINDS)[number], url: string, key: string): string {
  switch (kind) {
    case 'ollama':
      return `Client(host="${url}", headers={"Authorization": "Bearer ${key}"})`;
    case 'openai':
      return `OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=${key}`;
    case 'anthropic':
      return `ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=${key}`;
  }
}

export function NewKeyDialog({ name, newKey, onClose }: NewKeyDialogProps) {
  return newKey === null ? null : <Shown name={name} newKey={newKey} onClose={onClose} />;
}

function Shown({ name, newKey, onClose }: { name: string; newKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  const url = useStatus()?.baseUrl ?? 'http://127.0.0.1:11435';
  const [copied, setCopied] = useState(false);
  const [asked, setAsked] = useState(false);
  const note = () => setCopied(true);
  const leave = () => {
    if (copied) onClose();
    else setAsked((before) => !before);
  };
  return (
    <Dialog
      title={t('clients.newKey', { name })}
      isOpen
      onClose={leave}
      width="wide"
      staysOpen
      foot={
        asked && !copied ? (
          <NotCopied newKey={newKey} onClose={onClose} />
        ) : (
          <Button variant="primary" onPress={onClose}>
            {t('clients.done')}
          </Button>
        )
      }
    >
      {/* Selected and copied by hand counts, too. */}
      <div
        className={styles.shown}
        onCopy={() => (String(window.getSelection()).includes(newKey) ? note() : undefined)}
      >
        <p className="wait">{t('clients.newKeyNote')}</p>
        <div className={styles.secret}>
          <code>{newKey}</code>
          <CopyButton text={newKey} label={t('clients.copyKey')} onCopied={note} />
        </div>
        <h3 className={styles.useTitle}>{t('clients.use')}</h3>
        <ul className={styles.uses}>
          {KINDS.map((kind) => {
            const line = lineFor(kind, url, newKey);
            const label = t('clients.copyUse', { name: t(`clients.useFor.${kind}`) });
            return (
              <li key={kind}>
                <span>{t(`clients.useFor.${kind}`)}</span>
                <code>{line}</code>
                <CopyButton text={line} label={label} onCopied={note} />
              </li>
            );
          })}
        </ul>
      </div>
    </Dialog>
  );
}

/** Asked before the key is gone for good; Esc goes back to it. */
function NotCopied({ newKey, onClose }: { newKey: string; onClose: () => void }) {
  const { t } = useTranslation();
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus(), []);
  return (
    <>
      <p className={styles.notCopied} role="alert">
        {t('clients.notCopied')}
      </p>
      <Button onPress={onClose}>{t('clients.closeWithout')}</Button>
      <Button
        ref={first}
        variant="primary"
        onPress={() => void navigator.clipboard.writeText(newKey).then(onClose)}
      >
        {t('clients.copyAndClose')}
      </Button>
    </>
  );
}
