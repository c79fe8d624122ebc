// The text a line of a stream brings, without parsing the line where its shape is the usual one. Thinking is told apart from
// what is said. Tool calls bring none. Used by stream-watch.ts.
import type { PromptRoute } from '../routes.ts';

export interface Delta {
  readonly said: string;
  readonly thought: string;
}

const NOTHING: Delta = { said: '', thought: '' };

/** Where a line has its text: members by name, and what the line must hold for them to mean that. */
interface LineShape {
  readonly said: readonly string[];
  readonly thought: readonly string[];
  readonly saidIn?: readonly string[];
  readonly thoughtIn?: readonly string[];
}

const LINE_SHAPES: Record<PromptRoute, LineShape> = {
  chat: { said: ['content'], thought: ['thinking'] },
  generate: { said: ['response'], thought: ['thinking'] },
  openai_chat: { said: ['content'], thought: ['reasoning', 'reasoning_content'] },
  openai_completions: { said: ['text'], thought: [] },
  openai_responses: {
    said: ['delta'],
    thought: ['delta'],
    saidIn: ['response.output_text.delta'],
    thoughtIn: ['response.reasoning_text.delta', 'response.reasoning_summary_text.delta'],
  },
  anthropic_messages: {
    said: ['text'],
    thought: ['thinking'],
    saidIn: ['text_delta'],
    thoughtIn: ['thinking_delta'],
  },
};

/** The text of a line: of an NDJSON line the whole of it, of an event what stands behind `data:`. */
export function deltaOf(route: PromptRoute, line: string): Delta {
  const { said, thought, saidIn, thoughtIn } = LINE_SHAPES[route];
  if (line.includes('"tool_calls"') && !line.includes('"tool_calls":null')) return NOTHING;
  return { said: firstMember(line, said, saidIn), thought: firstMember(line, thought, thoughtIn) };
}

function firstMember(line: string, names: readonly string[], within: readonly string[] | undefined): string {
  if (within && !within.some((type) => line.includes(`"${type}"`))) return '';
  for (const name of names) {
    const text = memberText(line, name);
    if (text !== '') return text;
  }
  return '';
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const SPACE = 0x20;

/** The string behind `"name":`. Inside of a string the quotes would be escaped, so only a real member is found. */
function memberText(line: string, name: string): string {
  let at = line.indexOf(`"${name}"`);
  if (at < 0) return '';
  at += name.length + 2;
  while (line.charCodeAt(at) === SPACE) at++;
  if (line.charCodeAt(at) !== COLON) return '';
  at++;
  while (line.charCodeAt(at) === SPACE) at++;
  if (line.charCodeAt(at) !== QUOTE) return '';
  let end = at + 1;
  let isEscaped = false;
  for (let unit = line.charCodeAt(end); unit !== QUOTE; unit = line.charCodeAt(++end)) {
    if (end >= line.length) return '';
    if (unit === BACKSLASH) {
      isEscaped = true;
      end++;
    }
  }
  return isEscaped ? unescaped(line.slice(at, end + 1)) : line.slice(at + 1, end);
}

function unescaped(literal: string): string {
  try {
    return JSON.parse(literal) as string;
  } catch {
    return '';
  }
}
