// What is said in a session, an entry each: the operator's words with what they name, what was looked at beforehand, answers, notices.
// Source: console, Chat.
import { CircleAlert, CornerDownRight, Pencil, RotateCcw, TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { Markdown } from '../../../session/markdown/markdown.tsx';
import { formatRoute } from '../../../session/router.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { pieces } from '../composer/mentions.ts';
import styles from './entries.module.css';
import { Fold } from './fold.tsx';

export interface Resay {
  /** Takes it back and says the same again. */
  again(entry: EntryOf<'user'>): void;
  /** Takes it back and puts its words into the composer. */
  edit(entry: EntryOf<'user'>): void;
}

interface UserMessageProps {
  readonly entry: EntryOf<'user'>;
  readonly resay: Resay;
  /** Nothing can be said anew while it works. */
  readonly isHeld: boolean;
}

export const UserMessage = memo(function UserMessage({ entry, resay, isHeld }: UserMessageProps) {
  const { t } = useTranslation();
  const { text, steering, at } = entry;
  return (
    <article className={styles.user} data-entry="user" data-steering={steering}>
      <h3 className="sr-only">{t('chat.you')}</h3>
      <Said entry={entry} />
      <footer className={styles.foot}>
        <span className={styles.actions}>
          {steering ? null : (
            <>
              <IconButton
                icon={Pencil}
                label={t('chat.edit')}
                writes
                isDisabled={isHeld}
                onPress={() => resay.edit(entry)}
              />
              <IconButton
                icon={RotateCcw}
                label={t('chat.again')}
                writes
                isDisabled={isHeld}
                onPress={() => resay.again(entry)}
              />
            </>
          )}
          <CopyButton text={text} label={t('chat.copyMessage')} />
        </span>
        {steering ? (
          <span className={styles.footWords}>
            <CornerDownRight size={12} strokeWidth={1.75} aria-hidden="true" /> {t('chat.steered')}
          </span>
        ) : null}
        <span className={styles.footWords}>
          <TimeAgo at={at} />
        </span>
      </footer>
    </article>
  );
});

function Said({ entry: { text, mentions } }: { entry: Pick<EntryOf<'user'>, 'text' | 'mentions'> }) {
  return (
    <p className={styles.said}>
      {pieces(text, mentions).map(({ text: words, mention }, at) =>
        mention === null ? (
          words
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message does not change
          <a key={at} className={styles.mention} href={wayTo(mention)}>
            {words}
          </a>
        ),
      )}
    </p>
  );
}

function wayTo({ kind, id, name }: { kind: string; id: string; name: string }): string {
  if (kind === 'concept') return formatRoute('concepts', name);
  // `finding:{project}:{key}`
  if (kind === 'finding') return formatRoute('findings', id.split(':').at(-1) ?? null);
  return formatRoute('resources', id);
}

/** On its way, or not handed over yet. */
export function Sending({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <article className={styles.user} data-sending>
      <p className={styles.said}>{text}</p>
      <footer className={styles.foot}>
        <span className={styles.footWords}>{t('chat.sending')}</span>
      </footer>
    </article>
  );
}

export const Context = memo(function Context({ entry }: { entry: EntryOf<'context'> }) {
  const { t } = useTranslation();
  const { resources, not_found: gone, text } = entry;
  const names = resources.map(({ name }) => name).join(', ');
  const words = [
    ...(resources.length > 0 ? [t('chat.context.looked', { names })] : []),
    ...(gone.length > 0 ? [t('chat.context.gone', { names: gone.join(', ') })] : []),
  ];
  return (
    <div className={styles.context} data-entry="context">
      <Fold quiet summary={words.length === 0 ? t('chat.context.nothing') : words.join(' · ')} name="context">
        <p className={styles.foldHint}>{t('chat.context.text')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className={styles.exact} tabIndex={0}>
          {text}
        </pre>
        {resources.length === 0 ? null : (
          <p className={styles.ways}>
            {resources.map((one) => (
              <a key={one.id} href={wayTo(one)}>
                {one.name}
              </a>
            ))}
          </p>
        )}
      </Fold>
    </div>
  );
});

export const Summary = memo(function Summary({ entry }: { entry: EntryOf<'summary'> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.context} data-entry="summary">
      <Fold quiet summary={t('chat.summary.title', { count: entry.messages })} name="summary">
        <p className={styles.foldHint}>{t('chat.summary.text')}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className={styles.exact} tabIndex={0}>
          {entry.text}
        </pre>
      </Fold>
    </div>
  );
});

export const Answer = memo(function Answer({ entry }: { entry: EntryOf<'answer'> }) {
  const { t } = useTranslation();
  const { text, thinking, state, replaced } = entry;
  const isOver = state !== 'streaming';
  // Nothing of it came yet, or ever.
  if (text.trim() === '' && thinking === '' && replaced === null) return null;
  return (
    <article className={styles.answer} data-entry="answer" data-state={state}>
      <h3 className="sr-only">{t('chat.assistant')}</h3>
      {thinking === '' ? null : (
        <div className={styles.context}>
          <Fold quiet summary={t(isOver || text !== '' ? 'chat.thought' : 'chat.thinks')} name="thinking">
            <p className={styles.thinking}>{thinking}</p>
          </Fold>
        </div>
      )}
      {replaced === null ? null : (
        <p className={styles.replaced} data-tone="wait">
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`chat.replaced.${replaced.reason}`)}
        </p>
      )}
      {text === '' ? null : <Markdown text={text} isOver={isOver} />}
      {replaced === null ? null : (
        <div className={styles.context}>
          <Fold quiet summary={t('chat.replaced.show')} name="original">
            <p className={styles.foldHint}>{t('chat.replaced.untrue')}</p>
            <p className={styles.untrue}>{replaced.original}</p>
          </Fold>
        </div>
      )}
      {entry.truncated ? (
        <p className={styles.replaced} data-tone="wait" data-truncated>
          <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" /> {t('chat.truncated')}
        </p>
      ) : null}
      {state === 'broken' ? (
        <p className={styles.replaced} data-tone="bad">
          <CircleAlert size={14} strokeWidth={1.75} aria-hidden="true" /> {t('chat.broken')}
        </p>
      ) : null}
      {(state === 'final' || state === 'broken') && text !== '' ? (
        <footer className={styles.foot}>
          <span className={styles.actions}>
            <CopyButton text={text} label={t('chat.copyAnswer')} />
            {entry.model === null ? null : <span className={styles.footWords}>{entry.model}</span>}
          </span>
        </footer>
      ) : null}
    </article>
  );
});

export const Notice = memo(function Notice({ entry }: { entry: EntryOf<'notice'> }) {
  return (
    <p className={styles.notice} data-entry="notice" data-tone="wait">
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span>{entry.text}</span>
    </p>
  );
});
