// A model tried on what people said last: what it would have read, what would have been refused and why; then the reader is turned on
// with it, or given it in the place of another.
import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ReaderPreview } from '../../../../shared/model/memory/reader.ts';
import { attempt } from '../../session/ask.ts';
import {
  READER_MODEL,
  type ReaderModel,
  setUpReaderModel,
  useReaderModels,
} from '../../session/reader-models.ts';
import { formatRoute } from '../../session/router.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { say } from '../../session/toasts.tsx';
import type { Failure } from '../../ui/failure.ts';
import { formatMs } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { Progress } from '../../ui/progress.tsx';
import { Section } from '../../ui/section.tsx';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { Locality, StatementLine } from './marks.tsx';
import styles from './reader.module.css';
import { readerStore } from './reader-store.ts';

/** Between two looks for prompts, while there are none. */
const LOOK_MS = 3000;

export function TryModel({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation();
  const { models, load } = useReaderModels();
  const { state, trial } = useStore(readerStore);
  const [chosen, setChosen] = useState<ReaderModel | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isWithout = state?.recent === 0;
  useEffect(() => {
    if (!isWithout) return;
    // A prompt that states nothing changes no count that says so.
    const timer = setInterval(() => void readerStore.getState().load(), LOOK_MS);
    return () => clearInterval(timer);
  }, [isWithout]);
  if (models === null || state === null) return <Skeleton rows={6} />;
  const tried = trial.phase === 'done' ? models.find(({ id }) => id === trial.key) : undefined;
  // One of a server keeps its label and gets another key when it is set up, also where the preview behind that fails.
  const model =
    models.find(({ key }) => key === chosen?.key) ??
    models.find(({ label }) => label === chosen?.label) ??
    tried ??
    models[0];
  if (model === undefined)
    return (
      <EmptyState drawing="flow" title={t('reader.try.none')} text={t('reader.try.noneText')}>
        <a href={formatRoute('settings', null, { tab: 'models' })}>{t('reader.settings')}</a>
      </EmptyState>
    );
  async function read(which: ReaderModel): Promise<void> {
    setFailure(null);
    await readerStore.getState().preview(which);
    // One that was only on the model server is set up now.
    await load();
  }
  async function turn(on: boolean): Promise<void> {
    if (!model) return;
    const refused = await attempt(async () => {
      const value = on ? await setUpReaderModel(model) : null;
      const unsaved = await settingsStore.getState().save(READER_MODEL, value);
      setFailure(unsaved);
      if (unsaved) return;
      say(on ? t('reader.try.turnedOn', { model: model.label }) : t('reader.try.turnedOff'));
      onDone();
    });
    if (refused) setFailure(refused);
    await Promise.all([load(), readerStore.getState().load()]);
  }
  return (
    <>
      <Section title={t('reader.try.model')}>
        <div className="fields">
          <p>{t('reader.try.text')}</p>
          <Choice
            label={t('reader.try.model')}
            value={model.key}
            onChange={(key) => setChosen(models.find((one) => one.key === key) ?? null)}
            options={models.map(({ key: value, label, id }) => ({
              value,
              label,
              ...(id === null ? { aside: t('reader.try.notSetUp') } : {}),
            }))}
          />
          {model.isCloud ? <p className="quiet">{t('reader.try.cloud')}</p> : null}
          <p className="quiet">
            {state.recent === 0
              ? t('reader.try.noPrompts')
              : t('reader.try.sentences', { count: state.recent })}
          </p>
          <div className="buttons">
            <Button
              writes
              variant={state.recent > 0 && trial.phase !== 'done' ? 'primary' : 'plain'}
              isDisabled={state.recent === 0 || trial.phase === 'running'}
              onPress={() => void read(model)}
            >
              {t(trial.phase === 'done' ? 'reader.try.again' : 'reader.try.preview')}
            </Button>
            {model.isChosen ? null : (
              <Button
                writes
                variant={state.recent === 0 || trial.phase === 'done' ? 'primary' : 'plain'}
                onPress={() => void turn(true)}
              >
                {t(state.model === null ? 'reader.try.turnOn' : 'reader.try.switchTo')}
              </Button>
            )}
            {model.isChosen ? (
              <Button writes variant="quiet" onPress={() => void turn(false)}>
                {t('reader.try.turnOff')}
              </Button>
            ) : null}
            <a className={styles.beside} href={formatRoute('settings', null, { tab: 'models' })}>
              {t('reader.settings')}
            </a>
          </div>
          {model.isChosen ? <p className="quiet">{t('reader.try.isOn')}</p> : null}
          {failure ? <Problem message={failure.message} /> : null}
          {trial.phase === 'failed' ? <Problem message={trial.failure.message} /> : null}
        </div>
      </Section>
      {trial.phase === 'running' ? (
        <Section title={t('reader.try.preview')}>
          <div className={styles.running} role="status">
            <span>{t('reader.try.running', { model: trial.model })}</span>
            <Progress label={t('reader.try.preview')} done={0} total={0} />
            <Button onPress={trial.cancel}>{t('reader.try.cancel')}</Button>
          </div>
        </Section>
      ) : null}
      {trial.phase === 'done' ? <Result preview={trial.preview} /> : null}
    </>
  );
}

function Problem({ message }: { message: string }) {
  return (
    <p className={styles.problem} role="alert">
      <CircleAlert size={16} strokeWidth={1.5} />
      <span>{message}</span>
    </p>
  );
}

function Result({ preview }: { preview: ReaderPreview }) {
  const { t } = useTranslation();
  const { sentences, statements, model, isLocal, ms } = preview;
  const taken = statements.filter(({ reason }) => reason === null);
  const refused = statements.filter(({ reason }) => reason !== null);
  const told = new Set(statements.map(({ sentence }) => sentence));
  const silent = sentences.filter((sentence) => !told.has(sentence));
  return (
    <>
      <Section title={t('reader.try.preview')}>
        <p role="status">
          {t('reader.try.result', { model, count: sentences.length, time: formatMs(ms) })}{' '}
          {t('reader.try.wouldTake', { count: taken.length })},{' '}
          {t('reader.try.wouldRefuse', { count: refused.length })},{' '}
          {t('reader.try.wouldSkip', { count: silent.length })}. <Locality isLocal={isLocal} />
        </p>
      </Section>
      {taken.length === 0 ? null : (
        <Section title={t('reader.try.take')}>
          <p className={styles.note}>{t('reader.try.takeText')}</p>
          <Statements of={taken} />
        </Section>
      )}
      {refused.length === 0 ? null : (
        <Section title={t('reader.try.refuse')}>
          <Statements of={refused} />
        </Section>
      )}
      {silent.length === 0 ? null : (
        <Section title={t('reader.try.noStatement')}>
          <ul className={styles.silent}>
            {[...new Set(silent)].map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

function Statements({ of }: { of: ReaderPreview['statements'] }) {
  return (
    <ul className={styles.previewed}>
      {of.map((one, index) => (
        <li key={`${String(index)} ${one.sentence}`}>
          <StatementLine of={one} />
          <span className="quiet">{one.sentence}</span>
          {one.reason === null ? null : <span className={styles.reason}>{one.reason}</span>}
        </li>
      ))}
    </ul>
  );
}
