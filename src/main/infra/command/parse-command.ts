// A command as its simple commands with literal words, or the reason why it cannot be taken apart: whatever the grammar holds beside
// words, pipes, lists, groups and harmless redirections is refused here. Never runs, expands or guesses. Called by classify.ts and
// policy.ts.
// Source: decision 051.
import type { Command, CommandNode, Redirection, Word as ShellWord, Statement } from 'unbash';
import { remembered } from './remembered.ts';
import { expandedIn, hiddenIn, parseShell, type TextProblem } from './shell-text.ts';

/** A word whose value is known, or a pattern that the shell replaces by names of files. */
export interface Word {
  readonly text: string;
  /** Unquoted `*`, `?` or `[…]`: several words, none of which is known. */
  readonly isPattern: boolean;
  /** As it is written, where a shell makes something of it: a pattern, or `~`. */
  readonly source?: string;
}

/** A redirection that writes nothing. */
export interface ReadRedirection {
  readonly source: string;
  /** The file it reads; null for what goes to a descriptor or to /dev/null. */
  readonly input: string | null;
}

export interface SimpleCommand {
  readonly words: readonly Word[];
  readonly redirections: readonly ReadRedirection[];
  /** Something is piped or handed into it. */
  readonly isFed: boolean;
  /** Where it stands in the text, redirections included. */
  readonly start: number;
  readonly end: number;
  /** Stages of one pipeline share a number; the stages are counted from 0. */
  readonly pipeline: number;
  readonly stage: number;
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
export const MOST_WORDS = 400;
const MOST_PARTS = 64;

class Unreadable extends Error {}

/** @example parseCommand('ls -l | wc -l') // ok, two simple commands */
export const parseCommand = remembered(parsed);

function parsed(source: string): ParsedCommand {
  const problem = hiddenIn(source) ?? expandedIn(source);
  if (problem !== null) return { ok: false, problem };
  const unreadable = (reason: string): ParsedCommand => ({ ok: false, problem: { kind: 'shell', reason } });
  try {
    const script = parseShell(source);
    if (script === null) return unreadable('too large or too deeply nested');
    const error = script.errors?.[0];
    if (error) return unreadable(`not a whole command: ${error.message}`);
    const found: Found = { source, pipelines: 0, simple: [], spans: [], isOne: true };
    statements(script.commands, found, 0);
    if (found.simple.length === 0) return unreadable('no command');
    if (!isCovered(source, found.spans)) return unreadable('the grammar left something out');
    return { ok: true, simple: found.simple, isOne: found.isOne && found.simple.length === 1 };
  } catch (error) {
    if (error instanceof Unreadable) return unreadable(error.message);
    return unreadable('the grammar could not read it');
  }
}

interface Found {
  readonly source: string;
  pipelines: number;
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
    const gap = source.slice(at, pos).replace(/(^|\s)#[^\n]*|\\\n/g, ' ');
    if (!/^([\s;|&(){}!]|\b(if|then|elif|else|fi|time)\b)*$/.test(gap)) return false;
    for (const sign of gap) if ('(){}'.includes(sign)) open += '({'.includes(sign) ? 1 : -1;
    if (open < 0) return false;
    at = end;
  }
  return open === 0;
}

function statements(list: readonly Statement[], found: Found, depth: number): void {
  for (const { command, background } of list) {
    if (background) throw new Unreadable('sent to the background');
    if (command.type === 'AndOr') for (const part of command.commands) node(part, found, depth);
    else node(command, found, depth);
  }
}

type Node = Exclude<Statement['command'], { readonly type: 'AndOr' }> | CommandNode;
type Stage = Pick<SimpleCommand, 'pipeline' | 'stage'>;

function node(it: Node, found: Found, depth: number, stage?: Stage): void {
  if (depth > DEEPEST) throw new Unreadable('nested too deep');
  const here = stage ?? { pipeline: ++found.pipelines, stage: 0 };
  switch (it.type) {
    case 'Command':
      if (it.name === undefined) throw new Unreadable('a variable is set');
      if (it.redirects.length > 0) found.isOne = false;
      found.spans.push(...it.prefix, it.name, ...it.args, ...it.redirects);
      found.simple.push(simpleCommand(it, it.name, found.source, here));
      return;
    case 'Pipeline':
      found.isOne = false;
      if (it.operators.some((operator) => operator !== '|')) throw new Unreadable('|& pipes two streams');
      for (const [nth, part] of it.commands.entries())
        node(part, found, depth + 1, { pipeline: here.pipeline, stage: nth });
      return;
    case 'Subshell':
    case 'BraceGroup':
      if (here.stage > 0) throw new Unreadable('a group that is piped into');
      found.isOne = false;
      statements(it.body.commands, found, depth + 1);
      return;
    case 'If':
      if (stage) throw new Unreadable('a condition in a pipe');
      found.isOne = false;
      for (const { clause, then } of [it, ...it.elif])
        statements([...clause.commands, ...then.commands], found, depth + 1);
      statements(it.else?.commands ?? [], found, depth + 1);
      return;
    default:
      throw new Unreadable(`${it.type} is more than commands one after the other`);
  }
}

function simpleCommand(
  it: Command,
  name: ShellWord,
  source: string,
  { pipeline, stage }: Stage,
): SimpleCommand {
  const { args, prefix, redirects, pos, end } = it;
  if (args.length > MOST_WORDS) throw new Unreadable(`more than ${MOST_WORDS} words`);
  // `A=b program` is `env A=b program`.
  const variables = prefix.map(assigned);
  const words = variables.length === 0 ? [] : [{ text: 'env', isPattern: false }, ...variables];
  words.push(literal(name));
  for (const arg of args) {
    // `a=b` after the name is a word like any other, but for the builtins that are in no table
    words.push(arg.type === 'Word' ? literal(arg as ShellWord) : assigned(arg));
  }
  const redirections = redirects.map(
    (one): ReadRedirection => ({
      // A POSIX shell reads `&>` as the background and a redirection.
      source: source.slice(one.pos, one.end).replace(/^&>>?\s*\/dev\/null$/, '>/dev/null 2>&1'),
      input: redirected(one),
    }),
  );
  const isFed = stage > 0 || redirections.some(({ input }) => input !== null);
  return { words, redirections, isFed, start: pos, end, pipeline, stage };
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
  return isPattern || /^~/.test(word.text)
    ? { text: word.value, isPattern, source: word.text }
    : { text: word.value, isPattern };
}

/** A word without what its backslashes protect. */
const unquoted = (text: string): string => text.replace(/\\./g, '');

/** @returns the file it reads, if any. @throws Unreadable for whatever writes, or opens both ways */
function redirected(it: Redirection): string | null {
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
      return target.text;
    case '>&':
    case '<&':
      if (isNull || /^(\d{1,2}|-)$/.test(target.text)) return null;
      break;
    case '>':
    case '>>':
    case '&>':
    case '&>>':
    case '>|':
      if (isNull) return null;
      break;
    case '<>':
      break;
  }
  throw new Unreadable(`writes to ${target.text}`);
}
