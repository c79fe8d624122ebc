// Models the program may ask: which there are, whether they answer, what each is chosen for, and adding one.
import { CircleAlert, CircleCheck, KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type {
  ChosenModel,
  LanguageModel,
  ModelAbilities,
  ModelUse,
} from '../../../../../shared/model/language-model.ts';
import { settingsStore } from '../../../session/settings-store.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { useReading } from '../../../session/use-reading.ts';
import { formatMs, formatShort } from '../../../ui/format.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../ui/states.tsx';
import { ModelForm } from './model-form.tsx';
import styles from './models.module.css';
import { modelsStore } from './models-store.ts';
import { ReaderSettings } from './reader-settings.tsx';

export function ModelsSettings() {
  const { t } = useTranslation();
  const { models, chosen, failure, load } = useStore(modelsStore);
  const [edited, setEdited] = useState<string | null>(null);
  useReading(load);
  if (failure && models === null) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (models === null) return <Skeleton rows={5} />;
  const close = () => setEdited(null);
  return (
    <>
      {models.length > 0 || chosen.length > 0 ? <Uses models={models} /> : null}
      {models.length === 0 && edited === null ? (
        <EmptyState drawing="flow" title={t('models.empty')} text={t('models.emptyText')}>
          <Button variant="primary" onPress={() => setEdited('')}>
            {t('models.add')}
          </Button>
        </EmptyState>
      ) : null}
      <ul className={styles.models}>
        {models.map((model) =>
          edited === model.id ? (
            <li key={model.id} className={styles.model}>
              <ModelForm model={model} onDone={close} />
            </li>
          ) : (
            <ModelRow key={model.id} model={model} onEdit={() => setEdited(model.id)} />
          ),
        )}
      </ul>
      {edited === '' ? (
        <div className={styles.model}>
          <ModelForm onDone={close} />
        </div>
      ) : models.length > 0 ? (
        <Button icon={Plus} onPress={() => setEdited('')}>
          {t('models.add')}
        </Button>
      ) : null}
      <ReaderSettings />
    </>
  );
}

const NOBODY = 'nobody';
function toolsKey({ tools, parallelCalls }: ModelAbilities) {
  if (!tools) return 'models.noTools';
  return parallelCalls ? 'models.toolsTogether' : 'models.tools';
}

const KEY_TONE = { ok: 'ok', environment: 'ok', undecryptable: 'bad', absent: undefined } as const;

/** Which model is asked for what. */
function Uses(props: { models: readonly LanguageModel[] }) {
  const { models } = props;
  const { t } = useTranslation();
  const { save } = useStore(settingsStore);
  const { uses, chosen, load } = useStore(modelsStore);
  async function choose(use: ModelUse, id: string): Promise<void> {
    const refused = await save(use.setting, id === NOBODY ? null : id);
    if (refused) sayFailed(refused.message);
    else say(t('models.chosen', { use: use.title }));
    await load();
  }
  return (
    <dl className={styles.uses}>
      {uses.map((use) => (
        <div key={use.name}>
          <dt>
            <b>{use.title}</b>
            <span>{use.text}</span>
          </dt>
          <dd>
            <Choice
              writes
              label={use.title}
              value={models.find((model) => model.usedFor.includes(use.name))?.id ?? NOBODY}
              onChange={(id) => void choose(use, id)}
              options={[
                { value: NOBODY, label: use.none },
                ...models.map((model) => ({ value: model.id, label: model.label })),
              ]}
            />
            <Problem of={chosen.find((one) => one.use === use.name)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Why the chosen model cannot answer, or why that is not known. */
function Problem({ of }: { of: ChosenModel | undefined }) {
  const problem = of?.problem ?? null;
  return (
    <p className={styles.tested} role="status" data-tone={of?.state === 'missing' ? 'bad' : undefined}>
      {problem === null ? null : (
        <>
          <CircleAlert size={14} strokeWidth={1.75} />
          {of?.fix ? `${problem} ${of.fix}` : problem}
        </>
      )}
    </p>
  );
}

function ModelRow({ model, onEdit }: { model: LanguageModel; onEdit: () => void }) {
  const { t } = useTranslation();
  const { remove } = useStore(modelsStore);
  const { test } = useStore(modelsStore);
  async function away(): Promise<void> {
    const refused = await remove(model);
    if (refused) sayFailed(refused.message);
    else say(t('models.removed', { label: model.label }));
  }
  const locked = model.setBy === 'file';
  return (
    <li className={styles.model}>
      <div className={styles.about}>
        <h3>{model.label}</h3>
        <p>
          <code>{model.modelName}</code> <span>{t(`models.provider.${model.provider}`)}</span>{' '}
          {model.baseUrl === null ? null : <code className="muted">{model.baseUrl}</code>}
        </p>
        <p className={styles.facts}>
          {model.provider === 'ollama' && model.keyState === 'absent' ? null : (
            <span className={styles.key} data-tone={KEY_TONE[model.keyState]}>
              <KeyRound size={14} strokeWidth={1.5} />
              {t(`models.key.${model.keyState}`)}
            </span>
          )}
          <span>{price(model, t('models.noPrice'), t('models.perMillion'))}</span>
          {model.abilities.contextTokens === null ? null : (
            <span>{t('models.context', { tokens: formatShort(model.abilities.contextTokens) })}</span>
          )}
          {model.abilities.tools === null ? null : <span>{t(toolsKey(model.abilities))}</span>}
          {model.abilities.jsonSchema === null ? null : (
            <span>{t(model.abilities.jsonSchema ? 'models.schema' : 'models.noSchema')}</span>
          )}
          {locked ? <span>{t('settings.by.file')}</span> : null}
        </p>
        {model.warning === null ? null : <p className={styles.warning}>{model.warning}</p>}
        <Tested id={model.id} />
      </div>
      <div className={styles.buttons}>
        <Button writes onPress={() => void test(model.id)}>
          {t('models.test')}
        </Button>
        {locked ? null : <Button onPress={onEdit}>{t('models.edit')}</Button>}
        {locked ? null : (
          <AskedTwice
            variant="quiet"
            words={{ ask: t('models.remove'), sure: t('models.removeSure'), keep: t('models.keep') }}
            onSure={away}
          />
        )}
      </div>
    </li>
  );
}

function price({ inputPrice, outputPrice }: LanguageModel, none: string, per: string): string {
  if (inputPrice === null && outputPrice === null) return none;
  const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });
  return `${dollars.format(inputPrice ?? 0)} / ${dollars.format(outputPrice ?? 0)} ${per}`;
}

function Tested({ id }: { id: string }) {
  const { t } = useTranslation();
  const test = useStore(modelsStore, (s) => s.tests[id]);
  return (
    <p
      className={styles.tested}
      role="status"
      data-tone={typeof test !== 'object' ? undefined : test.ok ? 'ok' : 'bad'}
    >
      {test === undefined ? null : test === 'testing' ? (
        t('models.testing')
      ) : test.ok ? (
        <>
          <CircleCheck size={14} strokeWidth={1.75} />
          {t('models.answers', { ms: formatMs(test.ms) })}
        </>
      ) : (
        <>
          <CircleAlert size={14} strokeWidth={1.75} />
          {test.problem}
        </>
      )}
    </p>
  );
}
