// Reads the words after a program's name by what its table knows: options as getopt(3) and its long form take them, and operands. An
// option that is not in the table, or only begins like one, is an error, as is a pattern where an option could come out of it. Pure;
// called by table-read.ts and wrappers.ts.
// Source: structure, S1.
import type { Word } from './parse-command.ts';
import type { Program, Takes } from './program.ts';

export interface Given {
  readonly name: string;
  readonly values: readonly string[];
}

export interface Arguments {
  readonly options: readonly Given[];
  readonly operands: readonly Word[];
}

export class UnknownOption extends Error {}

/** @throws UnknownOption */
export function readArguments(words: readonly Word[], program: Program): Arguments {
  const options: Given[] = [];
  const operands: Word[] = [];
  let at = 0;
  const next = (name: string): string => {
    const word = words[at++];
    if (word === undefined) throw new UnknownOption(`${name} without its value`);
    // Programs disagree on whether a word with a dash is a value here; a wrong guess would hide the sub-command that follows.
    if (word.text.startsWith('-') && (program.subs !== null || program.enters))
      throw new UnknownOption(`${word.text.slice(0, 40)} as the value of ${name}`);
    if (word.isPattern) throw new UnknownOption(`a pattern as the value of ${name}`);
    return word.text;
  };
  const take = (name: string, takes: Takes | undefined, attached: string | null): void => {
    switch (takes) {
      case undefined:
        throw new UnknownOption(`option ${name} is not known to only read`);
      case 'none':
        // pflag and others write `--all=true`; anything else is not a switch
        if (attached !== null && attached !== 'true') throw new UnknownOption(`${name} takes no value`);
        options.push({ name, values: [] });
        return;
      case 'attached':
        options.push({ name, values: attached === null ? [] : [attached] });
        return;
      case 'one':
        options.push({ name, values: [attached ?? next(name)] });
        return;
      case 'two':
        if (attached !== null) throw new UnknownOption(`${name} takes two values`);
        options.push({ name, values: [next(name), next(name)] });
    }
  };
  if (program.chains && words.some(({ text }) => text === '--'))
    throw new UnknownOption('`--` may begin another command');
  const controlled = words.find(({ text }) => CONTROL.test(text));
  if (controlled) throw new UnknownOption('a line break or control character in a word');
  while (at < words.length) {
    const word = words[at++] as Word;
    const { text } = word;
    if (text === '--') {
      const rest = words.slice(at);
      // Some programs still read words with a dash as options there (find).
      const isPlain = program.stop || program.enters || program.isInert;
      if (
        !isPlain &&
        (program.subs !== null || rest.length === 0 || rest.some((one) => one.text.startsWith('-')))
      )
        throw new UnknownOption('an option behind `--`');
      operands.push(...rest);
      break;
    }
    if (text === '-' || !text.startsWith('-')) {
      operands.push(word);
      if (program.stop || program.subs !== null) {
        operands.push(...words.slice(at));
        break;
      }
      continue;
    }
    if (word.isPattern && !text.includes('=')) throw new UnknownOption('a pattern among the options');
    if (program.singles !== null && single(text, program, take)) continue;
    if (text.startsWith('--')) {
      const equals = text.indexOf('=');
      const name = equals === -1 ? text.slice(2) : text.slice(2, equals);
      take(name, program.longs.get(name), equals === -1 ? null : text.slice(equals + 1));
      continue;
    }
    if (program.digits && /^-\d{1,9}$/.test(text)) continue;
    cluster(text, program, take);
  }
  checkOptions(options, program);
  return { options, operands: withoutHiddenOptions(operands, program) };
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

type Take = (name: string, takes: Takes | undefined, attached: string | null) => void;

function single(text: string, program: Program, take: Take): boolean {
  const bare = text.replace(/^--?/, '');
  const equals = bare.indexOf('=');
  const name = equals === -1 ? bare : bare.slice(0, equals);
  const takes = program.singles?.get(name);
  if (takes === undefined) return false;
  take(name, takes, equals === -1 ? null : bare.slice(equals + 1));
  return true;
}

/** `-ltr`, `-n5`, `-tn5`. */
function cluster(text: string, program: Program, take: Take): void {
  for (let at = 1; at < text.length; at++) {
    const letter = text[at] as string;
    const takes = program.letters.get(letter);
    const rest = text.slice(at + 1);
    if (takes === undefined || takes === 'none') take(letter, takes, null);
    else {
      // pflag takes `-o=json` as `-o json`.
      take(letter, takes, rest === '' ? null : rest.replace(/^=/, ''));
      return;
    }
  }
}

/** @throws UnknownOption for what a row wants of its options and is not there */
export function checkOptions(options: readonly Given[], program: Program): void {
  const { needed, values = {}, value = PLAIN_VALUE, with: partners = {} } = program;
  if (needed.length > 0 && !options.some(({ name }) => needed.includes(name)))
    throw new UnknownOption(`without one of ${needed.join(', ')} it may do anything`);
  const names = options.map(({ name }) => name);
  for (const { name, values: given } of options) {
    const beside = Object.hasOwn(partners, name) ? partners[name] : undefined;
    if (beside && !beside.some((one) => names.includes(one)))
      throw new UnknownOption(`${name} without one of ${beside.join(', ')} may change something`);
    const shape = (Object.hasOwn(values, name) ? values[name] : undefined) ?? value;
    const odd = given.find((one) => !shape.test(one));
    if (odd !== undefined) throw new UnknownOption(`${odd.slice(0, 80)} as the value of ${name}`);
  }
}

/** Not a file to read it from (`@file`, `go-template-file=`), nor a program to run (`|program`). */
const PLAIN_VALUE = /^(?![@|])(?!.*(?:template|jsonpath|columns)-?file)/;

/**
 * A pattern that begins with a wildcard may bring a file called `-x`; one among counted operands, too many. Behind a sub-command,
 * options are read again, and are handed on as they are written.
 */
function withoutHiddenOptions(operands: readonly Word[], program: Program): readonly Word[] {
  const pattern = operands.find(
    ({ isPattern, text }) => isPattern && !(program.subs !== null && /^-[^=]+=/.test(text)),
  );
  if (pattern === undefined) return operands;
  if (program.most !== undefined || program.subs !== null)
    throw new UnknownOption('a pattern where every operand counts');
  if (!program.isInert && operands.some(({ isPattern, text }) => isPattern && /^[*?[]/.test(text)))
    throw new UnknownOption('a pattern that may bring options');
  return operands;
}
