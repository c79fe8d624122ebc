// Where feedback goes: behind the last thing that was said to the agent, in the shape of the route, so that the bytes in
// front of it stay and a KV cache holds. Into the user's own message where that is the last, else a message of its own.
// Ties: at one offset the recollection's insertion comes first. Source: loops, Step 1. Used by mitigate.ts.
import type { BodyIndex, PromptText } from '../../body/body-scanner.ts';
import { headedContentEnd, isFlat, roleOf } from '../../body/prompt-turns.ts';
import { type Edit, textInsertion } from '../../body/splice.ts';
import type { Turn } from '../../body/turn-scanner.ts';
import type { PromptRoute } from '../../routes.ts';

export interface FeedbackTarget {
  readonly body: Buffer;
  readonly index: BodyIndex;
  readonly route: PromptRoute;
}

const GAP = '\n\n';
const BACKSLASH = 0x5c;

const insertion = (at: number, text: string): Edit => ({ start: at, end: at, bytes: Buffer.from(text) });

function grown(at: number, text: string): Edit {
  const { bytes } = textInsertion(at, text);
  return { start: at, end: at, bytes };
}

/** The edit that tells the agent; null where the body has no place for it (a text to be completed). */
export function placeFeedback({ body, index, route }: FeedbackTarget, text: string): Edit | null {
  if (index.list) return inList(index.list.turns, route, text);
  if (!index.text) return null;
  if (isFlat(index.text)) return inFlat(body, index.text, text);
  if (route === 'openai_completions') return null;
  const { start, end } = index.text.span;
  return grown(end, (end > start ? GAP : '') + text);
}

/** Whether a turn of this role is a user's or a tool's. */
export function isSaidToAgent(role: string): boolean {
  const speaker = roleOf(role);
  return speaker === 'user' || (speaker === 'tool' && role !== '');
}

function inList(turns: readonly Turn[], route: PromptRoute, text: string): Edit | null {
  const last = turns.findLast(({ role }) => isSaidToAgent(role));
  if (!last) return null;
  if (roleOf(last.role) !== 'user' || last.content.kind === 'none') return ownMessage(last, route, text);
  if (last.content.kind === 'string') {
    const { start, end } = last.content.span;
    return grown(end, (end > start ? GAP : '') + text);
  }
  const { parts, start } = last.content.list;
  const part = `{"type":"${partType(route)}","text":${JSON.stringify(text)}}`;
  const lastPart = parts.at(-1);
  return lastPart ? insertion(lastPart.end, `,${part}`) : insertion(start + 1, part);
}

const partType = (route: PromptRoute): string => (route === 'openai_responses' ? 'input_text' : 'text');

function ownMessage(behind: Turn, route: PromptRoute, text: string): Edit {
  const said = JSON.stringify(text);
  const message =
    route === 'openai_responses'
      ? `{"type":"message","role":"user","content":[{"type":"input_text","text":${said}}]}`
      : `{"role":"user","content":${said}}`;
  return insertion(behind.end, `,${message}`);
}

/** In front of the empty line that ends the last user's section. */
function inFlat(body: Buffer, text: PromptText, feedback: string): Edit | null {
  const place = text.headings.findLastIndex(({ role }) => role === 'user');
  if (place < 0) return null;
  const { contentStart } = text.headings[place] as PromptText['headings'][number];
  const end = withoutGap(body, contentStart, headedContentEnd(text, place));
  return grown(end, (end > contentStart ? GAP : '') + feedback);
}

/** The end of a section's content without the escaped empty line behind it. */
function withoutGap(body: Buffer, start: number, end: number): number {
  const at = end - 4;
  if (at < start) return end;
  if (body.toString('latin1', at, end) !== String.raw`\n\n`) return end;
  let slashes = 0;
  while (at - slashes > start && body[at - slashes - 1] === BACKSLASH) slashes++;
  return slashes % 2 === 0 ? at : end;
}
