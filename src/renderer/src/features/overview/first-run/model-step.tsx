// A cloud model: who offers it, its name and its key; stored and asked in one go, or asked again where one is there.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ModelTest } from '../../../../../shared/model/language-model.ts';
import { formatRoute } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatMs } from '../../../ui/format.ts';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from './first-run.module.css';
import { type CloudProvider, firstRunStore } from './first-run-store.ts';

const PROVIDERS = ['openai', 'claude'] as const satisfies readonly CloudProvider[];
const EXAMPLE: Readonly<Record<CloudProvider, string>> = { openai: 'gpt-5-mini', claude: 'claude-haiku-4-5' };

type Outcome = ModelTest | Failure | null;

export function ModelStep({ isThere }: { isThere: boolean }) {
  const { t } = useTranslation();
  const { addModel, testModel } = useStore(firstRunStore);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const [busy, setBusy] = useState(false);
  async function ask(work: () => Promise<Outcome>): Promise<void> {
    if (busy) return;
    setBusy(true);
    setOutcome(null);
    setOutcome(await work());
    setBusy(false);
  }
  return (
    <>
      {isThere ? (
        <div className="buttons">
          <Button writes isDisabled={busy} onPress={() => void ask(testModel)}>
            {t(busy ? 'overview.first.adding' : 'overview.first.test')}
          </Button>
          <a href={formatRoute('settings', null, { tab: 'models' })}>{t('overview.first.inSettings')}</a>
        </div>
      ) : (
        <ModelForm busy={busy} onAdd={(model) => void ask(() => addModel(model))} />
      )}
      <p role="status">{outcome === null ? null : <Said outcome={outcome} />}</p>
    </>
  );
}

function Said({ outcome }: { outcome: ModelTest | Failure }) {
  const { t } = useTranslation();
  if ('message' in outcome) return <span className="bad">{outcome.message}</span>;
  if (outcome.ok)
    return <span className="ok">{t('overview.first.answered', { ms: formatMs(outcome.ms) })}</span>;
  return <span className="bad">{outcome.problem}</span>;
}

interface ModelFormProps {
  readonly busy: boolean;
  readonly onAdd: (model: {
    readonly provider: CloudProvider;
    readonly modelName: string;
    readonly apiKey: string;
  }) => void;
}

function ModelForm({ busy, onAdd }: ModelFormProps) {
  const { t } = useTranslation();
  const [provider, setProvider] = useState<CloudProvider>('openai');
  const [modelName, setModelName] = useState('');
  const [apiKey, setApiKey] = useState('');
  const isWhole = modelName.trim() !== '' && apiKey !== '';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole) onAdd({ provider, modelName: modelName.trim(), apiKey });
  };
  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <Segments
        label={t('overview.first.provider')}
        value={provider}
        onChange={setProvider}
        options={PROVIDERS.map((value) => ({ value, label: t(`overview.first.providers.${value}`) }))}
      />
      <TextField
        label={t('overview.first.modelName')}
        value={modelName}
        onChange={setModelName}
        placeholder={EXAMPLE[provider]}
        exact
      />
      <TextField
        label={t('overview.first.apiKey')}
        value={apiKey}
        onChange={setApiKey}
        type="password"
        hint={t('overview.first.keyHint')}
        exact
      />
      <Button type="submit" writes isDisabled={busy || !isWhole}>
        {t(busy ? 'overview.first.adding' : 'overview.first.add')}
      </Button>
    </form>
  );
}
