// Follows, character by character, what may turn out to be calls that no markup announces: JSON, functions, fenced blocks, ReAct, tags named like a tool.
// Such calls count only as the last thing of an answer, so a scan goes on behind them. Used by speech-reader.ts.
import { MAX_DEPTH } from './call-values.ts';
import { isSpace } from './notations.ts';
import { CALL_KEYS, toolNamed } from './spoken-calls.ts';

/** Asks for the next character; empty at the end of the answer. */
export type Reading<T = void> = Generator<void, T, string>;

/**
 * `no`: the last character shows that it is no call; `end`: the answer ends behind whole calls; `mark`: they are followed by a `<`; `invented`: by a result,
 * which only the model can have made up.
 */
export type Outcome = 'no' | 'end' | 'mark' | 'invented';
export type Scan = (first: string, tools: ReadonlySet<string>) => Reading<Outcome>;

const WORD = /[\w.:-]/;
const MAX_WORD = 96;

function* visible(): Reading<string> {
  let char: string = yield;
  while (isSpace(char)) char = yield;
  return char;
}

/** The word that a character begins, and the character behind it. */
function* word(first: string, isPart: (char: string) => boolean): Reading<readonly [string, string]> {
  let written = '';
  let char = first;
  while (char !== '' && isPart(char) && written.length <= MAX_WORD) {
    written += char;
    char = yield;
  }
  return [written, char];
}

/** Up to the bracket that closes the last of those open. @returns false when there is none, or when they are nested too deeply */
function* bracketed(open: number, quotes: string): Reading<boolean> {
  let quote = '';
  for (let depth = open; depth > 0; ) {
    const char: string = yield;
    if (char === '') return false;
    if (quote !== '') {
      if (char === '\\') yield;
      else if (char === quote) quote = '';
    } else if (quotes.includes(char)) quote = char;
    else if ('{[('.includes(char)) depth++;
    else if ('}])'.includes(char)) depth--;
    if (depth > MAX_DEPTH + 2) return false;
  }
  return true;
}

/** One call, or a list of calls, from its first character on: only what begins with a call's key or with a tool's name can be one. */
function* item(first: string, tools: ReadonlySet<string>): Reading<boolean> {
  const isList = first === '[';
  const char = isList ? yield* visible() : first;
  if (char === '{') {
    const quote = yield* visible();
    const [key] = yield* word(yield, (part) => part !== quote);
    return (
      (quote === '"' || quote === "'") &&
      CALL_KEYS.has(key) &&
      (yield* bracketed(isList ? 2 : 1, quote === '"' ? quote : `"'`))
    );
  }
  const [name, behind] = yield* word(char, (part) => WORD.test(part));
  if (behind !== '(' || toolNamed(name, tools) === null) return false;
  const [key, equals] = yield* word(yield* visible(), (part) => WORD.test(part));
  const hasArguments = key !== '' && (equals === '=' || isSpace(equals));
  if (!hasArguments) return isList && key === '' && equals === ')' && (yield* bracketed(1, `"'`));
  return yield* bracketed(isList ? 2 : 1, `"'`);
}

const isBetween = (char: string): boolean => isSpace(char) || char === ',' || char === ';';

/** What comes behind whole calls: another, when it can begin with the character, or what settles them. */
function* behind(begins: (char: string) => boolean): Reading<Outcome | { readonly first: string }> {
  let char: string = yield;
  while (isBetween(char)) char = yield;
  if (char === '') return 'end';
  if (begins(char)) return { first: char };
  if (char === '<') return 'mark';
  for (const expected of 'Observation') {
    if (char !== expected) return 'no';
    char = yield;
  }
  return 'invented';
}

/** JSON or functions, several of one kind in a row. */
export const bare: Scan = function* (first, tools) {
  const isJson = first === '{';
  for (let begin = first; ; ) {
    if (!(yield* item(begin, tools))) return 'no';
    const next = yield* behind((char) => (isJson ? char === '{' : WORD.test(char) && char !== 'O'));
    if (typeof next === 'string') return next;
    begin = next.first;
  }
};

/** Labels of a block that holds a call; one without a label may too. */
const CALL_LABELS: ReadonlySet<string> = new Set(['', 'json', 'tool_call', 'tool_calls', 'tool', 'function']);
/** Gemma's: functions, as in Python. */
const CODE_LABEL = 'tool_code';
const RESULT_LABELS: ReadonlySet<string> = new Set(['tool_output', 'tool_outputs', 'tool_result', 'output']);

/** Fenced blocks of calls and nothing else. */
export const fences: Scan = function* (first, tools) {
  for (let isFirst = true; ; isFirst = false) {
    const [ticks, behindTicks] = yield* word(first, (char) => char === first);
    const [written, end] = yield* word(behindTicks, (char) => char !== '\n' && char !== '`');
    const label = written.trim().toLowerCase();
    if (ticks.length < 3 || end !== '\n') return 'no';
    if (!isFirst && RESULT_LABELS.has(label)) return 'invented';
    if (label !== CODE_LABEL && !CALL_LABELS.has(label)) return 'no';
    const begin = yield* visible();
    if (label !== CODE_LABEL && !(yield* item(begin, tools))) return 'no';
    if (!(yield* fenceEnd(first, ticks.length))) return 'no';
    const next = yield* behind((char) => char === first);
    if (typeof next === 'string') return next;
  }
};

/** Up to the line that closes the fence. */
function* fenceEnd(tick: string, ticks: number): Reading<boolean> {
  let run = 0;
  for (let atLineStart = false; ; ) {
    const char: string = yield;
    if (char === tick && (atLineStart || run > 0)) {
      run++;
      atLineStart = false;
      if (run === ticks) return true;
    } else if (char === '') return false;
    else {
      run = 0;
      atLineStart = char === '\n' || (atLineStart && isSpace(char));
    }
  }
}

/** Behind `Action:`: a tool's name and its input on the next line, or the call as a fenced block or as JSON. */
export const react: Scan = function* (first, tools) {
  const begin = isSpace(first) ? yield* visible() : first;
  if (begin === '`') return yield* fences(begin, tools);
  if (begin === '{' || begin === '[') return yield* bare(begin, tools);
  const [name] = yield* word(begin, (char) => char !== '\n');
  if (toolNamed(name, tools) === null) return 'no';
  let char = yield* visible();
  for (const expected of 'Action Input:') {
    if (char !== expected) return 'no';
    char = yield;
  }
  if (isSpace(char)) char = yield* visible();
  if (char === '`') {
    const [ticks, behindTicks] = yield* word(char, (part) => part === '`');
    const [, end] = yield* word(behindTicks, (part) => part !== '\n' && part !== '`');
    if (end !== '\n' || !(yield* fenceEnd('`', ticks.length))) return 'no';
  } else if (char !== '{' || !(yield* bracketed(1, '"'))) return 'no';
  const next = yield* behind(() => false);
  return typeof next === 'string' ? next : 'no';
};

/** Behind `<query>`: up to `</query>`, and what follows. */
export function* tagged(name: string): Reading<Outcome> {
  const closing = `</${name}>`;
  for (let at = 0; at < closing.length; ) {
    const char: string = yield;
    if (char === '') return 'no';
    at = char === closing[at] ? at + 1 : char === '<' ? 1 : 0;
  }
  const next = yield* behind(() => false);
  return typeof next === 'string' ? next : 'no';
}
