// What a client may do, as a form; its keys; and forgetting it. A policy that somebody else changed meanwhile is not
// overwritten: the form says so and shows what it is now.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Client, ClientPolicy } from '../../../../shared/model/client.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import type { Failure } from '../../ui/failure.ts';
import { formatSoon } from '../../ui/format.ts';
import { AskedTwice } from '../../ui/inputs/asked-twice.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { ASKS, type ClientDraft, draftOf, LEARNS, policyOf, REMEDIES } from './client-draft.ts';
import { ClientKeys } from './client-keys.tsx';
import styles from './clients.module.css';
import { clientsStore } from './clients-store.ts';

export function ClientPanel({ client, onDone }: { client: Client; onDone: () => void }) {
  // Another version is another form: what was typed into the old one was about something else.
  const [seen, setSeen] = useState(client);
  // A first key stores the client; what was typed stays.
  const [version, setVersion] = useState(client.version);
  const lookAgain = () => {
    setSeen(client);
    setVersion(client.version);
  };
  return (
    <div className={styles.panel}>
      <PolicyForm
        key={seen.version}
        client={seen}
        version={version}
        onSaved={onDone}
        onLookAgain={lookAgain}
      />
      <ClientKeys client={client} onStored={(made) => setVersion((known) => (known === 0 ? made : known))} />
      {client.stored ? <Forget client={client} onDone={onDone} /> : null}
    </div>
  );
}

/** A client by a name that nobody has shown yet. @param onDone with the name once it is stored, null when it is not */
export function NewClient({ onDone }: { onDone: (name: string | null) => void }) {
  const { t } = useTranslation();
  return (
    <section className={styles.newClient} aria-label={t('clients.addTitle')}>
      <PolicyForm client={null} version={0} onSaved={onDone} onCancel={() => onDone(null)} />
    </section>
  );
}

interface PolicyFormProps {
  /** Null: a new one, which gets its name here. */
  readonly client: Client | null;
  /** What is stored now, as far as one knows here. */
  readonly version: number;
  readonly onSaved: (name: string) => void;
  readonly onLookAgain?: () => void;
  readonly onCancel?: () => void;
}

