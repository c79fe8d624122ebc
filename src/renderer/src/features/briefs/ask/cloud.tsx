// The profile whose prompts leave this host: off until what would leave was shown, letter for letter, and the operator turned it on knowing that; and turned off again.
import { Cloud, CloudOff, Eye } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefPreview, BriefProfileView } from '../../../../../shared/model/evidence/brief.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { settingsStore } from '../../../session/settings-store.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Facts } from '../../../ui/facts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { briefsStore } from '../briefs-store.ts';
import styles from './ask.module.css';
import { askStore } from './ask-store.ts';

const PROFILE = 'cloud-openai';
const SETTING = 'brief_cloud_enabled';

/** @returns whether it was saved */
async function turn(on: boolean): Promise<boolean> {
  const failure = await settingsStore.getState().save(SETTING, on);
  if (failure) sayFailed(failure.message);
  else await briefsStore.getState().readState();
  return failure === null;
}

export function CloudSwitch({ profile, onPreview }: { profile: BriefProfileView; onPreview: () => void }) {
  const { t } = useTranslation();
  if (profile.name !== PROFILE) return null;
  return (
    <div className="buttons">
      <Button icon={Eye} onPress={onPreview}>
        {t('briefs.ask.preview')}
      </Button>
      {profile.isOn ? (
        <Button
          icon={CloudOff}
          variant="quiet"
          writes
          onPress={() =>
            void turn(false).then((done) => (done ? say(t('briefs.ask.cloud.saidOff')) : undefined))
          }
        >
          {t('briefs.ask.turnOff')}
        </Button>
      ) : null}
    </div>
  );
}

export function CloudDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { advisoryKey } = useStore(askStore, (s) => s.draft);
  const isOn = useStore(
    briefsStore,
    (s) => s.live?.profiles.find(({ name }) => name === PROFILE)?.isOn ?? false,
  );
  const { preview, failure, again } = usePreview(isOpen);
  const turnOn = async () => {
    if (!(await turn(true))) return;
    say(t('briefs.ask.cloud.saidOn'));
    onClose();
  };
  return (
    <Dialog
      title={t('briefs.ask.cloud.title')}
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      foot={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('action.close')}
          </Button>
          <span className="push" />
          {preview === null || isOn ? null : (
            <AskedTwice
              words={{
                ask: t('briefs.ask.cloud.on'),
                sure: t('briefs.ask.cloud.sure'),
                keep: t('briefs.ask.cloud.keep'),
              }}
              icon={Cloud}
              onSure={turnOn}
            />
          )}
        </>
      }
    >
      {advisoryKey.trim() === '' ? (
        <p>{t('briefs.ask.cloud.noKey')}</p>
      ) : failure ? (
        <ErrorState failure={failure} onRetry={again} compact />
      ) : preview === null ? (
        <Skeleton rows={5} label={t('briefs.ask.cloud.reading')} />
      ) : (
        <Preview preview={preview} advisoryKey={advisoryKey.trim()} />
      )}
    </Dialog>
  );
}

function Preview({ preview, advisoryKey }: { preview: BriefPreview; advisoryKey: string }) {
  const { t } = useTranslation();
  const { text, sha256, model, problem } = preview;
  return (
    <>
      <p>{t('briefs.ask.cloud.text', { key: advisoryKey })}</p>
      <Facts
        items={[
          [t('briefs.ask.cloud.to'), model ?? <span className="wait">{problem}</span>],
          [t('briefs.ask.cloud.length'), t('briefs.ask.cloud.characters', { count: text.length })],
          [t('briefs.ask.cloud.hash'), <code key="hash">{sha256}</code>],
        ]}
      />
      <div className={styles.previewHead}>
        <h3>{t('briefs.ask.cloud.prompt')}</h3>
        <CopyButton text={text} label={t('briefs.ask.cloud.copy')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <pre className={styles.preview} tabIndex={0}>
        {text}
      </pre>
      <p>{t('briefs.ask.cloud.all')}</p>
    </>
  );
}

/** Read anew whenever it is opened. */
function usePreview(isOpen: boolean) {
  const [preview, setPreview] = useState<BriefPreview | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: trying again is a reason to read
  useEffect(() => {
    setPreview(null);
    setFailure(null);
    const { draft } = askStore.getState();
    const advisoryKey = draft.advisoryKey.trim();
    if (!isOpen || advisoryKey === '') return;
    let isGone = false;
    void attempt(async () => {
      const found = await api.briefs.preview({ task: draft.task, advisoryKey, profile: PROFILE });
      if (!isGone) setPreview(found);
    }).then((failed) => (isGone ? undefined : setFailure(failed)));
    return () => {
      isGone = true;
    };
  }, [isOpen, round]);
  return { preview, failure, again: () => setRound(round + 1) };
}
