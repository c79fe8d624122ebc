// `festinger explain text|prompt|command`: what Festinger makes of an input, as JSON; with --batch one JSON line per input
// line, same id, in order. A line that cannot be answered gets an error and the rest goes on; exit 1 at the end.
// A command is judged by itself: for it no database is opened.
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import * as z from 'zod';
import { AppError } from '../../shared/model/envelope.ts';
import { DEFAULT_SETTINGS } from '../../shared/model/settings.ts';
import type { ConceptGraph } from '../graph/columns/concept-graph.ts';
import { graphLexicon } from '../graph/columns/lexicon.ts';
import { scanCues } from '../graph/cues/cues.ts';
import { explainText } from '../graph/text/explain-text.ts';
import { classify } from '../infra/command/classify.ts';
import { explainPrompt } from '../proxy/enrich/explain-prompt.ts';
import { ordinaryWords } from '../store/words/word-lists.ts';
import { readWordLists } from '../store/words/word-lists-read.ts';
import { graphToExplain } from './explain-graph.ts';
import type { Sink } from './running.ts';

export interface ExplainCommand {
  readonly subject: 'text' | 'prompt' | 'command';
  readonly batch: boolean;
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
const CommandLine = z.strictObject({ id: Id, command: z.string() });
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

const answerCommand: Answer = (line) => {
  const { id, command } = parse(CommandLine, line);
  const { intent, reason, phase } = classify(command);
  return { id, intent, reason, phase };
};

/** @returns 0, or 1 when a line could not be answered. */
export async function explain(command: ExplainCommand, input: Readable, out: Sink): Promise<number> {
  const { subject } = command;
  const answer =
    subject === 'command'
      ? answerCommand
      : await SUBJECTS[subject](await graphToExplain(command.dataDir, command.database));
  let failed = false;
  const reply = (text: string, spaces?: number) => {
    const result = answerLine(answer, text);
    failed ||= 'error' in result;
    out.write(`${JSON.stringify(result, null, spaces)}\n`);
  };
  if (command.batch) {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.trim() !== '') reply(line);
    return failed ? 1 : 0;
  }
  const given = command.input ?? (await readAll(input));
  reply(subject === 'prompt' ? given : JSON.stringify({ [subject]: given }), 2);
  return failed ? 1 : 0;
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
    return { code: 'INVALID_INPUT', message: `not a line of JSON: ${error.message}` };
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
