// A client's keys: made here and shown once, recognised by their first characters, revoked for good.
import { KeyRound, Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Client, ClientKey } from '../../../../shared/model/client.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { liveKeysOf } from './client-draft.ts';
import styles from './clients.module.css';
import { clientsStore } from './clients-store.ts';
import { NewKeyDialog } from './new-key-dialog.tsx';

interface ClientKeysProps {
  readonly client: Client;
  /** With the version of the client that a key was made for. */
  readonly onStored: (version: number) => void;
}

export function ClientKeys({ client, onStored }: ClientKeysProps) {
  const { t } = useTranslation();
  const { addKey } = useStore(clientsStore);
  const [made, setMade] = useState<string | null>(null);
  async function make(): Promise<void> {
    const answer = await addKey(client.name);
    if ('message' in answer) return sayFailed(answer.message);
    setMade(answer.key);
    onStored(answer.version);
  }
  return (
    <section className={styles.keySection} aria-label={t('clients.keys')}>
      <h3>{t('clients.keys')}</h3>
      <p className={styles.hint}>{t('clients.keysNote')}</p>
      {client.keys.length === 0 ? <p>{t('clients.noKeysOf')}</p> : null}
      <ul className={styles.keyList}>
        {client.keys.map((key) => (
          <KeyLine key={key.id} client={client} clientKey={key} />
        ))}
      </ul>
      <div className="buttons">
        <Button writes icon={Plus} onPress={() => void make()}>
          {t('clients.makeKey')}
        </Button>
      </div>
      <NewKeyDialog name={client.name} newKey={made} onClose={() => setMade(null)} />
    </section>
  );
}

function KeyLine({ client, clientKey }: { client: Client; clientKey: ClientKey }) {
  const { t } = useTranslation();
  const [sure, setSure] = useState(false);
  const { hint, createdAt, lastUsedAt, revokedAt } = clientKey;
  return (
    <li className={styles.keyLine} data-revoked={revokedAt !== null}>
      <KeyRound size={14} strokeWidth={1.5} />
      <code>{hint}…</code>
      <span className={styles.hint}>
        {t('clients.made')} <TimeAgo at={createdAt} /> ·{' '}
        {revokedAt !== null ? (
          <>
            {t('clients.revoked')} <TimeAgo at={revokedAt} />
          </>
        ) : lastUsedAt === null ? (
          t('clients.unused')
        ) : (
          <>
            {t('clients.used')} <TimeAgo at={lastUsedAt} />
          </>
        )}
      </span>
      {revokedAt !== null || sure ? null : (
        <Button variant="quiet" label={t('clients.revokeOf', { hint })} onPress={() => setSure(true)}>
          {t('clients.revoke')}
        </Button>
      )}
      {sure && revokedAt === null ? (
        <Revoke client={client} clientKey={clientKey} onDone={() => setSure(false)} />
      ) : null}
    </li>
  );
}

interface RevokeProps {
  readonly client: Client;
  readonly clientKey: ClientKey;
  readonly onDone: () => void;
}

/** Asks once; for the last key of a client, for its name too. */
function Revoke({ client, clientKey: { id, hint }, onDone }: RevokeProps) {
  const { t } = useTranslation();
  const { revokeKey } = useStore(clientsStore);
  const [typed, setTyped] = useState('');
  const isLast = liveKeysOf(client).length === 1;
  async function go(event: FormEvent): Promise<void> {
    event.preventDefault();
    const refused = await revokeKey(id);
    if (refused) sayFailed(refused.message);
    else say(t('clients.revokedNow', { hint, name: client.name }));
    onDone();
  }
  return (
    <form
      className={styles.sure}
      aria-label={t('clients.revokeOf', { hint })}
      onSubmit={(event) => void go(event)}
    >
      <p>{t('clients.revokeNote')}</p>
      {isLast ? (
        <>
          <p>{t('clients.revokeLast', { name: client.name })}</p>
          <TextField
            label={t('clients.typeName')}
            value={typed}
            onChange={setTyped}
            placeholder={client.name}
            autoFocus
          />
        </>
      ) : null}
      <div className="buttons">
        <Button type="submit" variant="primary" writes isDisabled={isLast && typed !== client.name}>
          {t('clients.revokeSure')}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          {t('clients.keep')}
        </Button>
      </div>
    </form>
  );
}
