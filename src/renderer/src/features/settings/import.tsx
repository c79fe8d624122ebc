// A file that comes in: first what it would do, with every collision named, then, if the operator agrees, all of it at once.
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api } from '../../session/client.ts';
import { say, undoable } from '../../session/toasts.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Skeleton } from '../../ui/states.tsx';
import styles from './data.module.css';
import { dataStore, type ImportOutcome } from './data-store.ts';

/** The console hands a file over in one piece; larger ones go through the command line. */
const MOST_BYTES = 3_000_000;

export function Import() {
  const { t } = useTranslation();
  const { offered, taking, offer, withdraw, take } = useStore(dataStore);
  const [problem, setProblem] = useState<string | null>(null);
  async function choose(files: FileList | null): Promise<void> {
    const file = files?.[0];
    if (!file) return;
    if (file.size > MOST_BYTES) return setProblem(t('data.tooLarge', { size: formatBytes(file.size) }));
    setProblem((await offer(file.name, await file.text()))?.message ?? null);
  }
  async function go(): Promise<void> {
    const outcome = await take();
    if ('message' in outcome) return setProblem(outcome.message);
    const { inserted, conflicts, actionId, backup } = outcome;
    const text = t('data.imported', { count: inserted, conflicts: formatCount(conflicts) });
    if (actionId === null) say(t('data.importedNothing'));
    else if (backup !== null) say(`${text} ${t('data.final', { backup })}`);
    else
      undoable({
        text,
        undo: async () => void (await api.audit.undo({ id: actionId, reason: '' })),
        redo: async () => void (await api.audit.redo({ id: actionId, reason: '' })),
      });
  }
  return (
    <>
      {offered === null ? (
        <FileTrigger acceptedFileTypes={['.jsonl']} onSelect={(files) => void choose(files)}>
          <Button icon={Upload}>{t('data.choose')}</Button>
        </FileTrigger>
      ) : offered.trial === null ? (
        <Skeleton rows={2} label={t('data.trying')} />
      ) : (
        <section className={styles.trial} aria-label={t('data.trial', { name: offered.name })}>
          <p>
            <b>{t('data.trial', { name: offered.name })}</b>
          </p>
          <Outcome outcome={offered.trial} />
          <div className="buttons">
            <Button variant="primary" writes isDisabled={taking} onPress={() => void go()}>
              {t(taking ? 'data.taking' : 'data.take')}
            </Button>
            <Button variant="quiet" isDisabled={taking} onPress={withdraw}>
              {t('action.cancel')}
            </Button>
          </div>
        </section>
      )}
      {problem === null ? null : (
        <p className={styles.wrong} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

const COUNTS = [
  'inserted',
  'confirmed',
  'unchanged',
  'conflicts',
  'refused',
  'history',
  'questions',
] as const;

/** What has a number stands there; the first collisions and refusals follow with their lines. */
function Outcome({ outcome }: { outcome: ImportOutcome }) {
  const { t } = useTranslation();
  const counted = COUNTS.filter((name) => name === 'inserted' || outcome[name] > 0);
  return (
    <>
      <dl className={styles.counts}>
        {counted.map((name) => (
          <div key={name}>
            <dt>{t(`data.outcome.${name}`)}</dt>
            <dd>{formatCount(outcome[name])}</dd>
          </div>
        ))}
      </dl>
      {outcome.notes.length === 0 ? null : (
        <ul className={styles.notes}>
          {outcome.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}
