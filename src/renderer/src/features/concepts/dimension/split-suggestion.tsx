// What taking a dimension apart could look like: computed from what contradicted each other, a name for each part asked of the
// operator, offered where the graph knows one, or by a model on demand and under its name. It becomes edits when the operator says so.
import { Scissors, Sparkles } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DimensionPage, PartNames } from '../../../../../shared/model/memory/dimension-page.ts';
import type { GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { formatRoute } from '../../../session/router.ts';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './dimension.module.css';
import { PartFields } from './part-fields.tsx';
import { isWhole, type NamedPart, type Suggestion, splitEdits, startParts } from './split-parts.ts';
import { useKnownDimensions } from './use-known-dimensions.ts';

/** Takes a split into a draft, together with whatever else is in it. */
export type OnDraft = (edits: readonly GraphEdit[]) => void;

interface SplitProps {
  readonly page: DimensionPage;
  readonly onDraft: OnDraft;
}

export function SplitSuggestion({ page, onDraft }: SplitProps) {
  const { t } = useTranslation();
  const { suggestion, contestedTotal } = page;
  return (
    <Section title={t('concepts.split.title')}>
      {suggestion === null ? (
        <p className="quiet">{t(contestedTotal === 0 ? 'concepts.split.none' : 'concepts.split.useless')}</p>
      ) : (
        <Naming
          // Other parts are named anew.
          key={JSON.stringify(suggestion.parts.map(({ parents }) => parents))}
          page={page}
          suggestion={suggestion}
          onDraft={onDraft}
        />
      )}
    </Section>
  );
}

function Naming({ page, suggestion, onDraft }: SplitProps & { readonly suggestion: Suggestion }) {
  const { t } = useTranslation();
  const { token } = page;
  const [named, setNamed] = useState<readonly NamedPart[]>(() => startParts(suggestion, token));
  const dimensions = useKnownDimensions();
  const change = (at: number, part: Partial<NamedPart>) =>
    setNamed((all) => all.map((one, i) => (i === at ? { ...one, ...part } : one)));
  const finish = () => {
    const known = new Set(dimensions.map((dimension) => dimension.token));
    onDraft(splitEdits(token, suggestion, named, known));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps a key from those around it
    <div className={styles.split} onKeyDown={keepEscape}>
      <p>{t('concepts.split.settles', { settles: suggestion.settles, count: suggestion.contested })}</p>
      {suggestion.parts.map((part, i) => (
        <PartFields
          key={part.parents[0]}
          at={i}
          part={part}
          named={named}
          dimension={token}
          dimensions={dimensions}
          onChange={(changed) => change(i, changed)}
        />
      ))}
      <ModelWords token={token} onTake={(at, words) => change(at, words)} />
      <p className={styles.foot}>
        <Button variant="primary" icon={Scissors} isDisabled={!isWhole(named, token)} onPress={finish}>
          {t('concepts.split.draft')}
        </Button>
      </p>
      <p className="quiet">{t('concepts.split.stays', { token })}</p>
    </div>
  );
}

/** Esc in a field that holds something ends there: names that were typed are not thrown away with the inspector. */
function keepEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || !(event.target instanceof HTMLInputElement) || event.target.value === '')
    return;
  event.preventDefault();
  event.stopPropagation();
}

interface WordsProps {
  readonly token: string;
  readonly onTake: (at: number, words: NamedPart) => void;
}

/** Names by the resolve model, asked for; each is put into its fields by a press and never by itself. */
function ModelWords({ token, onTake }: WordsProps) {
  const { t } = useTranslation();
  const [asking, setAsking] = useState(false);
  const [names, setNames] = useState<PartNames | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function ask(): Promise<void> {
    if (asking) return;
    setAsking(true);
    setFailure(await attempt(async () => setNames(await api.concepts.nameParts({ token }))));
    setAsking(false);
  }
  return (
    <div className={styles.words} role="status">
      {failure === null ? null : (
        <p className="bad">
          {failure.message} <a href={formatRoute('settings')}>{t('concepts.split.settings')}</a>
        </p>
      )}
      {names === null ? (
        <Button variant="quiet" writes icon={Sparkles} isDisabled={asking} onPress={() => void ask()}>
          {t(asking ? 'concepts.split.asking' : 'concepts.split.ask')}
        </Button>
      ) : (
        <>
          <p className="quiet">
            {t('concepts.split.said', { model: names.model })} <TimeAgo at={names.at} />
          </p>
          <ul>
            {names.parts.map(({ parents, name, question, problem }, i) => (
              <li key={parents[0]}>
                <span>
                  {t('concepts.split.part', { count: i + 1 })}:{' '}
                  {name === null ? <span className="quiet">{problem}</span> : <code>{name}</code>} {question}
                </span>
                {name === null ? null : (
                  <Button
                    variant="quiet"
                    label={t('concepts.split.takePart', { name, count: i + 1 })}
                    onPress={() => onTake(i, { name, question: question ?? '' })}
                  >
                    {t('concepts.split.take')}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
