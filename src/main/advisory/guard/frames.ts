// What a model would read as the frame of a conversation and not as words in it: signs of chat templates, tags of a prompt's own
// layout, turns in JSON or in lines, calls of tools, and what stands in markup where no reader sees it. Finds them escaped or not;
// what becomes of them depends on who wrote the text and is decided in guard.ts. Linear in the text. Used by injection.ts.
// Source: advisory, Guardrails; decision 058.
import { type Folded, folded } from './fold.ts';
import { isOrder, phrasesIn, VOCABULARY } from './match.ts';
import { CLASSES } from './phrases.ts';
import { type Word, wordsOf } from './words.ts';

export interface Instruction {
  /** Which rule found it. */
  readonly rule: string;
  /** In the text, UTF-16 units. */
  readonly start: number;
  readonly end: number;
  /** Only evidence may not say it. */
  readonly isForEvidence: boolean;
  /** It is a question itself. */
  readonly asks: boolean;
}

/** What only stands between the parts of a prompt; taken out of evidence. In lower case, as texts are folded. */
const FRAMES: readonly RegExp[] = [
  /<\|[a-z][a-z0-9_]{1,30}\|>|<(?:start|end)_of_turn>|<<\/?sys>>/g,
  /\[\/?(?:inst|system_prompt|available_tools|tool_calls|tool_results)\]/g,
  /<\/?(?:assistant|developer|system(?:[_-](?:prompt|message|instructions?|reminder))?)\s{0,4}>/g,
  // The layout of our own prompts (prompt/assemble.ts).
  /<\/sources>|<source id="|<\/source>\s{0,8}<\/?(?:sources|question)>|<\/question>\s{0,8}<\/?(?:sources|system)>/g,
  /(?<![^\n])[ \t]{0,8}#{2,4}[ \t]{0,3}(?:system|instructions?|human|assistant)[ \t]{0,2}:/g,
];

