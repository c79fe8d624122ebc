// One plain line for each kind of event, as the Audit screen lists them. Pure. It never throws: events are
// never removed, so one that broke a page would break it for good; what cannot be said in words gets its kind.
import * as z from 'zod';
import type { CollisionType, Source } from '../../../shared/model/graph.ts';
import {
  ConflictDelta,
  EdgeDelta,
  type EdgeRecord,
  HeadPayload,
  parseResolution,
  QuestionDelta,
} from '../decide/deltas.ts';
import { callWords } from './call-words.ts';
import { FactPayload, OpenedPayload } from './payloads.ts';

interface SummarisedEvent {
  readonly kind: string;
  readonly actor: string;
  readonly edgeId: number | null;
  readonly conflictId: number | null;
  readonly payload: unknown;
}

/** A line of words for an event's payload; null when the payload is not what the kind promises. */
type Summary = (payload: unknown, event: SummarisedEvent) => string | null;

function of<T>(schema: z.ZodType<T>, words: (payload: T, event: SummarisedEvent) => string): Summary {
  return (payload, event) => {
    const parsed = schema.safeParse(payload);
    return parsed.success ? words(parsed.data, event) : null;
  };
}

const Named = z.object({ concept: z.string(), parent: z.string(), dimension: z.string() });
const fact = ({ concept, parent, dimension }: z.infer<typeof Named>) =>
  `${concept}: [${dimension}] ${parent}`;
const sure = (confidence: number) => confidence.toFixed(2).replace(/\.?0+$/, '');

const EDGE_WORDS: {
  readonly [A in EdgeDelta['action']]: (before: EdgeRecord | null, after: EdgeRecord | null) => string;
} = {
  insert: (_, after) => `added ${after ? fact(after) : 'a fact'}`,
  confirm: (_, after) => `confirmed ${after ? `${fact(after)}, now ${sure(after.confidence)}` : 'a fact'}`,
  move: (before, after) =>
    before && after ? `moved ${fact(before)} to ${movedTo(before, after)}` : 'moved a fact',
  mark: (before, after) =>
    before && after ? `changed ${fact(after)}: ${changes(before, after)}` : 'changed a fact',
  retire: (before) => `ended ${before ? fact(before) : 'a fact'}`,
  restore: (_, after) => `put back ${after ? fact(after) : 'a fact'}`,
};

const SOURCE_WORDS: { readonly [S in Source]: string } = {
  operator: 'told by an operator',
  gutask: 'told through gutask',
  inferred: 'read in a prompt',
  cloud_llm: 'from a model',
  festinger: 'from the resolution job',
};

const COLLISION_WORDS: { readonly [T in CollisionType]: string } = {
  isa_isa: 'two kinds for one thing',
  ispart_ispart: 'two places for one thing',
  misclassification: 'a kind against a place',
  cycle: 'it leads back to itself',
};

const CONFLICT_WORDS: { readonly [A in ConflictDelta['action']]: string } = {
  open: 'went into the queue',
  count: 'was claimed once more',
  decide: 'was decided',
  came_true: 'came true',
  rebase: 'waits against another fact now',
  reopen: 'waits again',
  withdraw: 'was withdrawn',
  redo: 'is decided again',
};

