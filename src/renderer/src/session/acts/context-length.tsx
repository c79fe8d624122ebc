// Sets the context length (num_ctx) that requests for one model get where they set none: the same line in Traffic, on the Overview and at
// the model in Resources. It changes one entry of the setting `model_context_lengths`.
import type { TFunction } from 'i18next';
import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { contextLengths, isContextLength, withContextLength } from '../../../../shared/context-lengths.ts';
import type { PromptCut, RouteKind } from '../../../../shared/model/traffic.ts';
import type { Failure } from '../../ui/failure.ts';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { settingsStore } from '../settings-store.ts';
import { say } from '../toasts.tsx';
import styles from './context-length.module.css';

const KEY = 'model_context_lengths';

/** Room for an answer, and a round number as people write it. */
export const roomFor = (tokens: number): number => 2 ** Math.ceil(Math.log2(tokens * 1.25));

interface ContextLengthProps {
  readonly model: string;
  /** Tokens that a prompt had; null where nobody needs more. */
  readonly needed: number | null;
}

export function ContextLength({ model, needed }: ContextLengthProps) {
  const { rows, load } = useStore(settingsStore);
  const row = rows?.find(({ key }) => key === KEY);
  useEffect(() => {
    if (rows === null) void load();
  }, [rows, load]);
  if (!row) return null;
  const setting = String(row.value);
  const set = contextLengths(setting).get(model) ?? null;
  const suggested = set ?? (needed === null ? null : roomFor(needed));
  return (
    <Line key={`${model} ${setting}`} {...{ model, setting, set, suggested }} isFile={row.setBy === 'file'} />
  );
}

interface LineProps {
  readonly model: string;
  readonly setting: string;
  readonly set: number | null;
  readonly suggested: number | null;
  /** config.yaml says it. */
  readonly isFile: boolean;
}

function Line({ model, setting, set, suggested, isFile }: LineProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(suggested === null ? '' : String(suggested));
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isWrong, setWrong] = useState(false);
  const store = async (tokens: number | null) => {
    const refused = await settingsStore.getState().save(KEY, withContextLength(setting, model, tokens));
    setFailure(refused);
    if (refused !== null) return;
    say(
      tokens === null
        ? t('contextLength.removed', { model })
        : t('contextLength.saved', { model, tokens: formatCount(tokens) }),
    );
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const tokens = Number(text.trim());
    setWrong(!isContextLength(tokens));
    if (isContextLength(tokens)) void store(tokens);
  };
  const note = isFile ? t('contextLength.inFile') : t('contextLength.hint');
  return (
    <form className={styles.line} onSubmit={submit}>
      <TextField
        label={t('contextLength.label', { model })}
        value={text}
        onChange={setText}
        problem={isWrong ? t('contextLength.wrong') : (failure?.message ?? null)}
        hint={note}
        placeholder="16384"
        exact
      />
      <div className="buttons">
        <Button type="submit" writes isDisabled={isFile}>
          {t('contextLength.set')}
        </Button>
        {set === null ? null : (
          <Button variant="quiet" writes isDisabled={isFile} onPress={() => void store(null)}>
            {t('contextLength.remove')}
          </Button>
        )}
      </div>
    </form>
  );
}

interface CutPromptProps {
  readonly cut: PromptCut;
  readonly model: string;
  readonly route: RouteKind;
}

/** That a prompt was cut, and what to do about it. */
export function CutPrompt({ cut, model, route }: CutPromptProps) {
  const { t } = useTranslation();
  const takesNumCtx = route === 'chat' || route === 'generate';
  const fix = cut.setBy === 'request' ? 'request' : takesNumCtx ? 'setting' : 'openai';
  return (
    <div className={styles.cut}>
      <p className="wait">
        <b>{cutWords(t, cut)}</b>
      </p>
      <p>{t('contextLength.cut.context', { model, limit: formatCount(cut.contextTokens) })}</p>
      {fix === 'setting' ? (
        <ContextLength model={model} needed={cut.sentTokens} />
      ) : (
        <p>{fix === 'request' ? t('contextLength.cut.fix.request') : t('contextLength.cut.fix.openai')}</p>
      )}
    </div>
  );
}

/** `Prompt cut to 4,096 tokens; about 11,000 were sent.` */
export function cutWords(
  t: TFunction,
  { isCertain, contextTokens, readTokens, sentTokens }: PromptCut,
): string {
  const read = formatCount(readTokens ?? contextTokens);
  return t(`contextLength.cut.${isCertain ? 'certain' : 'maybe'}`, {
    read,
    sent: formatCount(roughly(sentTokens)),
  });
}

/** Two digits of an estimate are all that is known of it. */
function roughly(tokens: number): number {
  const step = 10 ** Math.max(0, Math.floor(Math.log10(tokens)) - 1);
  return Math.round(tokens / step) * step;
}
