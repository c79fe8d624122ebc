// Taking the memory out and in: exports for other tools, an import that first says what it would do, backups and restore.
import { Archive, Download } from 'lucide-react';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Task } from '../../../../shared/model/job.ts';
import { backUp, exportGraph, GRAPH_FORMATS, type GraphFormat } from '../../session/acts/take-out.ts';
import { jobsStore } from '../../session/jobs-store.ts';
import { Tasks } from '../../session/tasks.tsx';
import { say, sayFailed } from '../../session/toasts.tsx';
import { useLiveJobs } from '../../session/use-live-jobs.ts';
import { formatBytes } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { useReturns } from '../../ui/liveness.ts';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './data.module.css';
import { type Backup, dataStore } from './data-store.ts';
import { Import } from './import.tsx';
import { StartSettings } from './start-settings.tsx';

const EXPORTS = ['export'] as const;
const IMPORTS = ['import'] as const;
const BACKUPS = ['backup', 'restore'] as const;

export function DataSettings() {
  const { t } = useTranslation();
  useLiveJobs();
  return (
    <div className={styles.data}>
      <section>
        <h3>{t('data.export')}</h3>
        <p className={styles.note}>{t('data.exportNote')}</p>
        <Exports />
        <UnderWay kinds={EXPORTS} label={t('data.underWay.export')} />
      </section>
      <section>
        <h3>{t('data.import')}</h3>
        <p className={styles.note}>{t('data.importNote')}</p>
        <Import />
        <UnderWay kinds={IMPORTS} label={t('data.underWay.import')} />
      </section>
      <section>
        <h3>{t('data.backups')}</h3>
        <p className={styles.note}>{t('data.backupsNote')}</p>
        <Backups />
      </section>
      <StartSettings />
    </div>
  );
}

/** Work of these kinds that goes on, or ended since the program started. */
function UnderWay({ kinds, label }: { kinds: readonly Task['kind'][]; label: string }) {
  return (
    <div className={styles.underWay}>
      <Tasks kinds={kinds} label={label} />
    </div>
  );
}

function Exports() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  async function save(one: GraphFormat): Promise<void> {
    setBusy(one.format);
    await exportGraph(one);
    setBusy(null);
  }
  return (
    <ul className={styles.formats}>
      {GRAPH_FORMATS.map((one) => (
        <li key={one.format}>
          <Button writes icon={Download} isDisabled={busy !== null} onPress={() => void save(one)}>
            {busy === one.format ? t('data.exporting') : t(`data.format.${one.format}`)}
          </Button>
          <span className={styles.note}>{t(`data.formatDoc.${one.format}`)}</span>
        </li>
      ))}
    </ul>
  );
}

function Backups() {
  const { t } = useTranslation();
  const { backups, failure, load } = useStore(dataStore);
  const [passphrase, setPassphrase] = useState('');
  const returns = useReturns();
  const ended = useStore(
    jobsStore,
    (s) => s.live?.tasks.filter((task) => task.kind !== 'export' && task.finishedAt !== null).length ?? 0,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again whenever one more has ended, or the connection is back
  useEffect(() => void load(), [load, ended, returns]);
  async function write(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (await backUp(passphrase)) setPassphrase('');
  }
  return (
    <>
      <form className={styles.newBackup} onSubmit={(event) => void write(event)}>
        <Button type="submit" variant="primary" writes icon={Archive}>
          {t('data.backup')}
        </Button>
        <TextField
          label={t('data.withKeys')}
          type="password"
          value={passphrase}
          onChange={setPassphrase}
          exact
        />
      </form>
      <UnderWay kinds={BACKUPS} label={t('data.underWay.backup')} />
      {failure && backups === null ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : null}
      {backups === null && !failure ? <Skeleton rows={3} /> : null}
      {backups?.length === 0 ? <p className={styles.note}>{t('data.noBackups')}</p> : null}
      <ul className={styles.backups}>
        {backups?.map((one) => (
          <BackupLine key={one.name} backup={one} />
        ))}
      </ul>
    </>
  );
}

/** All of a question stands in sight, down to its buttons: it may open below the fold. */
const intoSight = (form: HTMLFormElement | null) => form?.scrollIntoView({ block: 'nearest' });

/** Restoring replaces everything: it asks for the backup's name to be typed, and is undone by the backup it writes first. */
function BackupLine({ backup: { name, bytes, at, hasKeys } }: { backup: Backup }) {
  const { t } = useTranslation();
  const { restore } = useStore(dataStore);
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [passphrase, setPassphrase] = useState('');
  const asks = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    setTyped('');
    setPassphrase('');
    // The button is back with the next frame; what was asked closes with the focus on it.
    requestAnimationFrame(() => asks.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    close();
  };
  async function go(event: FormEvent): Promise<void> {
    event.preventDefault();
    const refused = await restore(name, passphrase);
    if (refused) return sayFailed(refused.message);
    say(t('data.restoreStarted'));
    close();
  }
  return (
    <li className={styles.backup}>
      <p>
        <code>{name}</code>
        <span className={styles.note}>
          {formatBytes(bytes)} · <TimeAgo at={at} />
          {hasKeys ? ` · ${t('data.hasKeys')}` : ''}
        </span>
      </p>
      {open ? (
        <form
          ref={intoSight}
          className={styles.restore}
          aria-label={t('data.restoreOf', { name })}
          onSubmit={(event) => void go(event)}
          onKeyDown={onKeyDown}
        >
          <p className={styles.note}>{t('data.restoreNote')}</p>
          <TextField
            label={t('data.typeName')}
            value={typed}
            onChange={setTyped}
            placeholder={name}
            exact
            autoFocus
          />
          {hasKeys ? (
            <TextField
              label={t('data.passphrase')}
              type="password"
              value={passphrase}
              onChange={setPassphrase}
              exact
            />
          ) : null}
          <div className="buttons">
            <Button type="submit" variant="primary" writes isDisabled={typed !== name}>
              {t('data.restoreSure')}
            </Button>
            <Button variant="quiet" onPress={close}>
              {t('action.cancel')}
            </Button>
          </div>
        </form>
      ) : (
        <Button ref={asks} label={t('data.restoreOf', { name })} onPress={() => setOpen(true)}>
          {t('data.restore')}
        </Button>
      )}
    </li>
  );
}
