// One simple command judged by the table: where its program lies, what is peeled from it, whether it is known to write, reads secrets or
// never ends, which sub-command and options it has, and what its inspector says. Unknown is always refused. Called by classify.ts.
// Source: decision 051.
import { endlessOf } from './endless.ts';
import { inspectAwk } from './inspect/awk.ts';
import { inspectCurl, inspectWget } from './inspect/http.ts';
import type { Inspect } from './inspect/inspection.ts';
import { secretResource, subCommandFirst } from './inspect/kubectl.ts';
import { inspectMongosh } from './inspect/mongo.ts';
import { inspectRedis } from './inspect/redis.ts';
import { inspectSed } from './inspect/sed.ts';
import * as small from './inspect/small.ts';
import { inspectMysql, inspectPsql, inspectSqlite } from './inspect/sql-clients.ts';
import { type Arguments, readArguments, UnknownOption } from './options.ts';
import type { SimpleCommand, Word } from './parse-command.ts';
import type { Inspector, Program } from './program.ts';
import { INTERPRETERS, PROGRAMS, WRITERS, WRITING_VERBS } from './programs/index.ts';
import { KUBECTL } from './programs/kubectl.ts';
import { ENVIRONMENT_PROGRAMS, secretIn, secretsBelow } from './secrets.ts';
import { certain, refused, type Verdict } from './verdict.ts';
import { ELEVATORS, peel } from './wrappers.ts';

