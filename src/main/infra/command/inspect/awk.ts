// Whether an awk program only reads: cut into tokens, where text, comments and patterns are told from code; whatever runs a command,
// writes a file, reads another or calls a function of the system is refused, and so is what can be read in two ways. Called by
// judge-argv.ts.
// Source: decision 051; POSIX awk, the manual of gawk.
import { certain, refused, type Verdict } from '../verdict.ts';
import { type Inspect, plainArguments, row, unsure, valuesOf } from './inspection.ts';

const AWK = row({
  short: 'F:v:',
  long: 'field-separator= assign= posix traditional re-interval sandbox',
  stop: true,
  least: 1,
});

export const inspectAwk: Inspect = ({ words, isFed }) => {
  const read = plainArguments(words, AWK);
  const [program, ...files] = read.operands;
  if (program === undefined || program.isPattern) return unsure('awk without its program');
  if (files.length === 0 && !isFed && !/^\s*BEGIN\s*\{[^{}]*\}\s*$/.test(program.text))
    return refused('endless', 'awk would wait for its input');
  if (valuesOf(read, 'v', 'assign').some((value) => /\\/.test(value)))
    return unsure('a variable with escapes');
  return judgeProgram(program.text);
};

/** What runs, writes, loads, or reads what is no operand. */
const DANGEROUS = new Set([
  'system',
  'getline',
  'close',
  'fflush',
  'ENVIRON',
  'PROCINFO',
  'SYMTAB',
  'FUNCTAB',
  'function',
  'func',
  'ARGV',
  'ARGC',
  'extension',
  'namespace',
]);
const BEFORE_A_VALUE = new Set([
  'print',
  'printf',
  'return',
  'in',
  'else',
  'do',
  'case',
  'delete',
  'exit',
  'length',
]);

interface Reading {
  readonly text: string;
  at: number;
  /** The last token, as far as it tells a division from a pattern. */
  last: 'value' | 'open' | 'unsure';
  /** Between `print` and the end of its statement. */
  isPrinting: boolean;
  /** For each open bracket, whether `if`, `while` or `for` opened it. */
  readonly brackets: boolean[];
  lastWord: string;
}

function judgeProgram(text: string): Verdict {
  const it: Reading = { text, at: 0, last: 'open', isPrinting: false, brackets: [], lastWord: '' };
  while (it.at < text.length) {
    const problem = token(it);
    if (problem !== null) return unsure(`awk: ${problem}`);
  }
  return certain('awk reads and prints');
}

/** Moves behind one token. @returns what is wrong with it */
function token(it: Reading): string | null {
  const char = it.text[it.at] as string;
  if (/[ \t]/.test(char)) {
    it.at++;
    return null;
  }
  if (/[A-Za-z_]/.test(char)) return word(it);
  if (/[0-9.]/.test(char)) {
    while (/[\w.]/.test(it.text[it.at] ?? '')) it.at++;
    it.last = 'value';
    return null;
  }
  if (char === '"') return string(it);
  if (char === '#') {
    const end = it.text.indexOf('\n', it.at);
    it.at = end === -1 ? it.text.length : end;
    return null;
  }
  return char === '/' ? slash(it) : sign(it, char);
}

function word(it: Reading): string | null {
  const from = it.at;
  while (/\w/.test(it.text[it.at] ?? '')) it.at++;
  const name = it.text.slice(from, it.at);
  if (DANGEROUS.has(name)) return name;
  if (name === 'print' || name === 'printf') it.isPrinting = true;
  it.last = BEFORE_A_VALUE.has(name) ? 'unsure' : 'value';
  it.lastWord = name;
  return null;
}

function string(it: Reading): string | null {
  for (let at = it.at + 1; at < it.text.length; at++) {
    const char = it.text[at];
    if (char === '\n') break;
    if (char === '\\') at++;
    else if (char === '"') {
      it.at = at + 1;
      it.last = 'value';
      return null;
    }
  }
  return 'a text that is not closed';
}

function slash(it: Reading): string | null {
  if (it.last === 'unsure') return 'a slash that may begin a pattern or divide';
  if (it.last === 'value') {
    it.at++;
    it.last = 'open';
    return null;
  }
  let isClass = false;
  for (let at = it.at + 1; at < it.text.length; at++) {
    const char = it.text[at];
    if (char === '\n') break;
    if (char === '\\') at++;
    else if (char === '[') isClass = true;
    else if (char === ']') isClass = false;
    else if (char === '/') {
      if (isClass) return 'a slash within brackets of a pattern';
      it.at = at + 1;
      it.last = 'value';
      return null;
    }
  }
  return 'a pattern that is not closed';
}

function sign(it: Reading, char: string): string | null {
  const pair = it.text.slice(it.at, it.at + 2);
  it.at++;
  switch (char) {
    case '|':
      if (pair !== '||') return 'a pipe';
      it.at++;
      it.last = 'open';
      return null;
    case '>':
      if (it.isPrinting) return 'writes to a file';
      it.last = 'open';
      return null;
    case '<':
      it.last = 'open';
      return null;
    case '(':
      it.brackets.push(/^(if|while|for)$/.test(it.lastWord) && it.last === 'value');
      it.last = 'open';
      return null;
    case ')':
      // behind `if (…)` a slash begins a pattern, behind any other bracket it divides
      it.last = it.brackets.pop() ? 'open' : 'value';
      return null;
    case ']':
    case '$':
      it.last = char === ']' ? 'value' : 'open';
      return null;
    case '\n':
      // behind a comma or an operator the statement goes on in the next line
      if (it.last === 'value') it.isPrinting = false;
      it.last = it.last === 'value' ? 'open' : it.last;
      return null;
    case ';':
    case '{':
    case '}':
      it.isPrinting = false;
      it.last = 'open';
      return null;
    case '+':
    case '-':
      if (pair === '++' || pair === '--') {
        it.at++;
        it.last = 'unsure';
      } else it.last = 'open';
      return null;
    default:
      if (!/[[\]!~&,?:*%^=]/.test(char)) return `the sign ${char}`;
      it.last = 'open';
      return null;
  }
}