/** Calls of tools as models write them, but not what a program sends to a server of tools. */
const CALLS: readonly RegExp[] = [
  /<\/?(?:tool_calls?|function_calls?|tool_response|invoke)(?:\s[^<>]{0,80})?>/g,
  /["'](?:tool_calls|function_call)["']\s{0,4}:\s{0,4}[[{]/g,
  /(?<!["']params["']\s{0,4}:\s{0,4})\{\s{0,8}["']name["']\s{0,4}:\s{0,4}["'][^"']{1,80}["']\s{0,4},\s{0,8}["']arguments["']\s{0,4}:/g,
];

/** An order to call a tool: by a name that is none of a language, or with arguments. */
const TOOL_ORDERS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}])(?:call|invoke|execute|run|trigger|use) (?:the |this |your )?(?:tool|plugin|skill)s?:? {0,2}["'`]?(?:\w{1,40}[_.(]\w|\w{1,40}["'`]? with \w{1,40} ?[=:])/gu,
  /(?<![\p{L}\p{N}])(?:call|invoke|execute|run|trigger|use) (?:the |this |your )?["'`]?\w{1,40}_\w{1,40}["'`]? (?:tool|plugin|skill)(?![\p{L}\p{N}])/gu,
  /(?<![\p{L}\p{N}])(?:call|invoke|execute|run|trigger|use) (?:the |this |your )?function:? {0,2}["'`]?[\w.]{1,40}["'`]? with \w{1,40} ?[=:]/gu,
];

const ROLE = /["']role["']\s{0,4}:\s{0,4}["'](?:system|assistant|developer|tool|function)["']/g;
const SAYS = /["'](?:content|parts|text|tool_calls)["']\s{0,4}:/;
/** How far from its role what a turn says is looked for. */
const TURN_REACH = 300;

const TURN_LINE = /(?<![^\n])[ \t>*_-]{0,8}(human|user|system|developer|assistant)[*_]{0,2}[ \t]{0,2}:/g;
const TAG_WITH_TEXT = /<[a-z][^<>=]{0,60}=[^<>]{1,400}>/g;

/** The rules as text, for the version of the guard. */
export const FRAMES_TEXT = [...FRAMES, ...CALLS, ...TOOL_ORDERS, ROLE, SAYS, TURN_LINE, TAG_WITH_TEXT].map(
  String,
);

/** Finds what imitates the frame of a conversation. */
export function framesIn(text: string): Instruction[] {
  const read = withoutBackslashes(folded(text, 'keep'));
  return [
    ...FRAMES.flatMap((pattern) => placesOf('frame', pattern, read)),
    ...CALLS.flatMap((pattern) => placesOf('tool', pattern, read)),
    ...toolOrdersIn(read),
    ...jsonTurnsIn(read),
    ...dialogueIn(read),
    ...unseenIn(read),
  ];
}

/** JSON within JSON is read like JSON. */
function withoutBackslashes({ text, from, to }: Folded): Folded {
  if (!text.includes('\\')) return { text, from, to };
  const kept: number[] = [];
  for (let at = 0; at < text.length; at++) if (text[at] !== '\\') kept.push(at);
  return {
    text: text.replaceAll('\\', ''),
    from: kept.map((at) => from[at] ?? 0),
    to: kept.map((at) => to[at] ?? 0),
  };
}

const slice = ({ text, from, to }: Folded, start: number, end: number): Folded => ({
  text: text.slice(start, end),
  from: from.slice(start, end),
  to: to.slice(start, end),
});

function placesOf(rule: string, pattern: RegExp, { text, from, to }: Folded): Instruction[] {
  return Array.from(text.matchAll(pattern), ({ index, 0: match }) => ({
    rule,
    start: from[index] ?? 0,
    end: to[index + match.length - 1] ?? 0,
    isForEvidence: false,
    asks: false,
  }));
}

function jsonTurnsIn(read: Folded): Instruction[] {
  return Array.from(read.text.matchAll(ROLE)).flatMap(({ index, 0: match }) => {
    const end = index + match.length;
    const around = read.text.slice(Math.max(0, index - TURN_REACH), end + TURN_REACH);
    return SAYS.test(around) ? placesOf('turn', ROLE, slice(read, index, end)) : [];
  });
}

/** Lines of an assistant between lines of somebody who speaks to it: one alone may be the name of a product. */
function dialogueIn(read: Folded): Instruction[] {
  const speakers = new Set(Array.from(read.text.matchAll(TURN_LINE), ([, speaker]) => speaker));
  return speakers.size > 1 && speakers.has('assistant') ? placesOf('turn', TURN_LINE, read) : [];
}

function toolOrdersIn(read: Folded): Instruction[] {
  const found = TOOL_ORDERS.flatMap((pattern) => placesOf('tool', pattern, read));
  if (found.length === 0) return found;
  const words = wordsOf(read, VOCABULARY);
  const byStart = new Map(words.map(({ start }, at) => [start, at]));
  return found.filter(({ start }) => isOrder(words, byStart.get(start) ?? -1));
}

/** What stands in comments and in members of tags is for nobody who reads the page: there a model is addressed by its name alone. */
function unseenIn(read: Folded): Instruction[] {
  const found: Instruction[] = [];
  for (const [start, end, isComment] of unseenPlaces(read.text)) {
    const words = wordsOf(slice(read, start, end), VOCABULARY);
    const [first, last] = [words[0], words.at(-1)];
    if (first === undefined || last === undefined) continue;
    if (!(isComment && isAddressed(words)) && phrasesIn(words).length === 0) continue;
    found.push({ rule: 'unseen', start: first.start, end: last.end, isForEvidence: false, asks: false });
  }
  return found;
}

const OPENS = '<!--';
const CLOSES = '-->';

function unseenPlaces(text: string): (readonly [start: number, end: number, isComment: boolean])[] {
  const places: (readonly [number, number, boolean])[] = [];
  for (let at = text.indexOf(OPENS); at >= 0; ) {
    const start = at + OPENS.length;
    const end = text.indexOf(CLOSES, start);
    if (end < 0) break;
    places.push([start, end, true]);
    at = text.indexOf(OPENS, end);
  }
  for (const { index, 0: tag } of text.matchAll(TAG_WITH_TEXT))
    places.push([index, index + tag.length, false]);
  return places;
}

const MODELS: ReadonlySet<string> = new Set(CLASSES.AIS);
/** Names of models that are names of other things, too: only behind `to` or `for`. */
const MAYBE_MODELS: ReadonlySet<string> = new Set(['model', 'models', 'agent', 'agents']);
const TOWARDS: ReadonlySet<string> = new Set(['to', 'for', 'dear']);
/** Words before a sign that may still address somebody. */
const MOST_ADDRESS = 8;

/** A sentence begins with a model's name and a colon or a comma: "assistant: …", "To the model that reads this: …". */
function isAddressed(words: readonly Word[]): boolean {
  let begin = 0;
  for (let at = 1; at < words.length; at++) {
    const { before } = words[at] as Word;
    if (before === 'end') begin = at;
    if ((before !== 'colon' && before !== 'pause') || at - begin > MOST_ADDRESS) continue;
    const said = words.slice(begin, at).map(({ text }) => text);
    if (said.some((word) => MODELS.has(word))) return true;
    if (said.some((word) => TOWARDS.has(word)) && said.some((word) => MAYBE_MODELS.has(word))) return true;
  }
  return false;
}
