// Adding or changing a model. The key field is always empty: a stored key is never shown, only replaced or forgotten.
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { LanguageModel, Provider } from '../../../../../shared/model/language-model.ts';
import { say } from '../../../session/toasts.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from './models.module.css';
import { modelsStore } from './models-store.ts';

/** In the order in which they are offered. */
const BASE: Record<Provider, string> = {
  ollama: 'http://127.0.0.1:11434',
  openai: 'https://api.openai.com/v1',
  claude: 'https://api.anthropic.com',
};
const PROVIDERS = Object.keys(BASE) as Provider[];

interface Draft {
  readonly label: string;
  readonly provider: Provider;
  readonly baseUrl: string;
  readonly modelName: string;
  readonly apiKey: string;
  readonly inputPrice: string;
  readonly outputPrice: string;
}

const draftOf = (model: LanguageModel | undefined): Draft => ({
  label: model?.label ?? '',
  provider: model?.provider ?? 'ollama',
  baseUrl: model?.baseUrl ?? '',
  modelName: model?.modelName ?? '',
  apiKey: '',
  inputPrice: model?.inputPrice?.toString() ?? '',
  outputPrice: model?.outputPrice?.toString() ?? '',
});

/** Text as a price; null for none, undefined for text that is no number. */
function priceOf(text: string): number | null | undefined {
  if (text.trim() === '') return null;
  const value = Number(text.replace(',', '.'));
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}

export function ModelForm({ model, onDone }: { model?: LanguageModel; onDone: () => void }) {
  const { t } = useTranslation();
  const { add, update } = useStore(modelsStore);
  const [draft, setDraft] = useState(() => draftOf(model));
  const [failure, setFailure] = useState<Failure | string | null>(null);
  const [busy, setBusy] = useState(false);
  const put = (part: Partial<Draft>) => setDraft((d) => ({ ...d, ...part }));

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const [inputPrice, outputPrice] = [priceOf(draft.inputPrice), priceOf(draft.outputPrice)];
    if (inputPrice === undefined || outputPrice === undefined) return setFailure(t('models.priceWrong'));
    const { provider, modelName } = draft;
    const label = draft.label.trim() === '' ? modelName.trim() : draft.label;
    const baseUrl = draft.baseUrl.trim() === '' ? null : draft.baseUrl.trim();
    const fields = { label, provider, baseUrl, modelName, inputPrice, outputPrice };
    const key = draft.apiKey === '' ? {} : { apiKey: draft.apiKey };
    setBusy(true);
    const refused = model
      ? await update({ ...fields, ...key, id: model.id, expectedVersion: model.version })
      : await add({ ...fields, ...key });
    setBusy(false);
    setFailure(refused);
    if (refused) return;
    say(t(model ? 'models.saved' : 'models.added', { label }));
    onDone();
  }

  return (
    <form className={styles.form} onSubmit={(event) => void submit(event)}>
      <h3>{model ? t('models.editTitle', { label: model.label }) : t('models.addTitle')}</h3>
      <Segments
        label={t('models.providerLabel')}
        value={draft.provider}
        onChange={(provider) => put({ provider })}
        options={PROVIDERS.map((value) => ({ value, label: t(`models.provider.${value}`) }))}
      />
      <TextField
        label={t('models.name')}
        value={draft.modelName}
        onChange={(modelName) => put({ modelName })}
        isRequired
        exact
      />
      <TextField
        label={t('models.label')}
        value={draft.label}
        onChange={(label) => put({ label })}
        placeholder={draft.modelName}
        hint={t('models.labelHint')}
      />
      <TextField
        label={t('models.baseUrl')}
        value={draft.baseUrl}
        onChange={(baseUrl) => put({ baseUrl })}
        placeholder={BASE[draft.provider]}
        hint={t('models.baseUrlHint')}
        exact
      />
      {draft.provider === 'ollama' ? null : (
        <TextField
          label={t('models.apiKey')}
          value={draft.apiKey}
          onChange={(apiKey) => put({ apiKey })}
          type="password"
          placeholder={model?.keyState === 'ok' ? t('models.keyStored') : ''}
          hint={t('models.keyHint')}
          exact
        />
      )}
      <div className={styles.pair}>
        <TextField
          label={t('models.inputPrice')}
          value={draft.inputPrice}
          onChange={(inputPrice) => put({ inputPrice })}
          hint={t('models.priceHint')}
          exact
        />
        <TextField
          label={t('models.outputPrice')}
          value={draft.outputPrice}
          onChange={(outputPrice) => put({ outputPrice })}
          exact
        />
      </div>
      {failure === null ? null : (
        <p className="bad" role="alert">
          {typeof failure === 'string' ? failure : failure.message}
        </p>
      )}
      <div className={styles.buttons}>
        <Button writes type="submit" variant="primary" isDisabled={busy}>
          {t(model ? 'settings.save' : 'models.add')}
        </Button>
        <Button variant="quiet" onPress={onDone}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
