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

/**
 * Up to the bracket that closes the last of those open. An answer that ends behind a closed one, where only the outermost is open, forgot that one.
 * @returns false when there is none, or when they are nested too deeply
 */
function* bracketed(open: number, quotes: string): Reading<boolean> {
  let quote = '';
  let ink = '';
  for (let depth = open; depth > 0; ) {
    const char: string = yield;
    if (char === '') return depth === 1 && quote === '' && ink === '}';
    if (!isSpace(char)) ink = char;
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
    return CALL_KEYS.has(key) && (yield* bracketed(isList ? 2 : 1, quote === '"' ? quote : `"'`));
  }
  const [name, behind] = yield* word(char, (part) => WORD.test(part));
  if (behind !== '(' || toolNamed(name, tools) === null) return false;
  const [key, equals] = yield* word(yield* visible(), (part) => WORD.test(part));
  if (key === '') return isList && equals === ')' && (yield* bracketed(1, `"'`));
  return (equals === '=' || isSpace(equals)) && (yield* bracketed(isList ? 2 : 1, `"'`));
}

/** The next character behind a call that does not only part it from another. */
function* behind(): Reading<string> {
  let char: string = yield;
  while (isSpace(char) || char === ',' || char === ';') char = yield;
  return char;
}

/** Whether the text comes, of which the first character is there. */
function* spells(text: string, first: string): Reading<boolean> {
  let char = first;
  for (const expected of text) {
    if (char !== expected) return false;
    char = yield;
  }
  return true;
}

/** What the character behind whole calls says of them. */
function* settle(char: string): Reading<Outcome> {
  if (char === '') return 'end';
  if (char === '<') return 'mark';
  return (yield* spells('Observation', char)) ? 'invented' : 'no';
}

/** JSON or functions, several of one kind in a row. */
export const bare: Scan = function* (first, tools) {
  let char = first;
  do {
    if (!(yield* item(char, tools))) return 'no';
    char = yield* behind();
  } while (first === '{' ? char === '{' : WORD.test(char) && char !== 'O');
  return yield* settle(char);
};

/** Labels of a block that holds a call; one without a label may too. `tool_code` is Gemma's: functions, as in Python. */
const CALL_LABEL = /^(?:json|tool_calls?|tool|function)?$/;
const RESULT_LABEL = /^(?:tool_)?(?:outputs?|results?)$/;

/** The line that opens a fence. @returns null when it does not */
function* fenceLine(tick: string): Reading<{ readonly ticks: number; readonly label: string } | null> {
  const [ticks, behindTicks] = yield* word(tick, (char) => char === tick);
  const [label, end] = yield* word(behindTicks, (char) => char !== '\n' && char !== '`');
  return ticks.length < 3 || end !== '\n' ? null : { ticks: ticks.length, label: label.trim().toLowerCase() };
}

/** Up to the line that closes the fence, or to the end of the answer. */
function* fenceEnd(tick: string, ticks: number): Reading {
  let run = 0;
  for (let atLineStart = false; run < ticks; ) {
    const char: string = yield;
    if (char === '') return;
    run = char === tick && (atLineStart || run > 0) ? run + 1 : 0;
    atLineStart = char === '\n' || (atLineStart && isSpace(char));
  }
}

/** Fenced blocks of calls and nothing else. */
export const fences: Scan = function* (first, tools) {
  let isFirst = true;
  let char = first;
  for (; char === first; char = yield* behind()) {
    const line = yield* fenceLine(first);
    if (!line) return 'no';
    if (!isFirst && RESULT_LABEL.test(line.label)) return 'invented';
    const isCode = line.label === 'tool_code';
    if (!isCode && !(CALL_LABEL.test(line.label) && (yield* item(yield* visible(), tools)))) return 'no';
    yield* fenceEnd(first, line.ticks);
    isFirst = false;
  }
  return yield* settle(char);
};

/** Behind `Action:`: a tool's name and its input on the next line, or the call as a fenced block or as JSON. */
export const react: Scan = function* (first, tools) {
  const begin = isSpace(first) ? yield* visible() : first;
  if (begin === '`') return yield* fences(begin, tools);
  if (begin === '{' || begin === '[') return yield* bare(begin, tools);
  const [name] = yield* word(begin, (char) => char !== '\n');
  if (toolNamed(name, tools) === null || !(yield* spells('Action Input:', yield* visible()))) return 'no';
  // The last character that was looked at is the blank or the line end in front of the input.
  const input = yield* visible();
  const line = input === '`' ? yield* fenceLine(input) : null;
  if (line) yield* fenceEnd('`', line.ticks);
  else if (input === '{' && !(yield* bracketed(1, '"'))) return 'no';
  // Plain words, up to the end of the line.
  else if (input !== '{') yield* word(input, (char) => char !== '\n');
  return yield* settle(yield* behind());
};

/** Behind `<query>`: up to `</query>`, and what follows. */
export function* tagged(name: string): Reading<Outcome> {
  const closing = `</${name}>`;
  for (let at = 0; at < closing.length; ) {
    const char: string = yield;
    if (char === '') return 'no';
    at = char === closing[at] ? at + 1 : char === '<' ? 1 : 0;
  }
  return yield* settle(yield* behind());
}
