// Whether the reader reads, with which model and where that runs, or why not; what waits, and how much of the day's tokens is used.
import { BookOpenText, CirclePause, Pause, Play, Power, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ReaderState } from '../../../../shared/model/memory/reader.ts';
import { READER_PAUSED } from '../../session/reader-models.ts';
import { formatRoute } from '../../session/router.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount, formatShort } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Meter } from '../../ui/meter.tsx';
import { Locality } from './marks.tsx';
import styles from './reader.module.css';
import { readerStore } from './reader-store.ts';

export function StateStrip({ onTry }: { onTry: () => void }) {
  const { t } = useTranslation();
  const state = useStore(readerStore, (s) => s.state);
  return (
    <section
      className={styles.strip}
      aria-label={t('reader.state.label')}
      data-tone={state !== null && state.problem !== null && !state.isPaused ? 'wait' : undefined}
    >
      {state === null ? (
        <p className={styles.words}>{t('reader.state.reading')}</p>
      ) : (
        <>
          <Sentence state={state} />
          {state.model === null ? null : <Use state={state} />}
          <div className="buttons">
            {state.model === null ? null : <PauseButton isPaused={state.isPaused} />}
            <Button variant={state.model === null ? 'primary' : 'plain'} onPress={onTry}>
              {t(state.model === null ? 'reader.chooseModel' : 'reader.tryModel')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Sentence({ state: { model, isLocal, isPaused, problem } }: { state: ReaderState }) {
  const { t } = useTranslation();
  if (model === null)
    return (
      <p className={styles.words} role="status">
        <Power size={16} strokeWidth={1.5} />
        <span>
          <b>{t('reader.state.off')}</b> <span className="muted">{t('reader.state.offText')}</span>
        </span>
      </p>
    );
  const Icon = isPaused ? CirclePause : problem === null ? BookOpenText : TriangleAlert;
  return (
    <p className={styles.words} role="status">
      <Icon size={16} strokeWidth={1.5} />
      <span>
        {!isPaused && problem !== null ? (
          <>
            {problem} <a href={formatRoute('settings', null, { tab: 'models' })}>{t('reader.settings')}</a>
          </>
        ) : (
          <b>{t(isPaused ? 'reader.state.paused' : 'reader.state.on', { model })}</b>
        )}{' '}
        <Locality isLocal={isLocal} /> <AsOf />
      </span>
    </p>
  );
}

/** What waits and what was used. */
function Use({ state: { waiting, tokensToday, tokensLimit } }: { state: ReaderState }) {
  const { t } = useTranslation();
  const words = t('reader.tokensOf', { used: formatCount(tokensToday), most: formatShort(tokensLimit) });
  return (
    <div className={styles.use}>
      <span className="quiet">{t('reader.waiting', { count: waiting })}</span>
      <div className={styles.meter}>
        <Meter label={t('reader.tokens')} value={tokensToday} most={tokensLimit} words={words} named />
      </div>
    </div>
  );
}

function PauseButton({ isPaused }: { isPaused: boolean }) {
  const { t } = useTranslation();
  async function toggle(): Promise<void> {
    const refused = await settingsStore.getState().save(READER_PAUSED, !isPaused);
    if (refused) sayFailed(refused.message);
    else say(t(isPaused ? 'reader.resumed' : 'reader.paused'));
    await readerStore.getState().load();
  }
  return (
    <Button writes icon={isPaused ? Play : Pause} onPress={() => void toggle()}>
      {t(isPaused ? 'reader.resume' : 'reader.pause')}
    </Button>
  );
}
