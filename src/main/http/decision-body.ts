// The body of `POST /conflicts/:id`: flat JSON, in the snake case of our HTTP routes or the camel case of the typed calls.
// Parses and explains; decides nothing.
import * as z from 'zod';
import { Decision } from '../../shared/model/decision.ts';
import { AppError } from '../../shared/model/envelope.ts';
import { Reason } from '../../shared/model/plain-text.ts';
import { hasFewMembers } from './few-members.ts';

/** What to send, for the messages of refused bodies. */
const SHAPE =
  'Send {"decision": "keep" | "dismiss"}, {"decision": "replace", "gives_way"?: edge id}, ' +
  '{"decision": "split", "existing_dimension": "...", "new_dimension": "..."} or ' +
  '{"decision": "move", "dimension": "...", "which"?: "incoming" | "existing"}, ' +
  'each with "reason" and "expected_version" (from GET /conflicts) if you like.';

const CAMEL: Readonly<Record<string, string>> = {
  expected_version: 'expectedVersion',
  existing_dimension: 'existingDimension',
  new_dimension: 'newDimension',
  gives_way: 'givesWay',
};

const Rest = z.object({
  reason: Reason,
  expectedVersion: z.number().int().nullable().default(null),
});

export interface DecisionBody {
  readonly decision: Decision;
  readonly reason: string;
  /** Null decides on what is there now; a decided conflict is refused all the same. */
  readonly expectedVersion: number | null;
}

/** @throws AppError INVALID_INPUT with what to send */
export function parseDecisionBody(raw: unknown): DecisionBody {
  const fields = camelCased(parseJson(raw));
  const { reason, expectedVersion, ...decision } = fields;
  const parsed = Decision.safeParse(decision);
  if (!parsed.success) throw refused(z.prettifyError(parsed.error));
  const rest = Rest.safeParse({ reason, expectedVersion });
  if (!rest.success) throw refused(z.prettifyError(rest.error));
  return { decision: parsed.data, ...rest.data };
}

function parseJson(raw: unknown): unknown {
  const text = typeof raw === 'string' ? raw : '';
  if (!hasFewMembers(text)) throw refused('The body has members or brackets that no decision has.');
  try {
    return JSON.parse(text);
  } catch (error) {
    throw refused(`The body is not JSON: ${(error as Error).message}.`);
  }
}

function camelCased(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refused('The body is not a JSON object.');
  }
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    const name = CAMEL[key] ?? key;
    if (Object.hasOwn(fields, name)) throw refused(`"${name}" is there in both spellings.`);
    Object.defineProperty(fields, name, { value: field, enumerable: true });
  }
  return fields;
}

function refused(problem: string): AppError {
  return new AppError('INVALID_INPUT', `POST /conflicts/:id: ${problem} ${SHAPE}`);
}