function PolicyForm({ client, version, onSaved, onLookAgain, onCancel }: PolicyFormProps) {
  const { t } = useTranslation();
  const { save } = useStore(clientsStore);
  const [name, setName] = useState(client?.name ?? '');
  const [draft, setDraft] = useState(() => draftOf(client ?? undefined));
  const [failure, setFailure] = useState<Failure | string | null>(null);
  const put = (part: Partial<ClientDraft>) => setDraft((d) => ({ ...d, ...part }));
  async function store(policy: ClientPolicy): Promise<void> {
    const refused = await save(name.trim(), policy, version);
    setFailure(refused);
    if (refused) return;
    say(t('clients.saved', { name: name.trim() }));
    onSaved(name.trim());
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    const policy = policyOf(draft);
    if ('wrong' in policy) setFailure(t('clients.wholeNumber', { field: t(`clients.${policy.wrong}`) }));
    else void store(policy);
  }
  const isStale = typeof failure === 'object' && failure?.code === 'STALE_VERSION';
  return (
    <form className={styles.form} onSubmit={submit}>
      <h3>{t(client ? 'clients.policy' : 'clients.addTitle')}</h3>
      {client ? null : (
        <Hinted hint={t('clients.nameHint')}>
          <TextField label={t('clients.name')} value={name} onChange={setName} maxLength={64} autoFocus />
        </Hinted>
      )}
      <Limits draft={draft} put={put} />
      <Learns draft={draft} put={put} />
      <Asks draft={draft} put={put} client={client} />
      <Remedies draft={draft} put={put} />
      {failure === null ? null : (
        <p className="bad" role="alert">
          {typeof failure === 'string' ? failure : failure.message}
        </p>
      )}
      <div className="buttons">
        <Button type="submit" variant="primary" writes isDisabled={name.trim() === ''}>
          {t(client ? 'settings.save' : 'clients.add')}
        </Button>
        {isStale && onLookAgain ? <Button onPress={onLookAgain}>{t('clients.stale')}</Button> : null}
        {onCancel ? (
          <Button variant="quiet" onPress={onCancel}>
            {t('action.cancel')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

interface DraftProps {
  readonly draft: ClientDraft;
  readonly put: (part: Partial<ClientDraft>) => void;
}

function Limits({ draft, put }: DraftProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.limits}>
      <Hinted hint={t('clients.projectHint')}>
        <TextField
          label={t('clients.project')}
          value={draft.project}
          onChange={(project) => put({ project })}
        />
      </Hinted>
      <Hinted hint={t('clients.concurrencyHint')}>
        <TextField
          label={t('clients.concurrency')}
          value={draft.concurrency}
          onChange={(concurrency) => put({ concurrency })}
        />
      </Hinted>
      <Hinted hint={t('clients.rateHint')}>
        <TextField label={t('clients.rate')} value={draft.rate} onChange={(rate) => put({ rate })} />
      </Hinted>
      <div className={styles.noteField}>
        <TextField
          label={t('clients.note')}
          value={draft.note}
          onChange={(note) => put({ note })}
          maxLength={500}
        />
      </div>
    </div>
  );
}

function Learns({ draft, put }: DraftProps) {
  const { t } = useTranslation();
  const options = LEARNS.map((value) => ({ value, label: t(`clients.learningFor.${value}`) }));
  return (
    <fieldset className={styles.remedies}>
      <legend>{t('clients.learning')}</legend>
      <Hinted hint={t('clients.learningHint')}>
        <Choice
          label={t('clients.learning')}
          value={draft.learning}
          options={options}
          onChange={(learning) => put({ learning })}
        />
      </Hinted>
    </fieldset>
  );
}

/** Whether it is asked what words mean, and what it made of that so far. */
function Asks({ draft, put, client }: DraftProps & { readonly client: Client | null }) {
  const { t } = useTranslation();
  const options = ASKS.map((value) => ({ value, label: t(`clients.questionsFor.${value}`) }));
  return (
    <fieldset className={styles.remedies}>
      <legend>{t('clients.questions')}</legend>
      <Hinted hint={t('clients.questionsHint')}>
        <Choice
          label={t('clients.questions')}
          value={draft.questions}
          options={options}
          onChange={(questions) => put({ questions })}
        />
      </Hinted>
      {client && client.leftAloneUntil !== null && client.questions === 'sparing' ? (
        <p role="status">
          {t('clients.leftAlone', { until: formatSoon(client.leftAloneUntil, Date.now()) })}
        </p>
      ) : null}
    </fieldset>
  );
}

function Remedies({ draft, put }: DraftProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.remedies}>
      <legend>{t('clients.loops')}</legend>
      {REMEDIES.map((remedy) => (
        <Toggle
          key={remedy}
          isSelected={!draft.off.includes(remedy)}
          onChange={(on) =>
            put({ off: on ? draft.off.filter((one) => one !== remedy) : [...draft.off, remedy] })
          }
        >
          <span className={styles.remedy}>
            {t(`clients.mitigation.${remedy}`)}
            <small>{t(`clients.mitigationDoc.${remedy}`)}</small>
          </span>
        </Toggle>
      ))}
    </fieldset>
  );
}

function Hinted({ hint, children }: { hint: string; children: React.ReactNode }) {
  return (
    <div className={styles.hinted}>
      {children}
      <small>{hint}</small>
    </div>
  );
}

function Forget({ client, onDone }: { client: Client; onDone: () => void }) {
  const { t } = useTranslation();
  const { remove } = useStore(clientsStore);
  async function go(): Promise<void> {
    const refused = await remove(client);
    if (refused) return sayFailed(refused.message);
    say(t('clients.forgotten', { name: client.name }));
    onDone();
  }
  return (
    <div className="buttons">
      <AskedTwice
        variant="quiet"
        words={{ ask: t('clients.forget'), sure: t('clients.forgetSure'), keep: t('clients.keep') }}
        onSure={go}
        around={(answers) => (
          <section className={styles.sure} aria-label={t('clients.forget')}>
            <p>{t('clients.forgetNote')}</p>
            <div className="buttons">{answers}</div>
          </section>
        )}
      />
    </div>
  );
}
