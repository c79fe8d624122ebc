// Reads the arguments of a call against its tool's schema, with what models write in JSON's stead: null for what they leave out, and numbers and truth
// values as text. Called wherever a call is parsed. Pure.
import type { core, ZodSafeParseResult } from 'zod';
import type { Tool } from './tool.ts';

type Given = Readonly<Record<string, unknown>>;

/**
 * @param given as the model wrote them, parsed as JSON
 * @returns the arguments as the schema has them, or what does not fit
 * @example readArguments(query, { action: 'list', limit: '5', kind: null }).data // { action: 'list', limit: 5 }
 */
export function readArguments(tool: Tool, given: Given): ZodSafeParseResult<Record<string, unknown>> {
  // A model may claim that somebody approved it: approvals come from the operator alone.
  const { _approval_id: _claimed, ...others } = given;
  const present = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== null));
  const parsed = tool.schema.safeParse(present);
  if (parsed.success) return parsed;
  const read = Object.fromEntries(parsed.error.issues.flatMap((issue) => unquoted(issue, tool, present)));
  return tool.schema.safeParse({ ...present, ...read });
}

/** The number or truth value that a text is exactly, where the schema takes no text and the value does not say what the call acts on. */
function unquoted(issue: core.$ZodIssue, { identifiers = [] }: Tool, given: Given): [string, unknown][] {
  if (issue.code !== 'invalid_type' || issue.path.length !== 1) return [];
  const key = String(issue.path[0]);
  const text = given[key];
  if (typeof text !== 'string' || identifiers.includes(key)) return [];
  const number = Number(text);
  if (issue.expected === 'number' && Number.isFinite(number) && String(number) === text)
    return [[key, number]];
  const isTruth = issue.expected === 'boolean' && (text === 'true' || text === 'false');
  return isTruth ? [[key, text === 'true']] : [];
}
