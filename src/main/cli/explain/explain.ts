// `festinger explain SUBJECT`: what Festinger makes of an input, as JSON; with --batch one JSON line per line of
// standard input or of a file, same id, in order. A line that cannot be answered gets an error and the rest goes on; exit 1 at the
// end. All but texts, prompts and packs are judged by themselves: for them no database is opened.
import { createReadStream, existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import type { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { scanCues } from '../../graph/cues/cues.ts';
import { explainText } from '../../graph/text/explain-text.ts';
import { classify } from '../../infra/command/classify.ts';
import { explainPrompt } from '../../proxy/enrich/explain-prompt.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import type { Sink } from '../running.ts';
import { CitationsLine, explainCitations } from './explain-citations.ts';
import { graphToExplain } from './explain-graph.ts';
import { explainGuard } from './explain-guard.ts';
import { answerLoop } from './explain-loop.ts';
import type { ExplainPackCommand } from './explain-pack.ts';
import { answerVersion } from './explain-version.ts';
import { ownConfinement } from './own-confinement.ts';

export interface ExplainCommand {
  readonly subject: 'text' | 'prompt' | 'loop' | 'command' | 'version' | 'guard' | 'citations';
  readonly batch: boolean;
  /** With --batch a file of lines. */
  readonly input: string | undefined;
  readonly dataDir: string | undefined;
  readonly database: string | undefined;
}

const Id = z.union([z.string(), z.number(), z.null()]).optional();
const TextLine = z.strictObject({
  id: Id,
  text: z.string(),
  role: z.enum(['system', 'user', 'assistant', 'tool']).optional(),
});
/** `sandbox`: as on a host that has one, or has none; otherwise as on this one. */
const CommandLine = z.strictObject({ id: Id, command: z.string(), sandbox: z.boolean().optional() });
const PromptLine = z.strictObject({ id: Id, route: z.string(), body: z.unknown() });

type Answer = (line: unknown) => object;

const SUBJECTS: Record<'text' | 'prompt', (graph: ConceptGraph) => Promise<Answer>> = {
  text: async (graph) => (line) => {
    const { id, text, role } = parse(TextLine, line);
    return { id, ...explainText({ text, ...(role ? { role } : {}) }, graphLexicon(graph), scanCues) };
  },
  prompt: async (graph) => {
    const options = { ordinaryWords: ordinaryWords(await readWordLists()) };
    return (line) => {
      const { id, route, body } = parse(PromptLine, line);
      return { id, ...explainPrompt(route, body, graph, DEFAULT_SETTINGS, options) };
    };
  },
};

const commandAnswer = async (): Promise<Answer> => {
  const { isConfined } = await ownConfinement();
  return (line) => {
    const { id, command, sandbox = isConfined } = parse(CommandLine, line);
    const { intent, reason, phase, proof } = classify(command, sandbox);
    return { id, intent, reason, phase, proof };
  };
};

async function answererOf({ subject, dataDir, database }: ExplainCommand): Promise<Answer> {
  if (subject === 'text' || subject === 'prompt')
    return SUBJECTS[subject](await graphToExplain(dataDir, database));
  return subject === 'command' ? await commandAnswer() : ALONE[subject];
}

/** What is judged by itself: no database is opened for it. */
const ALONE: Readonly<Record<Exclude<ExplainCommand['subject'], 'text' | 'prompt' | 'command'>, Answer>> = {
  version: (line) => answerVersion(line, parse),
  loop: (line) => answerLoop(line, parse),
  guard: explainGuard,
  citations: (line) => explainCitations(parse(CitationsLine, line)),
};

/** @returns 0, or 1 when a line could not be answered; 2 when the guard blocks a prompt. */
export async function explain(
  command: ExplainCommand | ExplainPackCommand,
  input: Readable,
  out: Sink,
  err: Sink = process.stderr,
): Promise<number> {
  if (command.subject === 'pack') return (await import('./explain-pack.ts')).explainPack(command, out, err);
  const { subject } = command;
  const answer = await answererOf(command);
  let failed = false;
  const reply = (text: string, spaces?: number) => {
    const result = answerLine(answer, text);
    failed ||= 'error' in result;
    out.write(`${JSON.stringify(result, null, spaces)}\n`);
  };
  if (command.batch) {
    const from = command.input === undefined ? input : fileOf(command.input);
    for await (const text of createInterface({ input: from, crlfDelay: Number.POSITIVE_INFINITY }))
      if (text.trim() !== '') reply(text);
    return failed ? 1 : 0;
  }
  const given = command.input ?? (await readAll(input));
  const isLine = subject === 'prompt' || subject === 'loop' || subject === 'version';
  reply(isLine ? given : JSON.stringify({ [MEMBER[subject]]: given }), 2);
  return failed ? 1 : 0;
}

/** How a line names what is judged. */
const MEMBER = {
  text: 'text',
  command: 'command',
  guard: 'text',
  citations: 'text',
} as const;

function fileOf(path: string): Readable {
  if (!existsSync(path)) throw new AppError('INVALID_INPUT', `There is no file ${path}.`);
  return createReadStream(path);
}

function answerLine(answer: Answer, text: string): object {
  let line: unknown;
  try {
    line = JSON.parse(text);
    return answer(line);
  } catch (error) {
    const id = typeof line === 'object' && line !== null && 'id' in line ? line.id : null;
    return { id, error: errorBody(error) };
  }
}

function errorBody(error: unknown): { code: string; message: string } {
  if (error instanceof AppError) return { code: error.code, message: error.message };
  if (error instanceof SyntaxError)
    // Without the piece of the input it quotes: that may hold anything.
    return {
      code: 'INVALID_INPUT',
      message: `not a line of JSON: ${error.message.replace(/, (?:\.\.\.)?"[\s\S]*$/, '')}`,
    };
  return { code: 'INTERNAL', message: error instanceof Error ? error.message : String(error) };
}

function parse<S extends z.ZodType>(schema: S, line: unknown): z.output<S> {
  const parsed = schema.safeParse(line);
  if (parsed.success) return parsed.data;
  throw new AppError('INVALID_INPUT', z.prettifyError(parsed.error));
}

async function readAll(input: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