const SUMMARIES: Readonly<Record<string, Summary>> = {
  'dimension.created': of(
    z.object({ dimension: z.string() }),
    ({ dimension }) => `[${dimension}] came into use`,
  ),
  'dimension.changed': of(QuestionDelta, ({ dimension, after }) =>
    after === null ? `[${dimension}] has no question of its own any more` : `[${dimension}] asks: ${after}`,
  ),
  'fact.inserted': of(
    FactPayload,
    (payload) => `learnt ${fact(payload)}, ${sure(payload.confidence)} (${SOURCE_WORDS[payload.source]})`,
  ),
  'fact.confirmed': of(
    FactPayload,
    (payload) => `confirmed ${fact(payload)}, now ${sure(payload.confidence)}`,
  ),
  'conflict.opened': of(
    OpenedPayload,
    (payload, { conflictId }) =>
      `conflict ${conflictId}: ${fact(payload)} went into the queue: ${COLLISION_WORDS[payload.collision]}`,
  ),
  'edge.do_not_use': of(
    z.object({ after: z.boolean(), reason: z.string() }),
    ({ after, reason }, { edgeId }) =>
      `edge ${edgeId} ${after ? 'kept out of' : 'let back into'} recollections${because(reason)}`,
  ),
  'edge.changed': of(EdgeDelta, ({ action, before, after }) => EDGE_WORDS[action](before, after)),
  'conflict.changed': of(ConflictDelta, ({ action, claim, after, counted }, { conflictId }) => {
    if (counted && counted.after.seenCount < counted.before.seenCount)
      return `conflict ${conflictId}: ${fact(claim)} was claimed once less`;
    const resolution = parseResolution(after?.resolution ?? null);
    const how = action === 'decide' && resolution ? `: ${resolution.decision}` : '';
    return `conflict ${conflictId}: ${fact(claim)} ${CONFLICT_WORDS[action]}${how}`;
  }),
  'conflict.snoozed': of(z.object({ until: z.number().nullable() }), ({ until }, { conflictId }) =>
    until === null
      ? `conflict ${conflictId} woken`
      : `conflict ${conflictId} put off until ${new Date(until).toISOString()}`,
  ),
  'conflict.noted': of(z.object({ note: z.string().nullable() }), ({ note }, { conflictId }) =>
    note === null ? `note on conflict ${conflictId} removed` : `note on conflict ${conflictId}: ${note}`,
  ),
  'conflict.answer_refused': of(
    z.object({ problem: z.string(), attempts: z.number(), needsHuman: z.boolean() }),
    ({ problem, needsHuman }, { conflictId }) =>
      `conflict ${conflictId}: a model's answer could not be used${needsHuman ? ', a person is needed' : ''}: ${problem}`,
  ),
  'concept.novelty': of(
    z.object({ concept: z.string() }),
    ({ concept }) => `${concept} is particular to the project`,
  ),
  'console.call': of(
    z.object({ call: z.string(), about: z.record(z.string(), z.unknown()) }),
    ({ call, about }) => callWords(call, about),
  ),
  'job.discarded': of(
    z.object({ job: z.string(), summary: z.string(), reason: z.string() }),
    ({ job, summary, reason }) => `job ${job} discarded: ${summary}${because(reason)}`,
  ),
};

const Summarised = z.object({ summary: z.string() });

/** @returns one line, at most about 300 characters */
export function eventSummary(event: SummarisedEvent): string {
  const line = wordsOf(event).replace(/\s+/g, ' ');
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}

function wordsOf(event: SummarisedEvent): string {
  try {
    return SUMMARIES[event.kind]?.(event.payload, event) ?? headSummary(event) ?? event.kind;
  } catch {
    // Such as a time that no calendar has, written before times were checked.
    return event.kind;
  }
}

/** Heads of actions, and whatever else says what it is in a `summary`. */
function headSummary({ payload }: SummarisedEvent): string | null {
  const head = HeadPayload.safeParse(payload);
  if (head.success) return `${head.data.summary}${because(head.data.reason)}`;
  const other = Summarised.safeParse(payload);
  return other.success ? other.data.summary : null;
}

function because(reason: string): string {
  return reason === '' ? '' : ` (${reason})`;
}

function movedTo(before: EdgeRecord, after: EdgeRecord): string {
  if (before.concept !== after.concept) return fact(after);
  const dimension = before.dimension === after.dimension ? '' : `[${after.dimension}]`;
  const parent = before.parent === after.parent ? '' : after.parent;
  return [dimension, parent].filter((word) => word !== '').join(' ');
}

function changes(before: EdgeRecord, after: EdgeRecord): string {
  const words: string[] = [];
  if (before.doNotUse !== after.doNotUse) {
    words.push(after.doNotUse ? 'kept out of recollections' : 'let back into recollections');
  }
  if (before.confidence !== after.confidence)
    words.push(`${sure(before.confidence)} to ${sure(after.confidence)}`);
  if (before.source !== after.source)
    words.push(`${SOURCE_WORDS[before.source]} to ${SOURCE_WORDS[after.source]}`);
  return words.length > 0 ? words.join(', ') : 'nothing of note';
}
