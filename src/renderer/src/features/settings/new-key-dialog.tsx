// A new key, for the one time it can be read: the key, and how agents of each kind send it. A click beside it does not
// close it.
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
  const { t } = useTranslation();
  const url = useStatus()?.baseUrl ?? 'http://127.0.0.1:11435';
  return (
    <Dialog
      title={t('clients.newKey', { name })}
      isOpen={newKey !== null}
      onClose={onClose}
      width="wide"
      staysOpen
      foot={
        <Button variant="primary" onPress={onClose}>
          {t('clients.done')}
        </Button>
      }
    >
      <p className="wait">{t('clients.newKeyNote')}</p>
      <div className={styles.secret}>
        <code>{newKey}</code>
        <CopyButton text={newKey ?? ''} label={t('clients.copyKey')} />
      </div>
      <h3 className={styles.useTitle}>{t('clients.use')}</h3>
      <ul className={styles.uses}>
        {KINDS.map((kind) => {
          const line = lineFor(kind, url, newKey ?? '');
          return (
            <li key={kind}>
              <span>{t(`clients.useFor.${kind}`)}</span>
              <code>{line}</code>
              <CopyButton text={line} label={t('clients.copyUse', { name: t(`clients.useFor.${kind}`) })} />
            </li>
          );
        })}
      </ul>
    </Dialog>
  );
}
