// Reads a whole answer as the reader of speech does, cut into pieces of one size or another, for the tests of this room. Never used by the program.
import type { SpeechEvent } from '../speech-event.ts';
import { SpeechReader } from '../speech-reader.ts';

export const TOOLS: ReadonlySet<string> = new Set(['query', 'read', 'file_edit', 'run_command', 'control']);

export interface Answer {
  /** Neighbours of one kind as one. */
  readonly events: readonly SpeechEvent[];
  /** What is shown in the end. */
  readonly text: string;
  readonly cleaned: boolean;
}

/** @param size characters of a piece @param tools what may be called */
export function readAnswer(
  answer: string,
  size = Math.max(1, answer.length),
  tools: ReadonlySet<string> = TOOLS,
): Answer {
  const starts = Array.from({ length: Math.ceil(answer.length / size) }, (_, at) => at * size);
  return readPieces(
    starts.map((at) => answer.slice(at, at + size)),
    tools,
  );
}

export function readPieces(pieces: readonly string[], tools: ReadonlySet<string> = TOOLS): Answer {
  const reader = new SpeechReader(tools);
  const events = joined([...pieces.flatMap((piece) => reader.take(piece)), ...reader.end()]);
  const last = events.findLastIndex(({ type }) => type === 'retract');
  const text = events.slice(last + 1).map((event) => (event.type === 'text' ? event.text : ''));
  return { events, text: text.join(''), cleaned: reader.cleaned };
}

function joined(events: readonly SpeechEvent[]): SpeechEvent[] {
  const all: SpeechEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    const isMore = last && 'text' in event && 'text' in last && last.type === event.type;
    if (isMore) all[all.length - 1] = { type: event.type, text: last.text + event.text };
    else all.push(event);
  }
  return all;
}
