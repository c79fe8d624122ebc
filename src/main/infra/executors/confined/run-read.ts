// Runs a command that is proven to only read, by its plan: the table's programs as their words, everything else of it in the sandbox. Files that are
// shown outside a sandbox are resolved where they lie first, and the program is given what they resolved to. Called by the tools that read.
// Source: structure, S1.
import { AppError } from '../../../../shared/model/envelope.ts';
import { isReadOnlyCommand } from '../../command/database-clients.ts';
import type { ReadRedirection, Word } from '../../command/parse-command.ts';
import { SHELL_WORDS } from '../../command/programs.ts';
import {
  type ConfinedStage,
  judgeRead,
  type ReadPlan,
  type StagedPlan,
  type TableStage,
} from '../../command/read-plan.ts';
import { isReadablePlace } from '../../command/readable-places.ts';
import type { CommandResult, Executor } from '../../executor.ts';
import { quote } from '../posix-quote.ts';
import { confinedCall, NOT_STARTED, type Sight } from './confined-shell.ts';
import type { Confinement } from './confinement.ts';

export interface ReadLimits {
  readonly timeoutMs: number;
  readonly maxOutputBytes: number;
}

export interface ReadPlace {
  readonly executor: Executor;
  readonly confinement: Confinement;
  /** Whether a real path is hidden, and so shown by no program outside the sandbox. */
  readonly isHidden: (path: string) => boolean;
  /** The sandbox did not start, though it did when it was tried. */
  readonly failed: () => void;
}

