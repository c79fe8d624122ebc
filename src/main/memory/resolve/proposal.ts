// What a model may propose about a conflict, and what it did propose: the schema it is asked for, and the parser that
// believes nothing. Pure. An answer that does not fit changes nothing; `problem` is what the journal says of it.
// Source: memory, Conflicts.
import * as z from 'zod';
import { conflictKind } from '../../../shared/conflict-kind.ts';
import type { Decision } from '../../../shared/model/decision.ts';
import type { Conflict, ConflictKind } from '../../../shared/model/graph.ts';
import type { RunOutcome } from '../../../shared/model/resolution.ts';
import { withoutFence } from '../../../shared/plain-json.ts';
import { redact } from '../../../shared/redact.ts';
import { readDimensionName } from './dimension-name.ts';

/** The words for what a model decides. */
export type ModelDecision = 'decompose' | 'update' | 'redimension' | 'dismiss';

/** Which decision each kind of conflict allows; nothing else is taken from a model. */
export const ALLOWED: Readonly<Record<ConflictKind, readonly ModelDecision[]>> = {
  isa_isa: ['decompose', 'dismiss'],
  ispart_ispart: ['update', 'dismiss'],
  misclassification: ['redimension', 'dismiss'],
  cycle: ['update', 'dismiss'],
  correction: ['update', 'dismiss'],
};

/** Longer answers are not looked at. */
const MAX_ANSWER_CHARS = 50_000;
const MAX_REASON_CHARS = 500;
const MAX_EXCERPT_CHARS = 500;

export type Proposal =
  | {
      readonly ok: true;
      readonly decision: Decision;
      readonly outcome: RunOutcome;
      readonly reasoning: string;
    }
  | { readonly ok: false; readonly problem: string };

/** Thrown inside this file only. */
class Unusable extends Error {}

type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON schema of an answer about a conflict of this kind. Flat, every key required, unused ones null: what all
 * providers with schema-bound answers can enforce.
 */
export function proposalSchema(kind: ConflictKind): { readonly name: string; readonly schema: JsonSchema } {
  const name = (description: string) => ({ type: ['string', 'null'], description });
  const ofType: Record<ModelDecision, Record<string, unknown>> = {
    decompose: {
      existing_dimension: name('the dimension in which the known fact stays true; null when dismissing'),
      new_dimension: name('the dimension in which the new fact is true; null when dismissing'),
    },
    redimension: {
      dimension: name('the dimension that fits; null when dismissing'),
      which: {
        type: ['string', 'null'],
        enum: ['incoming', 'existing', null],
        description: 'which of the two facts moves there: the new one (incoming) or the known one (existing)',
      },
    },
    update: {},
    dismiss: {},
  };
  const properties = {
    decision: { type: 'string', enum: ALLOWED[kind] },
    ...Object.assign({}, ...ALLOWED[kind].map((decision) => ofType[decision])),
    reasoning: { type: 'string', description: 'one or two sentences' },
  };
  return {
    name: `resolve_${kind}`,
    schema: {
      type: 'object',
      properties,
      required: Object.keys(properties),
      additionalProperties: false,
    },
  };
}

const Name = z.string().nullish();
/** Keys that are not asked for are not read. */
const Answer = z.object({
  decision: z.enum(['decompose', 'update', 'redimension', 'dismiss']),
  existing_dimension: Name,
  new_dimension: Name,
  dimension: Name,
  which: z.enum(['incoming', 'existing']).nullish(),
  reasoning: z.string().nullish(),
});
type Answer = z.output<typeof Answer>;

/** Reads a model's answer about a conflict. Never throws; what cannot be used is said in `problem`. */
export function readProposal(text: string, conflict: Conflict): Proposal {
  try {
    const answer = parseAnswer(text);
    const kind = conflictKind(conflict);
    if (!ALLOWED[kind].includes(answer.decision)) {
      throw new Unusable(
        `it decided "${answer.decision}", which ${kind} does not allow (${ALLOWED[kind].join(' or ')})`,
      );
    }
    const reasoning = oneLine(answer.reasoning ?? '', MAX_REASON_CHARS) || 'The model gave no reason.';
    return { ok: true, ...mapped(answer, conflict), reasoning };
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    return { ok: false, problem: answerProblem(error.message, text) };
  }
}

/** What was wrong with an answer, with as much of it as may be shown: redacted, at most 500 characters. */
export function answerProblem(problem: string, answer: string): string {
  const excerpt = oneLine(answer.slice(0, 4 * MAX_EXCERPT_CHARS), MAX_EXCERPT_CHARS);
  return `The answer cannot be used: ${problem}. It began: ${excerpt === '' ? '(nothing)' : excerpt}`;
}

function parseAnswer(text: string): Answer {
  if (text.length > MAX_ANSWER_CHARS) throw new Unusable(`it has ${text.length} characters`);
  let value: unknown;
  try {
    value = JSON.parse(withoutFence(text));
  } catch {
    throw new Unusable('it is not one JSON object');
  }
  const parsed = Answer.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue?.path.join('.') ?? '';
  throw new Unusable(`it does not fit the schema${where ? ` at ${where}` : ''}: ${issue?.message ?? ''}`);
}

function mapped(answer: Answer, conflict: Conflict): { decision: Decision; outcome: RunOutcome } {
  switch (answer.decision) {
    case 'dismiss':
      return { decision: { decision: 'dismiss' }, outcome: 'dismissed' };
    case 'update':
      return { decision: { decision: 'replace' }, outcome: 'updated' };
    case 'decompose': {
      const existingDimension = dimensionName('existing_dimension', answer.existing_dimension, conflict);
      const newDimension = dimensionName('new_dimension', answer.new_dimension, conflict);
      if (existingDimension === newDimension) {
        throw new Unusable(`existing_dimension and new_dimension are the same, "${newDimension}"`);
      }
      return {
        decision: { decision: 'split', existingDimension, newDimension },
        outcome: 'decomposed',
      };
    }
    case 'redimension': {
      // Seed 002 calls the incoming fact's dimension "new" elsewhere; models mix the two up.
      const dimension = dimensionName('dimension', answer.dimension ?? answer.new_dimension, conflict);
      if (dimension === conflict.dimension) {
        throw new Unusable(`dimension is "${dimension}", where the two facts collided`);
      }
      return {
        decision: { decision: 'move', dimension, which: answer.which ?? 'incoming' },
        outcome: 'redimensioned',
      };
    }
  }
}

function dimensionName(key: string, given: string | null | undefined, conflict: Conflict): string {
  const name = readDimensionName(key, given, [
    ['the concept itself', conflict.concept],
    ['what the known fact says', conflict.existing.parent],
    ['what the new fact says', conflict.incoming.parent],
  ]);
  if (!name.ok) throw new Unusable(name.problem);
  return name.token;
}

/** Redacted, on one line, at most so many characters. */
export function oneLine(text: string, max: number): string {
  const line = redact(text)
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toWellFormed();
  return line.length <= max ? line : `${line.slice(0, max - 1).toWellFormed()}…`;
}
