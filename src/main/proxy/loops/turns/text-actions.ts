// Actions that an agent writes in words instead of JSON: tags (`<execute_bash>…</execute_bash>`, Cline's `<read_file>…`),
// a line `Action: …`, one fenced block. Says too which of them hand the word to a person. What quotes such writing (in a
// fence, behind a backtick) is no action. Linear; never throws. Used by tool-text.ts and turn-features.ts.
import type { RawCall } from './raw-call.ts';

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

/** Tags of one word, or of several that do not begin with a verb, that hold an action. */
const ACT_TAGS = words(
  'action actions act tool tool_call tool_use tool_code function function_call function_calls invoke execute command ' +
    'commands cmd bash shell python sql solution',
);
/** A tag of several words that begins with one of these is a tool: `read_file`, `apply_diff`. */
const VERBS = words(
  'read write edit create replace insert append delete remove apply patch execute run exec list search find grep glob look ' +
    'open close view show get set put add update fetch browse click type press scroll move query call use access ask ' +
    'attempt switch new web browser codebase str think submit send check test install',
);
/** An opening tag, with the name it gives the tool: `<function=ls>`, `<invoke name="ls">`. */
const TAG = /<([A-Za-z][\w.:-]{0,63})(=[^<>\s]{1,64}|\s[^<>]{0,200})?>/g;
const NAMED = /^=(.+)$|\bname=["']([^"'<>]{1,64})/;
/** Tags that are looked at: nobody makes so many calls in one turn. */
const MAX_TAGS = 1024;
const MAX_CALLS = 64;

/** The calls a text makes in tags, each at the start of a line, in order. JSON in a tag is left to those who read JSON. */
export function taggedCalls(text: string): RawCall[] {
  const calls: RawCall[] = [];
  if (!text.includes('</')) return calls;
  const lastClosing = new Map<string, number>();
  const fences = new Fences(text);
  TAG.lastIndex = 0;
  for (let tags = 0; tags < MAX_TAGS && calls.length < MAX_CALLS; tags++) {
    const match = TAG.exec(text);
    if (!match) break;
    const name = match[1] as string;
    if (!isAct(name.toLowerCase()) || !opensLine(text, match.index) || fences.hold(match.index)) continue;
    const closing = `</${name}>`;
    const inner = TAG.lastIndex;
    if (!lastClosing.has(name)) lastClosing.set(name, text.lastIndexOf(closing));
    if ((lastClosing.get(name) ?? -1) < inner) continue;
    const end = text.indexOf(closing, inner);
    const args = text.slice(inner, end).trim();
    if (args === '' || args.startsWith('{')) continue;
    const called = NAMED.exec(match[2] ?? '');
    calls.push({ id: null, name: called?.[1] ?? called?.[2] ?? name, args: children(args) ?? args });
    TAG.lastIndex = end + closing.length;
  }
  return calls;
}

const CHILD = /\s{0,64}<([A-Za-z][\w.:-]{0,63})>/y;

/** Arguments that stand in tags of their own, by name; null where there is more than such tags. */
function children(inner: string): Record<string, string> | null {
  const args: Record<string, string> = {};
  let at = 0;
  while (at < inner.length) {
    CHILD.lastIndex = at;
    const name = CHILD.exec(inner)?.[1];
    const end = name === undefined ? -1 : inner.indexOf(`</${name}>`, CHILD.lastIndex);
    if (name === undefined || end < 0) return null;
    args[name] = inner.slice(CHILD.lastIndex, end);
    at = end + name.length + 3;
  }
  return args;
}

const isAct = (name: string): boolean =>
  ACT_TAGS.has(name) || (name.includes('_') && VERBS.has(name.slice(0, name.indexOf('_'))));

/** Only white space stands in front of it on its line, and not much of that. */
function opensLine(text: string, at: number): boolean {
  for (let before = at - 1; at - before <= 16; before--) {
    const unit = text.charAt(before);
    if (unit === '' || unit === '\n') return true;
    if (unit !== ' ' && unit !== '\t') return false;
  }
  return false;
}

const FENCE = '```';

/** Which places of a text lie in a fenced block; asked in their order. */
class Fences {
  readonly #text: string;
  #next: number;
  #isIn = false;

  constructor(text: string) {
    this.#text = text;
    this.#next = text.indexOf(FENCE);
  }

  hold(at: number): boolean {
    while (this.#next >= 0 && this.#next < at) {
      this.#isIn = !this.#isIn;
      this.#next = this.#text.indexOf(FENCE, this.#next + FENCE.length);
    }
    return this.#isIn;
  }
}

const ACTION_LINE = /^[ \t*#>-]{0,6}(?:Act|ACT|Action|ACTION)(?: ?\d{1,3})?[ \t*]{0,2}:[ \t*]{0,4}(?=\S)/gm;
/** `Search[gallium]`, `search("gallium")`: what stands in front of the bracket names the tool. */
const BRACKETED = /^[\w .-]{1,64}(?=[[(])/;
const ACTION_INPUT = /^Action Input(?: ?\d{1,3})?:\s{0,8}/;
const MAX_NAME = 64;
/** No action at all: the agent thinks. */
const IDLE = /^(?:none|n\/a|null|think|no action)\W{0,4}$/i;

/** The last line `Action: …` and what stands behind it, up to an observation the agent made up itself; null without one. */
export function actionLine(text: string): RawCall | null {
  if (!text.includes('ct') && !text.includes('CT')) return null;
  let at = -1;
  for (const match of text.matchAll(ACTION_LINE)) at = match.index + match[0].length;
  if (at < 0) return null;
  const end = text.indexOf('\nObservation', at);
  const said = text.slice(at, end < 0 ? text.length : end);
  const cut = said.indexOf('\n');
  const line = (cut < 0 ? said : said.slice(0, cut)).trim();
  const below = (cut < 0 ? '' : said.slice(cut + 1)).trim().replace(ACTION_INPUT, '');
  const name = BRACKETED.exec(line)?.[0] ?? line.slice(0, MAX_NAME);
  if (IDLE.test(name)) return null;
  const args = [line.slice(name.length), below].filter((part) => part !== '').join('\n');
  return { id: null, name: name.trim(), args };
}

/** Languages of a block that is run, a shell's first; a block of another one is shown to somebody. */
const SHELL = words('bash sh shell zsh console terminal powershell');
const RUN = words('python py python3 sql');
/** A text with more around its blocks has them to be read. */
const MAX_AROUND = 4000;

/**
 * The last fenced block of a text that may be meant to be run, as SWE-agent and its kin have it: a shell's where there is one.
 * Null without one, and where a fence stays open.
 */
export function fencedAction(text: string): RawCall | null {
  let around = text.length;
  let action: RawCall | null = null;
  let isShell = false;
  for (let start = text.indexOf(FENCE); start >= 0; ) {
    const inner = start + FENCE.length;
    const end = text.indexOf(FENCE, inner);
    if (end < 0) return null;
    const line = text.indexOf('\n', inner);
    const language = line < 0 || line > end ? '' : text.slice(inner, line).trim().toLowerCase();
    const args = text.slice(line < 0 || line > end ? inner : line, end).trim();
    const ofShell = SHELL.has(language);
    if (args !== '' && (ofShell || (!isShell && (language === '' || RUN.has(language))))) {
      action = { id: null, name: language || 'code', args };
      isShell = ofShell;
    }
    around -= end - start;
    start = text.indexOf(FENCE, end + FENCE.length);
  }
  return around > MAX_AROUND ? null : action;
}

const HANDS_OVER =
  /^(?:final[ _-]?answer|(?:answer|respond|reply|speak|say|ask)(?:_\w{1,40})?|finish(?:ed)?|done|completed?|attempt_completion|response|end|stop|terminate|submit|question|message|\w{0,20}(?:notify|talk_to|message|ask|message_to)_(?:the_)?(?:user|human)|plan_mode_respond)$/i;

/** Whether what comes back on such a call is a person's word: it is how the agent speaks, not what it does. */
export const handsOver = ({ name }: RawCall): boolean => HANDS_OVER.test(name.trim());
