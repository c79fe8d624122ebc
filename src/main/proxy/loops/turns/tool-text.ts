// Tool calls that an agent writes as text: agent-zero's JSON (bare, fenced, or with words around it), other JSON of a
// name and arguments, AutoGPT's with the call one level down, LiteLLM's `Tool Calls: [...]`; tags and "Action: ..." are
// text-actions.ts's. Thoughts, headlines and the words around a call are not part of it. Linear; never throws.
// Used by turn-features.ts and message.ts.
import { type JsonMember, scanObject, stringValue } from '../../../graph/text/json-spans.ts';
import type { RawCall } from './raw-call.ts';
import { actionLine, taggedCalls } from './text-actions.ts';

/** Which members name the tool and its arguments. */
const CALL_SHAPES: readonly { name: string; args: readonly string[] }[] = [
  { name: 'tool_name', args: ['tool_args'] },
  { name: 'name', args: ['arguments', 'parameters', 'args'] },
  { name: 'tool', args: ['args', 'arguments', 'input', 'tool_input'] },
  { name: 'action', args: ['action_input'] },
];

export interface TextCalls {
  readonly calls: readonly RawCall[];
  /** agent-zero's own shape. */
  readonly isToolJson: boolean;
}

const NONE: TextCalls = { calls: [], isToolJson: false };
const OPENING = /\{\s{0,64}"/g;
/** Objects that are looked into: nobody makes so many calls in one turn. */
const MAX_OBJECTS = 1024;
/** Members that hold the call where the object itself is none: AutoGPT's `{"thoughts": {}, "command": {"name", "args"}}`. */
const HOLDERS = new Set(['command', 'action', 'function', 'function_call', 'tool_call']);
/** Times a text is read again for what such a member holds. */
const MAX_HELD = 4;

/** The calls an assistant's text makes, in order; none when it is plain text. */
export function callsInText(text: string): TextCalls {
  // agent-zero's text may quote tags.
  const tagged = text.includes('"tool_name"') ? [] : taggedCalls(text);
  if (tagged.length > 0) return { calls: tagged, isToolJson: false };
  const calls: RawCall[] = [];
  let isToolJson = false;
  OPENING.lastIndex = 0;
  let tried = 0;
  let held = 0;
  for (let match = OPENING.exec(text); match && tried < MAX_OBJECTS; match = OPENING.exec(text)) {
    tried++;
    const scan = scanObject(text, match.index);
    if (scan.kind === 'broken') {
      OPENING.lastIndex = Math.max(scan.at, match.index + 1);
      continue;
    }
    const call = callOf(text, scan.members);
    if (call) {
      calls.push(call.call);
      isToolJson ||= call.isToolJson;
    }
    const holder = call ? undefined : scan.members.find(({ key }) => HOLDERS.has(key));
    if (holder && text.charAt(holder.start) === '{' && held++ < MAX_HELD) {
      OPENING.lastIndex = holder.start;
      continue;
    }
    if (scan.kind === 'open') break;
    OPENING.lastIndex = scan.end;
  }
  if (calls.length > 0) return { calls, isToolJson };
  return sloppyCall(text) ?? lineCall(text) ?? NONE;
}

function lineCall(text: string): TextCalls | null {
  const call = actionLine(text);
  return call && { calls: [call], isToolJson: false };
}

function callOf(text: string, members: readonly JsonMember[]): { call: RawCall; isToolJson: boolean } | null {
  for (const shape of CALL_SHAPES) {
    const name = members.find(({ key }) => key === shape.name);
    const args = members.find(({ key }) => shape.args.includes(key));
    if (!name || !(args || shape.name === 'tool_name')) continue;
    if (text.charAt(name.start) !== '"') continue;
    const value = args ? text.slice(args.start, args.end) : '';
    return {
      call: { id: null, name: stringValue(text, name), args: value },
      isToolJson: shape.name === 'tool_name',
    };
  }
  return null;
}

const TOOL_NAME = /"tool_name"\s{0,16}:/g;

/** JSON that agent-zero's tolerant parser would still take: what stands from the tool's name on is the call. */
function sloppyCall(text: string): TextCalls | null {
  TOOL_NAME.lastIndex = 0;
  const found = TOOL_NAME.exec(text);
  if (!found) return null;
  const rest = text.slice(found.index + found[0].length);
  const name = /^\s{0,8}["']([\w.:-]{1,64})/.exec(rest)?.[1] ?? '';
  return { calls: [{ id: null, name, args: rest.replace(/[`}\s]{1,16}$/, '') }], isToolJson: true };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other);

/** The value of `tool_calls`, in OpenAI's or Ollama's shape. */
export function nativeCalls(value: unknown): RawCall[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((call) => {
    const made = isObject(call.function) ? call.function : isObject(call.custom) ? call.custom : call;
    return {
      id: typeof call.id === 'string' ? call.id : null,
      name: textOr(made.name, ''),
      args: made.arguments ?? made.input ?? '',
    };
  });
}
