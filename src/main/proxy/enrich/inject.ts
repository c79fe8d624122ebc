// Where the recollection goes into a body, for every route and position, as one insertion: never a rewritten value.
// A new system text also carries the model's own SYSTEM, which Ollama drops as soon as a request brings one.
// Pure. Source: proxy, Injection. Used by enrich.ts.
import type { INJECTION_POSITIONS } from '../../../shared/model/settings.ts';
import type { BodyIndex, PromptText, TurnList } from '../body/body-scanner.ts';
import { decodeString, type StringSpan } from '../body/json-strings.ts';
import { headedContentEnd, isFlat, roleOf } from '../body/prompt-turns.ts';
import { type Insertion, jsonInsertion, textInsertion } from '../body/splice.ts';
import type { ContentParts, Turn } from '../body/turn-scanner.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';

export type Position = (typeof INJECTION_POSITIONS)[number];

/** One place in one body. */
export interface InjectionPlan {
  readonly at: number;
  /** For people, e.g. `messages[0].content`. */
  readonly where: string;
  /** The string that grows; null when a new message, part or member is made. */
  readonly target: StringSpan | null;
  /** JSON around a new value; null when the text goes into `target`. */
  readonly wrap: { readonly before: string; readonly after: string } | null;
  /** Text around the block. */
  readonly before: string;
  readonly after: string;
  /** The text must go on with the model's own SYSTEM. */
  readonly takesModelSystem: boolean;
}

const GAP = '\n\n';
const SMALL_N = 0x6e; // null

const intoString = (
  where: string,
  target: StringSpan,
  edge: 'start' | 'end',
  takesModelSystem = false,
): InjectionPlan => ({
  at: target[edge],
  where,
  target,
  wrap: null,
  before: edge === 'end' && target.end > target.start ? GAP : '',
  after: edge === 'start' && target.end > target.start ? GAP : '',
  takesModelSystem,
});

const newValue = (
  where: string,
  at: number,
  before: string,
  after: string,
  takesModelSystem: boolean,
): InjectionPlan => ({
  at,
  where,
  target: null,
  wrap: { before, after },
  before: '',
  after: '',
  takesModelSystem,
});

/** A text part of its own, in front of the part at `place` (behind the last one when there is none there). */
function newPart(where: string, list: ContentParts, place: number, type: string): InjectionPlan {
  const part = `{"type":${JSON.stringify(type)},"text":"`;
  const next = list.parts[place];
  const last = list.parts.at(-1);
  const at = next ? next.start : last ? last.end : list.start + 1;
  const wrap = next ? [part, '"},'] : [last ? `,${part}` : part, '"}'];
  return newValue(`${where}[${place}]`, at, wrap[0] as string, wrap[1] as string, false);
}

/** Behind the last part that matches; 0 when none does. */
const behindLast = (
  { parts }: ContentParts,
  matches: (part: ContentParts['parts'][number]) => boolean,
): number => parts.findLastIndex(matches) + 1;

/** A member at the end of the body's object, where it wins over an earlier one of the same name. */
const newMember = (name: string, index: BodyIndex): InjectionPlan =>
  newValue(name, index.close, `,"${name}":"`, '"', true);

/** Whether nothing stands there: what is no text is for the upstream to refuse, not for us to hide behind a second member. */
const isFree = ({ fields, systemBlocks }: BodyIndex, name: 'system' | 'instructions'): boolean =>
  !systemBlocks && (fields[name] === undefined || fields[name].first === SMALL_N);

/**
 * Where the block goes. Null when the body has no place for it (a prompt that is not text).
 * `before_last_user` falls back to the system text when nobody speaks as user.
 */
export function planInjection(
  index: BodyIndex,
  route: PromptRoute,
  position: Position,
): InjectionPlan | null {
  if (position === 'before_last_user') {
    const plan = index.list
      ? beforeLastUser(index.list, route)
      : index.text && beforeLastText(index.text, route);
    if (plan) return plan;
  }
  if (!index.list && !index.text) return null;
  const edge = position === 'system_append' ? 'end' : 'start';
  if (route === 'chat' || route === 'openai_chat') return index.list && inMessages(index.list, edge);
  if (route === 'generate') return index.text && inPrompt(index, index.text, edge);
  if (route === 'openai_completions') return index.text && inBarePrompt(index.text, edge);
  return inSystemMember(index, route, edge);
}

function inMessages(list: TurnList, edge: 'start' | 'end'): InjectionPlan | null {
  const first = list.turns[0];
  if (!first) return null;
  const place = list.turns.findIndex(({ role }) => roleOf(role) === 'system');
  const system = list.turns[place];
  const where = `messages[${place}].content`;
  if (system?.content.kind === 'string') return intoString(where, system.content.span, edge);
  if (system?.content.kind === 'parts') {
    const { list: parts } = system.content;
    return newPart(where, parts, edge === 'start' ? 0 : parts.parts.length, 'text');
  }
  return newValue('messages[0]', first.start, '{"role":"system","content":"', '"},', first.role !== 'system');
}

