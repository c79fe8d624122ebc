// How a command is run so that it can only read: the plain programs of the strict table outside, everything else of it in the sandbox, joined as
// the command joins them. Each part is proven by itself; a part that is not refuses the whole. Pure; called by classify.ts, and the plan is
// run by executors/confined. Source: structure, S1.
import { confinedVerdict } from './confined-read.ts';
import { heldClient } from './database-clients.ts';
import { expandWords } from './expand-words.ts';
import { parseCommand, type ReadRedirection, type SimpleCommand, type Word } from './parse-command.ts';
import { isReadablePlace } from './readable-places.ts';
import { isSecretPath } from './secret-places.ts';
import { hiddenIn } from './shell-text.ts';
import { type TableRead, tableRead } from './table-read.ts';
import { conditional, refused, type Verdict, worst } from './verdict.ts';

/** A program with its words, as the table names them. */
export interface TableStage {
  readonly kind: 'table';
  readonly words: readonly Word[];
  /** Of its words, those that lead to where the program runs: its files are resolved there. */
  readonly lead: readonly string[];
  readonly redirections: readonly ReadRedirection[];
  /** Words that name files whose contents are shown: to be resolved where they lie, and to lie where reading is allowed. */
  readonly files: readonly Word[];
  /** A question whose answer has to say `readonly` before it runs. */
  readonly precheck: readonly string[] | null;
}

/** Text for the shell of the sandbox. */
export interface ConfinedStage {
  readonly kind: 'confined';
  readonly text: string;
}

/** Stages, and the text of the command between them: pipes, lists, groups. */
export interface StagedPlan {
  readonly parts: readonly (string | TableStage | ConfinedStage)[];
}

/** A command in place of words: it runs first, and the rest is judged with what it printed. */
export interface ExpandedPlan {
  readonly inner: ReadPlan;
  /** @returns the rest; null when what was printed is no list of plain words */
  apply(output: string): string | null;
}

export type ReadPlan = StagedPlan | ExpandedPlan;

export type ReadJudgement =
  | { readonly verdict: Verdict; readonly plan: ReadPlan }
  | { readonly verdict: Verdict; readonly plan: null };

/** Commands that are judged in order to judge one: each substitution and expansion is one more. */
const MOST_STEPS = 14;
/** Stand for words that are not known yet: a name, and a number. */
const PLACEHOLDERS = ['festinger0', '4194301'] as const;

