// What an event makes of a transcript. Pure, and the only way a transcript comes to be: the core keeps its own with it, the page its copy. An event
// about an entry that is not there changes nothing. Source: agent, Over HTTP.
import type { ChatEvent } from './events.ts';
import { recordOf } from './run-record.ts';
import type { Entry, EntryOf } from './transcript.ts';

/** @returns the same array where nothing is another by it */
export function applyEvent(entries: readonly Entry[], event: ChatEvent): readonly Entry[] {
  switch (event.type) {
    case 'session':
      return entries;
    case 'message': {
      const { type: _, ...entry } = event;
      return added(entries, { kind: 'user', ...entry });
    }
    case 'context': {
      const { type: _, ...entry } = event;
      return added(entries, { kind: 'context', ...entry });
    }
    case 'content':
    case 'thinking':
      return withWords(entries, event);
    case 'content_replaced':
      return changed(entries, 'answer', event.message_id, (entry) => ({
        ...entry,
        text: event.text,
        replaced: { reason: event.reason, original: entry.replaced?.original ?? entry.text },
      }));
    case 'usage': {
      const { type: _, message_id: id, context_tokens: _tokens, state, truncated = false, ...usage } = event;
      if (state === 'yielded') return entries.filter((entry) => entry.kind !== 'answer' || entry.id !== id);
      return changed(entries, 'answer', id, (entry) => ({ ...entry, ...usage, state, truncated }));
    }
    case 'tool_start': {
      const { type: _, call_id: id, ...call } = event;
      return added(entries, { kind: 'tool', id, ...call, ...NOT_RUN });
    }
    case 'gate': {
      const { type: _, call_id: id, ...verdict } = event;
      return changed(entries, 'tool', id, (entry) => ({ ...entry, gates: [...entry.gates, verdict] }));
    }
    case 'tool_end': {
      const { type: _, call_id: id, ...end } = event;
      return changed(entries, 'tool', id, (entry) => ({ ...entry, ...end }));
    }
    case 'approval_needed':
      return changed(entries, 'tool', event.call_id, (entry) => ({
        ...entry,
        status: 'waiting',
        approval_id: event.approval_id,
        write: { what: event.description, outcome: 'pending', detail: null },
        // What it is called, before anything came of it.
        resource: { id: event.resource_id, kind: event.resource_kind, name: event.resource_name },
      }));
    case 'approval_decided':
      return changed(entries, 'tool', event.call_id, (entry) => ({
        ...entry,
        status: 'running',
        write:
          entry.write && event.status === 'approved' ? { ...entry.write, outcome: 'running' } : entry.write,
      }));
    case 'write_checked':
      return withNewRecord(
        changed(entries, 'tool', event.call_id, (entry) => ({ ...entry, write: event.write })),
        event.call_id,
      );
    case 'question': {
      const { type: _, question_id: id, ...asked } = event;
      return added(entries, { kind: 'question', id, ...asked, answer: null, open: true });
    }
    case 'answered':
      return changed(entries, 'question', event.question_id, (entry) => ({
        ...entry,
        answer: event.answer,
        open: false,
      }));
    case 'summary': {
      const { type: _, before, ...entry } = event;
      const at = before === null ? -1 : entries.findLastIndex(({ id }) => id === before);
      return entries.toSpliced(at < 0 ? entries.length : at, 0, { kind: 'summary', ...entry });
    }
    case 'plan': {
      const { type: _, ...entry } = event;
      return added(entries, { kind: 'plan', ...entry });
    }
    case 'plan_decided':
      return changed(entries, 'plan', event.plan_id, (entry) => ({ ...entry, state: event.state }));
    case 'error': {
      const { type: _, message: text, ...entry } = event;
      return added(entries, { kind: 'notice', ...entry, text });
    }
    case 'done': {
      const { type: _, ...entry } = event;
      return added(entries, { kind: 'end', ...entry });
    }
    case 'rewound': {
      const at = entries.findIndex(({ id }) => id === event.from_id);
      return at < 0 ? entries : entries.slice(0, at);
    }
  }
}

/** A run that is over has the record of what became of its writes since. */
function withNewRecord(entries: readonly Entry[], callId: string): readonly Entry[] {
  const runId = entries[indexOf(entries, 'tool', callId)]?.run_id;
  const end = entries.find((entry) => entry.kind === 'end' && entry.run_id === runId);
  if (!end) return entries;
  const outcomes = recordOf(entries.filter(({ run_id }) => run_id === runId));
  return changed(entries, 'end', end.id, (entry) => ({
    ...entry,
    outcomes,
    unverified: entry.unverified.filter((name) =>
      outcomes.some((one) => one.kind === 'write' && one.marked && one.resource?.name === name),
    ),
  }));
}

const NOT_RUN = {
  ...{ resource: null, gates: [], status: 'running', approval_id: null, write: null },
  ...{ result: null, error: null, outside: null, ms: null },
} as const satisfies Partial<EntryOf<'tool'>>;

const EMPTY_ANSWER = {
  ...{ kind: 'answer', text: '', thinking: '', state: 'streaming', truncated: false, replaced: null },
  ...{ model: null, input_tokens: 0, output_tokens: 0, cost: null, ms: null },
} as const satisfies Partial<EntryOf<'answer'>>;

function withWords(
  entries: readonly Entry[],
  { type, message_id: id, run_id, at, turn, text }: Extract<ChatEvent, { type: 'content' | 'thinking' }>,
): readonly Entry[] {
  const part = type === 'content' ? 'text' : 'thinking';
  if (indexOf(entries, 'answer', id) < 0)
    return added(entries, { ...EMPTY_ANSWER, id, run_id, at, turn, [part]: text });
  return changed(entries, 'answer', id, (entry) => ({ ...entry, [part]: entry[part] + text }));
}

const added = (entries: readonly Entry[], entry: Entry): readonly Entry[] => [...entries, entry];

/** From the end: what changes is new. */
function indexOf(entries: readonly Entry[], kind: Entry['kind'], id: string): number {
  return entries.findLastIndex((entry) => entry.kind === kind && entry.id === id);
}

function changed<K extends Entry['kind']>(
  entries: readonly Entry[],
  kind: K,
  id: string,
  change: (entry: EntryOf<K>) => EntryOf<K>,
): readonly Entry[] {
  const at = indexOf(entries, kind, id);
  return at < 0 ? entries : entries.with(at, change(entries[at] as EntryOf<K>));
}
