// Adding or changing an upstream: its address is tried before it is saved. Header values are typed and never seen again; stored ones stay unless they are
// replaced, and another address asks for them anew.
import { Plus, Trash2, Zap } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { UpstreamTrial } from '../../../../../shared/model/upstream-setting.ts';
import { say } from '../../../session/toasts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from '../inspect/inspector.module.css';
import { Trial } from './trial.tsx';
import {
  changeOf,
  draftOf,
  type HeaderDraft,
  newOf,
  type Stored,
  sameAddress,
  trialOf,
  type UpstreamDraft,
  type Wrong,
} from './upstream-draft.ts';
import { upstreamsStore } from './upstreams-store.ts';

interface UpstreamFormProps {
  /** Null: a new one. */
  readonly stored: Stored | null;
  /** @param name of what was saved; null when it was put away */
  readonly onDone: (name: string | null) => void;
}

type Tried = UpstreamTrial | Failure | 'testing' | null;

export function UpstreamForm({ stored, onDone }: UpstreamFormProps) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(stored));
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [tried, setTried] = useState<Tried>(null);
  const [busy, setBusy] = useState(false);
  const put = (part: Partial<UpstreamDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setWrong(null);
    setTried(null);
  };
  const moved = stored !== null && !sameAddress(draft.url, stored.url) && stored.headerNames.length > 0;
  const problem = (field: Wrong) => (wrong === field ? t(`resources.upstream.wrong.${field}`) : null);

  async function test(): Promise<void> {
    const read = trialOf(draft, stored);
    if ('wrong' in read) return setWrong(read.wrong ?? 'url');
    setTried('testing');
    setTried(await upstreamsStore.getState().test(read.asked));
  }
  async function save(): Promise<void> {
    const { add, update } = upstreamsStore.getState();
    const read = stored ? changeOf(draft, stored) : newOf(draft);
    if ('wrong' in read) return setWrong(read.wrong);
    setBusy(true);
    const refused = 'expectedVersion' in read.given ? await update(read.given) : await add(read.given);
    setBusy(false);
    setFailure(refused);
    if (refused) return;
    say(t(stored ? 'resources.upstream.saved' : 'resources.upstream.added', { name: read.given.name }));
    onDone(read.given.name);
  }
  function submit(event: FormEvent): void {
    event.preventDefault();
    void save();
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    onDone(null);
  }
  return (
    <form
      className={styles.form}
      aria-label={
        stored ? t('resources.upstream.changeTitle', { name: stored.name }) : t('resources.upstream.add')
      }
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {stored ? null : (
        <TextField
          label={t('resources.upstream.name')}
          value={draft.name}
          onChange={(name) => put({ name })}
          placeholder="lab"
          hint={t('resources.upstream.nameHint')}
          problem={problem('name')}
          isRequired
          maxLength={64}
          autoFocus
          exact
        />
      )}
      <TextField
        label={t('resources.upstream.url')}
        value={draft.url}
        onChange={(url) => put({ url })}
        placeholder="http://lab:11434"
        hint={t('resources.upstream.urlHint')}
        problem={problem('url')}
        isRequired
        autoFocus={stored !== null}
        exact
      />
      <div className={styles.pair}>
        <TextField
          label={t('resources.upstream.weight')}
          value={draft.weight}
          onChange={(weight) => put({ weight })}
          placeholder="1"
          hint={t('resources.upstream.weightHint')}
          problem={problem('weight')}
          exact
        />
        <TextField
          label={t('resources.upstream.slots')}
          value={draft.slots}
          onChange={(slots) => put({ slots })}
          placeholder={t('resources.upstream.noLimit')}
          hint={t('resources.upstream.slotsHint')}
          problem={problem('slots')}
          exact
        />
      </div>
      <Headers draft={draft} stored={stored} moved={moved} problem={problem('headers')} put={put} />
      <div aria-live="polite">{tried === null ? null : <Trial tried={tried} />}</div>
      {failure ? (
        <p className="bad" role="alert">
          {failure.message}
        </p>
      ) : null}
      <div className="buttons">
        <Button icon={Zap} writes isDisabled={tried === 'testing'} onPress={() => void test()}>
          {t('resources.upstream.test')}
        </Button>
        <span className="push" />
        <Button variant="quiet" onPress={() => onDone(null)}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" variant="primary" writes isDisabled={busy}>
          {t(stored ? 'resources.upstream.save' : 'resources.upstream.addIt')}
        </Button>
      </div>
    </form>
  );
}

interface HeadersProps {
  readonly draft: UpstreamDraft;
  readonly stored: Stored | null;
  /** Another address than the stored headers were given for. */
  readonly moved: boolean;
  readonly problem: string | null;
  readonly put: (part: Partial<UpstreamDraft>) => void;
}

let made = 0;
const empty = (): HeaderDraft => {
  made += 1;
  return { key: `header-${String(made)}`, name: '', value: '' };
};

function Headers({ draft, stored, moved, problem, put }: HeadersProps) {
  const { t } = useTranslation();
  const { headers } = draft;
  const kept = stored !== null && stored.headerNames.length > 0 && !draft.replacesHeaders;
  const change = (key: string, part: Partial<HeaderDraft>) =>
    put({ headers: headers.map((one) => (one.key === key ? { ...one, ...part } : one)) });
  return (
    <fieldset className={styles.headers}>
      <legend>{t('resources.upstream.headers')}</legend>
      {kept ? (
        <p className="quiet">
          {t('resources.upstream.headersKept', { names: stored.headerNames.join(', ') })}
        </p>
      ) : (
        <p className="quiet">{t('resources.upstream.headersHint')}</p>
      )}
      {moved && !draft.replacesHeaders ? (
        <p className="wait">{t('resources.upstream.headersMoved')}</p>
      ) : null}
      {headers.map(({ key, name, value }, at) => (
        <div key={key} className={styles.header}>
          <TextField
            label={t('resources.upstream.headerName', { number: at + 1 })}
            value={name}
            onChange={(text) => change(key, { name: text })}
            placeholder="Authorization"
            autoFocus
            quiet
            exact
          />
          <TextField
            label={t('resources.upstream.headerValue', { number: at + 1 })}
            value={value}
            onChange={(text) => change(key, { value: text })}
            type="password"
            placeholder={t('resources.upstream.secret')}
            quiet
            exact
          />
          <IconButton
            icon={Trash2}
            label={t('resources.upstream.headerOff', { number: at + 1 })}
            onPress={() => put({ headers: headers.filter((one) => one.key !== key) })}
          />
        </div>
      ))}
      {problem ? (
        <p className="bad" role="alert">
          {problem}
        </p>
      ) : null}
      <div className="buttons">
        <Button
          icon={Plus}
          variant="quiet"
          onPress={() => put({ headers: [...headers, empty()], replacesHeaders: true })}
        >
          {t(kept ? 'resources.upstream.headersReplace' : 'resources.upstream.headerAdd')}
        </Button>
        {kept ? (
          <Button variant="quiet" onPress={() => put({ headers: [], replacesHeaders: true })}>
            {t('resources.upstream.headersNone')}
          </Button>
        ) : null}
        {stored && stored.headerNames.length > 0 && draft.replacesHeaders ? (
          <Button variant="quiet" onPress={() => put({ headers: [], replacesHeaders: false })}>
            {t('resources.upstream.headersKeep')}
          </Button>
        ) : null}
      </div>
    </fieldset>
  );
}