/** @param hasSandbox whether the place it is for has one */
export function judgeRead(command: string, hasSandbox: boolean, steps = { left: MOST_STEPS }): ReadJudgement {
  const hidden = hiddenIn(command);
  if (hidden !== null) return { verdict: refused('guard', hidden.reason), plan: null };
  const direct = judgeAsWritten(command, hasSandbox);
  // After `cd`, the same words run first would mean another directory.
  const isExpandable =
    /\$\(|`|\bfor\b|\bxargs\b|(^|[;&\n])[ \t]*\w+=/.test(command) && !/\b(cd|pushd)\b/.test(command);
  if (direct.plan !== null || --steps.left < 0 || !isExpandable) return direct;
  return judgeExpanded(command, hasSandbox, steps) ?? direct;
}

/** Words that only a run shows are found out first, where what shows them is a read itself. */
function judgeExpanded(command: string, hasSandbox: boolean, steps: { left: number }): ReadJudgement | null {
  const expansion = expandWords(command);
  if (expansion === null) return null;
  if ('text' in expansion) return judgeRead(expansion.text, hasSandbox, steps);
  const inner = judgeRead(expansion.inner, hasSandbox, steps);
  if (inner.plan === null) return inner;
  for (const placeholder of PLACEHOLDERS) {
    const text = expansion.apply(placeholder);
    const rest = text === null ? null : judgeRead(text, hasSandbox, steps);
    if (rest?.plan)
      return {
        verdict: { ...conditional('its words are judged once they are known'), proof: rest.verdict.proof },
        plan: { inner: inner.plan, apply: expansion.apply },
      };
  }
  return null;
}

function judgeAsWritten(command: string, hasSandbox: boolean): ReadJudgement {
  const parsed = parseCommand(command);
  if (!parsed.ok) {
    if (!hasSandbox || parsed.problem.kind === 'size')
      return { verdict: refused('guard', parsed.problem.reason), plan: null };
    const verdict = confinedVerdict(command);
    const plan = verdict.proof === null ? null : { parts: [{ kind: 'confined', text: command } as const] };
    return plan === null ? { verdict, plan } : { verdict, plan };
  }
  const judged = parsed.simple.map(
    (one, n) => fedProblem(one, parsed.simple[n - 1]) ?? judgeStage(one, command, hasSandbox),
  );
  const verdict = worst(judged.map((one) => one.verdict)) ?? refused('guard', 'no command');
  if (verdict.proof === null) return { verdict, plan: null };
  const isConfined = judged.some(({ stage }) => stage === null);
  if (isConfined && judged.some(({ stage }) => stage !== null) && parsed.simple.some(setsState))
    return {
      verdict: refused(
        'fallback',
        'it sets a shell variable in the sandbox, which a program outside would not see',
      ),
      plan: null,
    };
  return {
    verdict: isConfined ? { ...verdict, proof: 'confined' } : verdict,
    plan: { parts: partsOf(command, parsed.simple, judged) },
  };
}

const setsState = ({ words: [first] }: SimpleCommand): boolean =>
  /^(export|set|unset|declare|typeset|local|read|let|pushd|popd)$/.test(first?.text ?? '');

/**
 * A program that uses the network gets no words that were read. Only a program that reads its input by design may get input: others can take
 * commands from there.
 */
function fedProblem(one: SimpleCommand, before: SimpleCommand | undefined): JudgedStage | null {
  const { hosts, words, program, verdict } = tableRead(one);
  if (program === null || verdict.proof === null) return null;
  const isRead = [...words, ...(before?.words ?? [])].some(({ text }) =>
    PLACEHOLDERS.some((word) => text.includes(word)),
  );
  const isBefore = before?.pipeline === one.pipeline && before.stage === one.stage - 1;
  const said = isBefore ? before.words.map(({ text }) => text).join(' ') : '';
  const isPiped = one.stage > 0 && !/^(echo( Q)?|true|:)$/.test(said);
  const isHanded = one.redirections.some(({ input }) => input !== null && input !== '/dev/null');
  const isReader = program.stdin !== undefined || program.isInert || program.showsFiles;
  if (hosts.length > 0 && (isRead || isPiped || isHanded))
    return { verdict: refused('fallback', 'it would send what was read over the network'), stage: null };
  return (isPiped || isHanded) && !isReader && program.client !== 'sqlite'
    ? { verdict: refused('fallback', 'it may take commands from its input'), stage: null }
    : null;
}

interface JudgedStage {
  readonly verdict: Verdict;
  readonly stage: TableStage | null;
}

/** A command that is the table's runs outside where it shows the host and no contents of files; in the sandbox otherwise. */
function judgeStage(one: SimpleCommand, source: string, hasSandbox: boolean): JudgedStage {
  const table = tableRead(one);
  const inputs = one.redirections.flatMap(({ input }) => (input === null ? [] : [input]));
  const files = [...(table.files ?? []), ...inputs.map((text): Word => ({ text, isPattern: false }))];
  const stage = table.verdict.proof === null ? null : stageOf(one, table, files);
  if (table.isInside && inputs.some((input) => input !== '/dev/null'))
    return { verdict: refused('fallback', 'a file goes into a container'), stage: null };
  const confined = hasSandbox ? confinedVerdict(source.slice(one.start, one.end)) : null;
  const isConfinable = confined !== null && confined.proof !== null;
  const isPlain = stage !== null && table.program?.client !== 'sqlite';
  if (isPlain && files.length === 0) return { verdict: table.verdict, stage };
  if (isConfinable) return { verdict: confined, stage: null };
  const problem = isPlain ? filesProblem(files) : null;
  if (isPlain && problem === null) return { verdict: table.verdict, stage };
  if (problem !== null) return { verdict: problem, stage: null };
  const asks =
    table.verdict.proof === null
      ? table.verdict
      : refused('fallback', 'it is run in a sandbox only, and there is none');
  return { verdict: confined === null ? asks : weightier(asks, confined), stage: null };
}

/** What a person is told: the reason that says most. */
const weightier = (table: Verdict, confined: Verdict): Verdict =>
  confined.phase === 'fallback' ? table : confined;

/** Where files are read outside a sandbox, their names have to be known: whole paths, and no pattern. */
function filesProblem(files: readonly Word[]): Verdict | null {
  for (const { text, isPattern, source } of files) {
    if (isPattern) return refused('fallback', `${text.slice(0, 100)} is a pattern for files to show`);
    if (/^\/dev\/(?!null$)/.test(text)) return refused('endless', `${text.slice(0, 100)} may not end`);
    if (isSecretPath(text)) return refused('secrets', `reads ${text.slice(0, 200)}`);
    if (source?.startsWith('~') || !text.startsWith('/'))
      return refused('fallback', `${text.slice(0, 100)} is not named by its whole path`);
    if (text !== '/dev/null' && !isReadablePlace(text))
      return refused(
        'fallback',
        `${text.slice(0, 100)} is not among the files that are read without a sandbox`,
      );
  }
  return null;
}

function stageOf(
  { redirections }: SimpleCommand,
  { program, lead, words, operands }: TableRead,
  files: readonly Word[],
): TableStage {
  const plain = (text: string): Word => ({ text, isPattern: false });
  const before = lead.map(({ text }) => text);
  const argv = words.map(({ text }) => text);
  const held = program?.client === undefined ? null : heldClient(program.client, argv, operands);
  const run = held === null ? [...lead, ...words] : [...before, ...held.argv].map(plain);
  return {
    kind: 'table',
    // What a pattern in an option would bring is no file.
    words: run.map((word) => (word.text.startsWith('-') ? plain(word.text) : word)),
    ...{ lead: before, redirections, files },
    precheck: held?.precheck ? [...before, ...held.precheck] : null,
  };
}

/** Stages of one pipeline that follow each other in the sandbox run there together. */
function partsOf(
  source: string,
  simple: readonly SimpleCommand[],
  judged: readonly JudgedStage[],
): StagedPlan['parts'] {
  const parts: (string | TableStage | ConfinedStage)[] = [];
  let at = 0;
  for (let n = 0; n < simple.length; n++) {
    const first = simple[n] as SimpleCommand;
    const stage = judged[n]?.stage ?? null;
    let last = first;
    if (stage === null)
      while (judged[n + 1]?.stage === null && follows(simple[n + 1], last))
        last = simple[++n] as SimpleCommand;
    parts.push(source.slice(at, first.start));
    parts.push(stage ?? { kind: 'confined', text: source.slice(first.start, last.end) });
    at = last.end;
  }
  return [...parts, source.slice(at)].filter((part) => part !== '');
}

const follows = (next: SimpleCommand | undefined, last: SimpleCommand): boolean =>
  next !== undefined && next.pipeline === last.pipeline && next.stage === last.stage + 1;
