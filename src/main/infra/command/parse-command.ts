// A command as its simple commands with literal words, or the reason why it cannot be taken apart: whatever the grammar holds beside
// words, pipes, lists, groups and harmless redirections is refused here. Never runs, expands or guesses. Called by classify.ts and
// policy.ts.
// Source: decision 051.
import { type CommandNode, parse, type Redirection, type Word as ShellWord, type Statement } from 'unbash';
import { remembered } from './remembered.ts';
import { expandedIn, hiddenIn, type TextProblem } from './shell-text.ts';

/** A word whose value is known, or a pattern that the shell replaces by names of files. */
export interface Word {
  readonly text: string;
  /** Unquoted `*`, `?` or `[…]`: several words, none of which is known. */
  readonly isPattern: boolean;
}

export interface SimpleCommand {
  readonly words: readonly Word[];
  /** Files it is given as standard input. */
  readonly inputs: readonly string[];
  /** Something is piped or handed into it. */
  readonly isFed: boolean;
}

export type ParsedCommand =
  | {
      readonly ok: true;
      readonly simple: readonly SimpleCommand[];
      /** One simple command and nothing around it, not even a redirection. */
      readonly isOne: boolean;
    }
  | { readonly ok: false; readonly problem: TextProblem };

const DEEPEST = 16;
/** Words of one command, and parts of one word: nobody reads more. */
const MOST_WORDS = 400;
const MOST_PARTS = 64;

class Unreadable extends Error {}

/** @example parseCommand('ls -l | wc -l') // ok, two simple commands */
export const parseCommand = remembered(parsed);

function parsed(source: string): ParsedCommand {
  const problem = hiddenIn(source) ?? expandedIn(source);
  if (problem !== null) return { ok: false, problem };
  const unreadable = (reason: string): ParsedCommand => ({ ok: false, problem: { kind: 'shell', reason } });
  try {
    const script = parse(source);
    const error = script.errors?.[0];
    if (error) return unreadable(`not a whole command: ${error.message}`);
    const found: Found = { simple: [], spans: [], isOne: true };
    statements(script.commands, found, 0, false);
    if (found.simple.length === 0) return unreadable('no command');
    if (!isCovered(source, found.spans)) return unreadable('the grammar left something out');
    return { ok: true, simple: found.simple, isOne: found.isOne && found.simple.length === 1 };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.message);
    return unreadable('the grammar could not read it');
  }
}

interface Found {
  readonly simple: SimpleCommand[];
  /** Where the words and redirections stand in the text. */
  readonly spans: { readonly pos: number; readonly end: number }[];
  isOne: boolean;
}

/** The parser is tolerant, so nothing but signs may stand between what it found: no text is left out of the judgement. */
function isCovered(source: string, spans: Found['spans']): boolean {
  let at = 0;
  let open = 0;
  for (const { pos, end } of [...spans, { pos: source.length, end: source.length }].sort(
    (a, b) => a.pos - b.pos,
  )) {
    if (pos < at) return false;
    const gap = source.slice(at, pos).replace(/(^|\s)#[^\n]*/g, ' ');
    if (!/^[\s;|&(){}!]*(time\s+)?$/.test(gap)) return false;
    for (const sign of gap) if ('(){}'.includes(sign)) open += '({'.includes(sign) ? 1 : -1;
    if (open < 0) return false;
    at = end;
  }
  return open === 0;
}

function statements(list: readonly Statement[], found: Found, depth: number, isFed: boolean): void {
  for (const { command, background } of list) {
    if (background) throw new Unreadable('sent to the background');
    if (command.type === 'AndOr') for (const part of command.commands) node(part, found, depth, isFed);
    else node(command, found, depth, isFed);
  }
}

type Node = Exclude<Statement['command'], { readonly type: 'AndOr' }> | CommandNode;

function node(it: Node, found: Found, depth: number, isFed: boolean): void {
  if (depth > DEEPEST) throw new Unreadable('nested too deep');
  switch (it.type) {
    case 'Command':
      if (it.prefix.some(({ type }) => type === 'Assignment') || it.name === undefined)
        throw new Unreadable('a variable is set');
      if (it.redirects.length > 0) found.isOne = false;
      found.spans.push(it.name, ...it.args, ...it.redirects);
      found.simple.push(simpleCommand(it.name, it.args, it.redirects, isFed));
      return;
    case 'Pipeline':
      found.isOne = false;
      for (const [nth, part] of it.commands.entries()) node(part, found, depth + 1, isFed || nth > 0);
      return;
    case 'Subshell':
    case 'BraceGroup':
      found.isOne = false;
      statements(it.body.commands, found, depth + 1, isFed);
      return;
    default:
      throw new Unreadable(`${it.type} is more than commands one after the other`);
  }
}

function simpleCommand(
  name: ShellWord,
  args: readonly { readonly type: string }[],
  redirects: readonly Redirection[],
  isFed: boolean,
): SimpleCommand {
  if (args.length > MOST_WORDS) throw new Unreadable(`more than ${MOST_WORDS} words`);
  const words = [literal(name)];
  for (const arg of args) {
    // `a=b` after the name is a word like any other, but for the builtins that are in no table
    words.push(arg.type === 'Word' ? literal(arg as ShellWord) : assigned(arg));
  }
  const inputs = redirects.flatMap(redirected);
  return { words, inputs, isFed: isFed || inputs.length > 0 };
}

function assigned(arg: object): Word {
  const { text, value } = arg as { text: string; value: { type: string } };
  if (value.type !== 'Word' || !PLAIN.test(text)) throw new Unreadable('a variable is set');
  return { text, isPattern: false };
}

const PLAIN = /^[\w.+:/,@%=-]*$/;

/** @returns the word's value. @throws Unreadable when it has one only where it runs */
function literal(word: ShellWord): Word {
  let isPattern = word.parts === undefined && /[*?]/.test(unquoted(word.text));
  if ((word.parts?.length ?? 0) > MOST_PARTS) throw new Unreadable('a word of too many parts');
  for (const part of word.parts ?? []) {
    switch (part.type) {
      case 'Literal':
      case 'SingleQuoted':
        break;
      case 'DoubleQuoted':
        if (part.parts.some(({ type }) => type !== 'Literal')) throw new Unreadable('an expansion in quotes');
        break;
      case 'Glob':
        isPattern = true;
        break;
      default:
        throw new Unreadable(`${part.type} in a word`);
    }
  }
  return { text: word.value, isPattern };
}

/** A word without what its backslashes protect. */
const unquoted = (text: string): string => text.replace(/\\./g, '');

/** @returns the file it reads, if any. @throws Unreadable for whatever writes, or opens both ways */
function redirected(it: Redirection): string[] {
  if (it.type !== 'Redirect') throw new Unreadable('a document or text handed in');
  if (it.descriptor !== undefined && it.descriptor.type !== 'FileDescriptor')
    throw new Unreadable('a redirection into a variable');
  if (it.target === undefined) throw new Unreadable('a redirection to nowhere');
  const target = literal(it.target);
  if (target.isPattern) throw new Unreadable('a redirection to a pattern');
  const isNull = target.text === '/dev/null';
  switch (it.operator) {
    case '<':
      if (!isNull && /^\/dev(\/|$)/.test(target.text)) throw new Unreadable('reads a device');
      return [target.text];
    case '>&':
    case '<&':
      if (isNull || /^(\d{1,2}|-)$/.test(target.text)) return [];
      break;
    case '>':
    case '>>':
    case '&>':
    case '&>>':
    case '>|':
      if (isNull) return [];
      break;
    case '<>':
      break;
  }
  throw new Unreadable(`writes to ${target.text}`);
}
