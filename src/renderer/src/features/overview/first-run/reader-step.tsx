// The reader: one of the models there are is chosen and turned on, or tried first on its own screen.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../../session/ask.ts';
import { READER_MODEL, setUpReaderModel, useReaderModels } from '../../../session/reader-models.ts';
import { formatRoute } from '../../../session/router.ts';
import { settingsStore } from '../../../session/settings-store.ts';
import { say } from '../../../session/toasts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { firstRunStore } from './first-run-store.ts';

export function ReaderStep({ isOn }: { isOn: boolean }) {
  const { t } = useTranslation();
  const { look } = useStore(firstRunStore);
  const { models, load } = useReaderModels();
  const [key, setKey] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const model = models?.find((one) => one.key === key) ?? models?.[0];
  async function turnOn(): Promise<void> {
    if (!model) return;
    const refused = await attempt(async () => {
      const unsaved = await settingsStore.getState().save(READER_MODEL, await setUpReaderModel(model));
      setProblem(unsaved?.message ?? null);
      if (!unsaved) say(t('overview.first.readerUsed', { model: model.label }));
    });
    if (refused) setProblem(refused.message);
    await Promise.all([load(), look()]);
  }
  if (models?.length === 0)
    return (
      <p>
        {t('overview.first.readerNone')}{' '}
        <a href={formatRoute('settings', null, { tab: 'models' })}>{t('overview.first.inSettings')}</a>
      </p>
    );
  return (
    <>
      <p>{t('overview.first.readerWhat')}</p>
      <div className="buttons">
        {model === undefined ? null : (
          <Choice
            label={t('overview.first.readerModel')}
            value={model.key}
            onChange={setKey}
            options={(models ?? []).map(({ key: value, label }) => ({ value, label }))}
          />
        )}
        <Button writes isDisabled={model === undefined || model.isChosen} onPress={() => void turnOn()}>
          {t('overview.first.readerOn')}
        </Button>
        <a href={formatRoute('reader', isOn ? null : 'try')}>
          {t(isOn ? 'overview.first.readerOpen' : 'overview.first.readerTry')}
        </a>
      </div>
      {problem === null ? null : (
        <p className="bad" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
