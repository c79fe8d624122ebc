// What a batch of events makes of the conversation as this window holds it. Pure: words that follow each other are put together first, so that a
// frame costs one change of the transcript. The transcript itself is made by shared/model/assistant/apply-event.ts alone.
// Source: console, Chat; agent, Over HTTP.
import { applyEvent } from '../../../../../shared/model/assistant/apply-event.ts';
import type { ChatEvent } from '../../../../../shared/model/assistant/events.ts';
import type { Entry, EntryOf, Session } from '../../../../../shared/model/assistant/transcript.ts';

export interface Held {
  readonly session: Session | null;
  readonly entries: readonly Entry[];
  /** Said while it works, not handed over yet. */
  readonly steering: readonly string[];
  /** What the model can hold, as its last answer said; null where nobody knows. */
  readonly roomTokens: number | null;
  /** The run that ended while it was looked at. */
  readonly ended: EntryOf<'end'> | null;
}

type Words = Extract<ChatEvent, { type: 'content' | 'thinking' }>;
const isWords = (event: ChatEvent | undefined): event is Words =>
  event?.type === 'content' || event?.type === 'thinking';

/** Deltas of one message that follow each other, as one. */
export function together(events: readonly ChatEvent[]): readonly ChatEvent[] {
  const joined: ChatEvent[] = [];
  let texts: string[] = [];
  let open: Words | null = null;
  const close = () => {
    if (open) joined.push(texts.length > 1 ? { ...open, text: texts.join('') } : open);
    open = null;
  };
  for (const event of events) {
    if (!isWords(event)) {
      close();
      joined.push(event);
    } else if (open && open.type === event.type && open.message_id === event.message_id) {
      texts.push(event.text);
    } else {
      close();
      open = event;
      texts = [event.text];
    }
  }
  close();
  return joined;
}

/** @returns the same object where nothing is another by it */
export function told(held: Held, events: readonly ChatEvent[]): Held {
  let next = held;
  for (const event of together(events)) next = one(next, event);
  return next;
}

function one(held: Held, event: ChatEvent): Held {
  const entries = applyEvent(held.entries, event);
  const now = entries === held.entries ? held : { ...held, entries };
  switch (event.type) {
    case 'session':
      return { ...now, session: event.session };
    case 'message':
      return event.steering ? { ...now, steering: without(now.steering, event.text) } : now;
    case 'usage':
      return event.context_tokens === null ? now : { ...now, roomTokens: event.context_tokens };
    case 'done': {
      const { type: _, ...end } = event;
      return { ...now, ended: { kind: 'end', ...end } };
    }
    default:
      return now;
  }
}

/** Without the first of these words. */
function without(steering: readonly string[], text: string): readonly string[] {
  const at = steering.indexOf(text);
  return at < 0 ? steering : steering.toSpliced(at, 1);
}
