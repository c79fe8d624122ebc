// What is said to the assistant: a field of several lines with the names it holds marked, what is offered while one types, and what waits to be handed
// over. Enter sends, or steers while it works; Esc stops it. Source: console, Chat.
import { ArrowUp, CornerDownRight, Square } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { cx } from '../../../ui/cx.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { conversationStore } from '../conversation/conversation-store.ts';
import styles from './composer.module.css';
import { draftStore } from './draft-store.ts';
import { Figures, Foot } from './foot.tsx';
import { type Draft, edited, named, pieces } from './mentions.ts';
import { optionId, SuggestList } from './suggest-list.tsx';
import { useSuggestions } from './use-suggestions.ts';

interface ComposerProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  /** Says it, steers, or does what is typed as a command. */
  readonly onSend: () => void;
  readonly onStop: () => void;
  /** What was wrong with the last one; null for nothing. */
  readonly problem: string | null;
  /** Nothing can be said now, and why. */
  readonly held: string | null;
  readonly choice: Parameters<typeof Foot>[0]['choice'];
}

export function Composer({ field, onSend, onStop, problem, held, choice }: ComposerProps) {
  const { t } = useTranslation();
  const draft = useStore(draftStore);
  const steering = useStore(conversationStore, (s) => s.steering);
  const isStopping = useStore(conversationStore, (s) => s.isStopping);
  const isRunning = useStore(conversationStore, (s) => s.session?.run_id != null);
  const [caret, setCaret] = useState<number | null>(null);
  const offer = useSuggestions(draft, caret);
  const listId = useId();
  const placeCaret = useCaret(field, draft);
  useGrowing(field, draft.text);

  function change(next: Draft, at: number): void {
    draftStore.getState().change(next);
    setCaret(at);
    if (next.text !== field.current?.value) placeCaret(at);
  }

  function choose(at: number): void {
    const { suggestions } = offer;
    if (suggestions?.kind === 'names') {
      const item = suggestions.items[at];
      if (!item) return;
      const { draft: next, caret: after } = named(draft, suggestions.query, item);
      change(next, after);
    } else if (suggestions) {
      const text = `/${suggestions.items[at] ?? ''}`;
      change({ text, mentions: [] }, text.length);
      offer.dismiss();
    }
    field.current?.focus();
  }

  /** @returns whether the list took the key */
  function keyOfList({ key, shiftKey }: KeyboardEvent): boolean {
    const { suggestions } = offer;
    const count = suggestions?.items.length ?? 0;
    const by = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (suggestions && key === 'Escape') offer.dismiss();
    else if (count > 0 && by !== undefined) offer.move(by);
    else if (count > 0 && !shiftKey && (key === 'Enter' || key === 'Tab')) {
      // A command that is written out is done, not written again.
      const isDone = key === 'Enter' && suggestions?.kind === 'commands' && count === 1;
      if (isDone && draft.text.trim() === `/${suggestions.items[0] ?? ''}`) onSend();
      else choose(offer.at);
    } else return false;
    return true;
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // Enter ends what an input method composes.
    if (event.nativeEvent.isComposing || event.altKey) return;
    const isSent = event.key === 'Enter' && !event.shiftKey;
    const isTaken = keyOfList(event);
    if (!isTaken && !isSent) return;
    event.preventDefault();
    event.stopPropagation();
    if (!isTaken && !event.repeat) onSend();
  }

  const { suggestions } = offer;
  const isOpen = suggestions !== null && suggestions.items.length > 0;
  return (
    <div className={styles.composer}>
      {steering.length === 0 ? null : <Waiting messages={steering} />}
      <div className={styles.box} data-held={held !== null}>
        {suggestions === null ? null : (
          <SuggestList id={listId} suggestions={suggestions} at={offer.at} onChoose={choose} />
        )}
        <div className={styles.field}>
          <Marked draft={draft} />
          <textarea
            ref={field}
            className={styles.input}
            value={draft.text}
            rows={1}
            maxLength={32_000}
            aria-label={t('chat.say')}
            placeholder={held ?? t(isRunning ? 'chat.steerHint' : 'chat.sayHint')}
            aria-describedby={problem === null ? undefined : `${listId}-problem`}
            aria-autocomplete="list"
            aria-haspopup="listbox"
            {...(isOpen
              ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, offer.at) }
              : {})}
            onChange={(event) => change(edited(draft, event.target.value), event.target.selectionStart)}
            onSelect={(event) => setCaret(event.currentTarget.selectionStart)}
            onBlur={() => setCaret(null)}
            onKeyDown={onKeyDown}
            data-composer
          />
        </div>
        <Foot
          choice={choice}
          send={
            isRunning ? (
              <>
                {draft.text.trim() === '' ? null : (
                  <Button icon={CornerDownRight} writes onPress={onSend} isDisabled={held !== null}>
                    {t('chat.steer')}
                  </Button>
                )}
                <Button variant="primary" icon={Square} writes isDisabled={isStopping} onPress={onStop}>
                  {t(isStopping ? 'chat.stopping' : 'chat.stop')}
                </Button>
              </>
            ) : (
              <Button
                variant="primary"
                icon={ArrowUp}
                writes
                isDisabled={draft.text.trim() === '' || held !== null}
                onPress={onSend}
              >
                {t('chat.send')}
              </Button>
            )
          }
        />
      </div>
      <Figures whom={choice.whom} />
      <p className={cx(styles.problem, 'bad')} id={`${listId}-problem`} role="alert">
        {problem}
      </p>
    </div>
  );
}

/** What was typed while it works and is handed over at its next turn. */
function Waiting({ messages }: { messages: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ul className={styles.waiting} aria-label={t('chat.waitingMessages')}>
      {messages.map((message, at) => (
        <li key={`${String(at)} ${message}`} className={styles.chip} title={message}>
          <CornerDownRight size={12} strokeWidth={1.75} aria-hidden="true" />
          <span className={styles.chipWords}>{message}</span>
        </li>
      ))}
    </ul>
  );
}

/** Behind the field, the same words with the names marked. */
function Marked({ draft }: { draft: Draft }) {
  if (draft.mentions.length === 0) return null;
  return (
    <div className={styles.mirror} aria-hidden="true">
      {pieces(draft.text, draft.mentions).map(({ text, mention }, at) =>
        mention === null ? (
          text
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn anew with each letter
          <mark key={at}>{text}</mark>
        ),
      )}
    </div>
  );
}

/** As high as its text, to a limit its style sets. */
function useGrowing(field: RefObject<HTMLTextAreaElement | null>, text: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is what makes it grow
  useLayoutEffect(() => {
    const box = field.current;
    if (!box) return;
    box.style.height = 'auto';
    box.style.height = `${String(box.scrollHeight)}px`;
  }, [field, text]);
}

/**
 * Where one goes on typing in words that something else than a key put there: set with the words, so that the next key finds it there.
 * @returns says where, for words that are about to be set; those of `put` are gone on from their end
 */
function useCaret(
  field: RefObject<HTMLTextAreaElement | null>,
  { text, put }: { readonly text: string; readonly put: number },
): (at: number) => void {
  const wanted = useRef<number | null>(null);
  const before = useRef(put);
  useLayoutEffect(() => {
    const at = wanted.current;
    wanted.current = null;
    const box = field.current;
    if (before.current !== put) box?.focus();
    if (before.current !== put) box?.setSelectionRange(text.length, text.length);
    else if (at !== null) box?.setSelectionRange(at, at);
    before.current = put;
  }, [field, text, put]);
  return (at) => {
    wanted.current = at;
  };
}