/** Where systems keep their programs; elsewhere a name says nothing. */
const OWN_DIRECTORY = /^\/(usr\/(local\/)?)?s?bin\/([\w.+-]+|\[)$/;

/** @param depth how many wrappers were peeled */
export function judgeSimple(command: SimpleCommand, depth = 0): Verdict {
  const [first, ...words] = command.words as [Word, ...Word[]];
  if (first.isPattern) return refused('guard', 'the program is a pattern');
  const path = OWN_DIRECTORY.exec(first.text);
  if (first.text.includes('/') && path === null)
    return refused('guard', `${first.text} lies where nobody vouches for it`);
  const name = path?.[3] ?? first.text;
  if (!/^[\w.+:[-]+$/.test(name)) return refused('guard', 'the program has no plain name');
  if (ELEVATORS.has(name)) return refused('guard', `${name} runs as somebody else`);
  if (
    INTERPRETERS.has(name) &&
    !isVersion(name, words) &&
    !(name === 'ssh' && words[0]?.text === '-V' && words.length === 1)
  )
    return refused(
      endlessOf([name, ...words.map(({ text }) => text)]) === null ? 'guard' : 'endless',
      `${name} runs what it is given`,
    );
  if (WRITERS.has(name) || name.startsWith('mkfs.') || name.startsWith('fsck.')) {
    if (!(name === 'crontab' && words[0]?.text === '-l'))
      return refused('known_write', `${name} changes things`);
  }
  const peeled = peel(name, words);
  if (peeled !== null) {
    if ('problem' in peeled) return refused('guard', peeled.problem);
    if (depth > 3) return refused('guard', 'wrapped too often');
    return peeled.isFedNames
      ? judgeFed(peeled.words, command.isFed, depth)
      : judgeSimple({ ...command, words: peeled.words }, depth + 1);
  }
  return judgeProgram(name, words, command);
}

const isVersion = (name: string, words: readonly Word[]): boolean =>
  !/^(eval|source|\.|exec)$/.test(name) &&
  words.length === 1 &&
  /^--version$|^-V$/.test(words[0]?.text ?? '');

/** What `xargs` runs gets words that are not known: only where none of them can be an option that matters, or show what is in a file. */
function judgeFed(words: readonly Word[], isFed: boolean, depth: number): Verdict {
  if (!isFed) return refused('endless', 'xargs would wait for its input');
  const program = PROGRAMS.get(words[0]?.text ?? '');
  const isCounting = /^(wc|md5sum|sha\d+sum|b2sum|cksum)$/.test(words[0]?.text ?? '');
  if (program === undefined || !program.isInert || program.inspect || !(program.isNames || isCounting))
    return refused('guard', 'xargs hands it words that are not known');
  return judgeSimple(
    { words: [...words, { text: 'x', isPattern: false }], inputs: [], isFed: true },
    depth + 1,
  );
}

function judgeProgram(name: string, words: readonly Word[], command: SimpleCommand): Verdict {
  if (ENVIRONMENT_PROGRAMS.has(name) && !isHelp(words))
    return refused('secrets', `${name} shows or sets an environment`);
  const program = PROGRAMS.get(name);
  const argv = [name, ...words.map(({ text }) => text)];
  const endless = endlessOf(argv);
  if (endless !== null) return refused('endless', endless.reason);
  const input = command.inputs
    .map((text) => secretIn({ text, isPattern: false }))
    .find((secret) => secret !== null);
  if (input) return refused('secrets', `reads ${input}`);
  if (program === undefined)
    return ENVIRONMENT_PROGRAMS.has(name)
      ? certain(`${name} tells of itself`)
      : refused('fallback', `${name} is in no table`);
  try {
    return judgeWords({ name, words, program, isFed: command.isFed });
  } catch (error) {
    if (!(error instanceof UnknownOption)) throw error;
    return refused('fallback', `${name}: ${error.message}`);
  }
}

const isHelp = (words: readonly Word[]): boolean =>
  words.length === 1 && /^--(help|version)$/.test(words[0]?.text ?? '');

interface Called {
  readonly name: string;
  readonly words: readonly Word[];
  readonly program: Program;
  readonly isFed: boolean;
}

function judgeWords(called: Called): Verdict {
  const { name, program } = called;
  const secret = program.isNames ? null : secretAmong(called);
  if (secret !== null) return refused('secrets', `reads ${secret}`);
  if (program.inspect === 'kubectl')
    return (
      secretResource(called) ??
      judgeSub({ ...called, words: subCommandFirst(called.words), program: KUBECTL as Program })
    );
  if (program.inspect !== undefined && isHelp(called.words) && program.inspect !== 'test')
    return certain(`${name} tells of itself`);
  return program.inspect === undefined ? judgeSub(called) : INSPECTORS[program.inspect](called);
}

/** Down to the sub-command, then its options and operands. */
function judgeSub(called: Called): Verdict {
  let { name, words, program } = called;
  for (;;) {
    const read = readArguments(words, program);
    if (program.subs === null) return judgeOperands(name, read, program, called.isFed);
    const [verb, ...rest] = read.operands;
    if (verb === undefined && read.options.some((option) => /^(help|version|v)$/.test(option.name)))
      return certain(`${name} tells of itself`);
    const sub = program.subs.get(verb?.text ?? '');
    if (sub === undefined)
      return refused(
        WRITING_VERBS.has(verb?.text ?? '') ? 'known_write' : 'fallback',
        `${[name, verb?.text].join(' ').trim()} is not known to only read`,
      );
    if (verb === undefined) return judgeOperands(name, read, sub, called.isFed);
    name = `${name} ${verb.text}`;
    words = rest;
    program = sub;
  }
}

function judgeOperands(
  name: string,
  { options, operands }: Arguments,
  program: Program,
  isFed: boolean,
): Verdict {
  if (options.length === 1 && operands.length === 0 && /^(help|version)$/.test(options[0]?.name ?? ''))
    return certain(`${name} tells of itself`);
  const { least = 0, most = Number.POSITIVE_INFINITY, like, stdin, standIns } = program;
  if (operands.length < least || operands.length > most)
    return refused('fallback', `${name} with ${operands.length} operands is not known to only read`);
  const odd = like && operands.find(({ text }) => !like.test(text));
  if (odd) return refused('fallback', `${name} ${odd.text.slice(0, 80)} is not known to only read`);
  const needed = (stdin ?? 0) - (options.some((option) => standIns.includes(option.name)) ? 1 : 0);
  if (
    !isFed &&
    (operands.length < needed || (stdin !== undefined && operands.some(({ text }) => text === '-')))
  )
    return refused('endless', `${name} would wait for its input`);
  if (
    operands.some(({ text }) => /^\/dev\/(?!null$|disk\/)|^\/proc\/kmsg$|\/trace_pipe$/.test(text)) &&
    stdin !== undefined
  )
    return refused('endless', `${name} of a device may not end`);
  return certain(`${name} only reads`);
}

const AROUND = /^\.{1,2}(\/+\.{0,2})*$/;

/** What a search is for is no file; below some directories somebody's secrets lie. */
function secretAmong({ name, words, program }: Called): string | null {
  const isSearch = program.standIns.length > 0 || /^(rg|awk|gawk|mawk|nawk|sed|jq|yq)$/.test(name);
  let searched =
    isSearch && !words.some(({ text }) => /^-(e|f|-regexp|-file|-expression)/.test(text)) ? 1 : 0;
  const isGrep = /^(grep|egrep|fgrep|diff)$/.test(name);
  const isDeep =
    name === 'rg' ||
    (isGrep && words.some(({ text }) => /^-[a-zA-Z]*[rR]|^--(dereference-)?recursive/.test(text)));
  if (isDeep && (isGrep || words.some(({ text }) => /^(-[a-zA-Z]*[.u]|--hidden)/.test(text)))) {
    const { options, operands } = readArguments(words, program);
    const isGiven = options.some((option) => /^(e|f|regexp|file)$/.test(option.name));
    const paths = operands.slice(isSearch && !isGiven ? 1 : 0);
    // A command begins in somebody's home.
    if (paths.length === 0 || paths.some(({ text }) => AROUND.test(text)))
      return 'all that lies where it begins';
  }
  for (const word of words) {
    if (searched > 0 && !word.text.startsWith('-')) {
      searched--;
      continue;
    }
    const secret = secretIn(word) ?? (isDeep ? secretsBelow(word) : null);
    if (secret !== null) return secret;
  }
  return null;
}

const INSPECTORS: Readonly<Record<Exclude<Inspector, 'kubectl'>, Inspect>> = {
  awk: inspectAwk,
  curl: inspectCurl,
  date: small.inspectDate,
  find: small.inspectFind,
  ip: small.inspectIp,
  jq: small.inspectJq,
  mongosh: inspectMongosh,
  mysql: inspectMysql,
  nmcli: small.inspectNmcli,
  pacman: small.inspectPacman,
  ps: small.inspectPs,
  psql: inspectPsql,
  redis: inspectRedis,
  rpm: small.inspectRpm,
  sed: inspectSed,
  service: small.inspectService,
  sqlite3: inspectSqlite,
  tar: small.inspectTar,
  test: small.inspectTest,
  wget: inspectWget,
};