/** @throws AppError READ_ONLY_VIOLATION for a file that may not be shown, NOT_FOUND, UNAVAILABLE where nothing ran, and what executors throw */
export async function runRead(
  plan: ReadPlan,
  place: ReadPlace,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<CommandResult> {
  if ('parts' in plan) return await runStages(plan, place, limits, signal);
  const { stdout } = await runRead(plan.inner, place, limits, signal);
  const text = plan.apply(stdout);
  const next = text === null ? null : judgeRead(text, place.confinement.isConfined);
  if (next?.plan) return await runRead(next.plan, place, limits, signal);
  const reason =
    next === null ? 'what it is put together from is no list of plain words' : next.verdict.reason;
  throw new AppError(
    'READ_ONLY_VIOLATION',
    `It is not proven to only read: ${reason}. Ask for it with run_command.`,
    {
      phase: next?.verdict.phase ?? 'guard',
    },
  );
}

async function runStages(
  { parts }: StagedPlan,
  { executor, confinement, isHidden, failed }: ReadPlace,
  limits: ReadLimits,
  signal: AbortSignal,
): Promise<CommandResult> {
  const real = new Map<Word, string>();
  for (const part of parts)
    if (typeof part !== 'string' && part.kind === 'table') {
      if (part.precheck !== null) await checkServer(part.precheck, executor, signal);
      for (const word of part.files) {
        if (word.text !== '/dev/null')
          real.set(word, await realFile(word.text, part.lead, { executor, isHidden }, signal));
      }
    }
  const [only] = parts;
  if (parts.length === 1 && typeof only === 'object' && only.kind === 'table') {
    const argv = plainArgv(only, real);
    if (argv !== null) return await executor.run({ argv, ...limits, writes: false }, signal);
  }
  const sight = sightOf(parts);
  const text = parts.map((part) => (typeof part === 'string' ? part : stageText(part, real, sight))).join('');
  const isConfined = parts.some((part) => typeof part === 'object' && part.kind === 'confined');
  if (isConfined && confinement.shellFunction === null)
    throw new AppError('UNAVAILABLE', 'There is no sandbox here any more; nothing was run. Try again.');
  const script = isConfined ? `${confinement.shellFunction}\n${text}` : text;
  // A shell in between has to read its text as it was judged: an executor that cannot promise that refuses.
  const result = await executor.run({ argv: ['sh', '-c', script], ...limits, writes: true }, signal);
  if (isConfined && result.exitCode !== 0 && result.stderr.includes(NOT_STARTED)) {
    failed();
    throw new AppError(
      'UNAVAILABLE',
      `The sandbox did not start, and nothing was run in it: ${result.stderr.trim().slice(0, 300)}`,
      undefined,
      true,
    );
  }
  return result;
}

/** Its words, where no shell has anything to do with them. */
function plainArgv(
  stage: TableStage,
  real: ReadonlyMap<Word, string>,
): readonly [string, ...string[]] | null {
  if (stage.redirections.length > 0 || stage.words.some(({ source }) => source !== undefined)) return null;
  const [program, ...rest] = stage.words.map((word) => real.get(word) ?? word.text);
  return program === undefined || SHELL_WORDS.has(program) ? null : [program, ...rest];
}

function stageText(stage: TableStage | ConfinedStage, real: ReadonlyMap<Word, string>, sight: Sight): string {
  if (stage.kind === 'confined') return confinedCall(sight, stage.text);
  const words = stage.words.map((word) => word.source ?? quote(real.get(word) ?? word.text));
  const redirections = stage.redirections.map((one) => redirectionText(one, stage.files, real));
  return [...words, ...redirections].join(' ');
}

function redirectionText(
  { source, input }: ReadRedirection,
  files: readonly Word[],
  real: ReadonlyMap<Word, string>,
): string {
  const file = input === null ? undefined : files.find((word) => word.text === input && real.has(word));
  return file === undefined ? source : `<${quote(real.get(file) ?? file.text)}`;
}

/** Directories whose files anybody may read, and those that are somebody's own: root's right to read is lent for neither. */
const PUBLIC = /^(usr|s?bin|lib\w*|proc|sys|dev)$/;
const PRIVATE = /^(root|home)$/;

/** What is named anywhere in a command counts for all of it: where it goes with `cd`, too. */
const sightOf = (parts: StagedPlan['parts']): Sight => {
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part;
      return part.kind === 'confined' ? part.text : part.words.map((word) => word.text).join(' ');
    })
    .join(' ');
  const named = [...text.matchAll(/(?:^|[\s'"=:<({;])\/([\w.-]+)/g)].map(([, directory = '']) => directory);
  return {
    asRoot: named.some((one) => !PUBLIC.test(one)) && !named.some((one) => PRIVATE.test(one)),
    hostTmp: /(^|[\s'"=:<({;])\/(var\/)?tmp\b/.test(text),
  };
};

/**
 * What a file is once every link is followed, where it lies. @param lead the words that lead there
 * @throws AppError NOT_FOUND, READ_ONLY_VIOLATION
 */
async function realFile(
  named: string,
  lead: readonly string[],
  { executor, isHidden }: Pick<ReadPlace, 'executor' | 'isHidden'>,
  signal: AbortSignal,
): Promise<string> {
  const [program = '', ...rest] = [...lead, 'realpath', named];
  const { exitCode, stdout } = await executor.run({ argv: [program, ...rest], ...REALPATH_LIMITS }, signal);
  const path = stdout.replace(/\n$/, '');
  if (exitCode !== 0 || !path.startsWith('/'))
    throw new AppError('NOT_FOUND', `There is no file ${named} there, or it may not be read.`);
  if (!isReadablePlace(path) || isHidden(path))
    throw new AppError(
      'READ_ONLY_VIOLATION',
      `${path} is not read here without approval: without a sandbox only logs, configuration without secrets and what the kernel tells are. Use read with action file, or run_command.`,
      { phase: 'secrets' },
    );
  // Of `self` and what leads through it, each program has its own.
  return path.startsWith('/proc/') && named.startsWith('/proc/') ? named : path;
}

const REALPATH_LIMITS = { timeoutMs: 10_000, maxOutputBytes: 8192, writes: false } as const;

/** @throws AppError READ_ONLY_VIOLATION where the server does not call the command a read */
async function checkServer(argv: readonly string[], executor: Executor, signal: AbortSignal): Promise<void> {
  const [program = '', ...rest] = argv;
  const { exitCode, stdout, stderr } = await executor.run(
    { argv: [program, ...rest], timeoutMs: 10_000, maxOutputBytes: 8192, writes: false },
    signal,
  );
  if (exitCode === 0 && isReadOnlyCommand(stdout)) return;
  throw new AppError(
    'READ_ONLY_VIOLATION',
    `The server does not call it a read: ${(stdout || stderr).trim().split('\n').slice(0, 8).join(' ').slice(0, 200)}. Ask for it with run_command.`,
    { phase: 'content' },
  );
}