/** `/api/generate`: the flat shape's system section, or a new one, or the `system` member. */
function inPrompt(index: BodyIndex, text: PromptText, edge: 'start' | 'end'): InjectionPlan | null {
  if (isFlat(text)) return inFlatPrompt(text, edge);
  const system = index.fields.system?.string;
  if (!system) return isFree(index, 'system') ? newMember('system', index) : null;
  return intoString('system', system, edge, system.start === system.end);
}

function inFlatPrompt(text: PromptText, edge: 'start' | 'end'): InjectionPlan {
  const head = text.headings[0];
  const base = { where: 'prompt', target: text.span, wrap: null, takesModelSystem: false };
  if (head?.role !== 'system') {
    return { ...base, at: text.span.start, before: '### System:\n', after: GAP };
  }
  if (edge === 'start') return { ...base, at: head.contentStart, before: '', after: GAP };
  return { ...base, at: headedContentEnd(text, 0), before: GAP, after: '' };
}

/** `/v1/completions` has no system text: the block opens the prompt. */
function inBarePrompt(text: PromptText, edge: 'start' | 'end'): InjectionPlan {
  return isFlat(text) ? inFlatPrompt(text, edge) : intoString('prompt', text.span, 'start');
}

/** `/v1/responses` and `/v1/messages`: a member beside the list. */
function inSystemMember(index: BodyIndex, route: PromptRoute, edge: 'start' | 'end'): InjectionPlan | null {
  const name = PROMPT_SHAPES[route].system;
  if (!name) return null;
  if (index.systemBlocks) {
    const place =
      edge === 'end' ? index.systemBlocks.parts.length : behindLast(index.systemBlocks, (p) => p.cached);
    return newPart(name, index.systemBlocks, place, 'text');
  }
  const leadsWithSystem = roleOf(index.list?.turns[0]?.role ?? '') === 'system';
  const system = index.fields[name]?.string;
  if (!system && !isFree(index, name)) return null;
  if (!system) return { ...newMember(name, index), takesModelSystem: !leadsWithSystem };
  return intoString(name, system, edge, system.start === system.end && !leadsWithSystem);
}

/** In front of what the last user turn says, behind its tool results and cached parts. */
function beforeLastUser(list: TurnList, route: PromptRoute): InjectionPlan | null {
  const place = list.turns.findLastIndex(({ role }: Turn) => role === 'user');
  const turn = list.turns[place];
  const where = `${PROMPT_SHAPES[route].list}[${place}].content`;
  if (turn?.content.kind === 'string') return intoString(where, turn.content.span, 'start');
  if (turn?.content.kind !== 'parts') return null;
  const { list: parts } = turn.content;
  const behind = behindLast(parts, (part) => part.cached || part.type === 'tool_result');
  return newPart(where, parts, behind, route === 'openai_responses' ? 'input_text' : 'text');
}

function beforeLastText(text: PromptText, route: PromptRoute): InjectionPlan | null {
  const where = PROMPT_SHAPES[route].text ?? 'prompt';
  if (!isFlat(text)) return intoString(where, text.span, 'start');
  const heading = text.headings.findLast(({ role }) => role === 'user');
  if (!heading) return null;
  return {
    at: heading.contentStart,
    where,
    target: text.span,
    wrap: null,
    before: '',
    after: GAP,
    takesModelSystem: false,
  };
}

/** The text a plan puts in: the block, set off by an empty line, and the model's own SYSTEM behind it. */
export function injectedText(plan: InjectionPlan, block: string, modelSystem: string): string {
  const own = plan.takesModelSystem && modelSystem !== '' ? GAP + modelSystem : '';
  return plan.before + block + own + plan.after;
}

/** What a plan puts into the body, as text: two plans that say the same insert the same bytes. */
export function insertionText(plan: InjectionPlan, block: string, modelSystem: string): string {
  const text = injectedText(plan, block, modelSystem);
  return plan.wrap ? `${plan.wrap.before}\n${text}\n${plan.wrap.after}` : text;
}

/** The insertion that carries a plan out. `modelSystem` is empty when the model has none. */
export function buildInsertion(plan: InjectionPlan, block: string, modelSystem: string): Insertion {
  const text = injectedText(plan, block, modelSystem);
  if (!plan.wrap) return textInsertion(plan.at, text);
  return jsonInsertion(plan.at, plan.wrap.before + JSON.stringify(text).slice(1, -1) + plan.wrap.after);
}

/** The changed string before and after, for the operator's diff; a new value was empty before. */
export function changedText(
  body: Buffer,
  plan: InjectionPlan,
  block: string,
  modelSystem: string,
): { before: string; after: string } {
  const text = injectedText(plan, block, modelSystem);
  if (!plan.target) return { before: '', after: text };
  const { start, end, escaped } = plan.target;
  const head = decodeString(body, { start, end: plan.at, escaped });
  const tail = decodeString(body, { start: plan.at, end, escaped });
  return { before: head + tail, after: head + text + tail };
}
