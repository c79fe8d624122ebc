// Reads a file of JSON Lines as the lossless export wrote it, and believes nothing: every line is checked, in order, and
// the first that does not fit ends the import before anything is written. Source: docs/transfer.md.
import { setImmediate as yieldLoop } from 'node:timers/promises';
import type * as z from 'zod';
import { AppError } from '../../shared/model/envelope.ts';
import type { Provenance } from '../../shared/model/graph.ts';
import {
  GRAPH_FILE_VERSION,
  GRAPH_LINES,
  GraphFileHeader,
  type GraphFileVersion,
  type GraphLine,
  MAX_LINE_CHARS,
} from '../../shared/model/graph-file.ts';
import { redactSentence } from '../../shared/redact.ts';
import { isGuess } from '../memory/write/confirmation.ts';
import { linesOf } from '../store/backup/lines.ts';

/** Stated limits of one file. */
export const MAX_LINES = 10_000_000;
/** Lines checked before the event loop gets its turn: a few milliseconds. */
const LINES_PER_SLICE = 50;

/** Opens the file from its beginning; called once for each pass over it. */
export type GraphSource = () => AsyncIterable<Uint8Array>;

export interface NumberedLine {
  /** Counts from 1. */
  readonly number: number;
  readonly line: GraphLine;
}

export interface FileCounts {
  /** The one project its lines are of; null when there are several, or none. */
  readonly project: string | null;
  readonly lines: number;
  /** Lines of edges, history, conflicts and questions: what an import has to write and an undo to take back. */
  readonly changes: number;
}

type Kind = GraphLine['kind'];

/** The order of a file; edges must be known before history and conflicts that refer to them. */
const ORDER: readonly Kind[] = [
  'concept',
  'dimension',
  'edge',
  'history',
  'provenance',
  'conflict',
  'event',
  'end',
];
const CHANGES: ReadonlySet<Kind> = new Set<Kind>(['edge', 'history', 'conflict']);

const asks = (line: GraphLine) => line.kind === 'dimension' && line.question !== undefined;

/**
 * Checks a whole file without acting on it.
 * @throws AppError INVALID_INPUT with the line and the field, PAYLOAD_TOO_LARGE
 */
export async function checkGraphFile(source: GraphSource, signal?: AbortSignal): Promise<FileCounts> {
  let changes = 0;
  let lines = 1;
  const projects = new Set<string>();
  for await (const batch of graphLines(source)) {
    signal?.throwIfAborted();
    for (const { line, number } of batch) {
      lines = number;
      if ('project' in line) projects.add(line.project);
      if (CHANGES.has(line.kind) || asks(line)) changes++;
    }
  }
  const [project = null] = projects.size === 1 ? projects : [];
  return { project, lines, changes };
}

/**
 * The lines of a file after its header, a few at a time. Ends only when the end line was read and agrees.
 * @throws AppError INVALID_INPUT, PAYLOAD_TOO_LARGE
 */
export async function* graphLines(source: GraphSource): AsyncGenerator<NumberedLine[]> {
  const reader = new LineReader();
  let batch: NumberedLine[] = [];
  for await (const bytes of linesOf(source(), MAX_LINE_CHARS * 4, tooLong)) {
    const line = reader.take(bytes);
    if (line) batch.push({ number: reader.number, line });
    if (reader.number % LINES_PER_SLICE === 0) {
      if (batch.length > 0) yield batch;
      batch = [];
      await yieldLoop();
    }
  }
  reader.finish();
  if (batch.length > 0) yield batch;
}

const tooLong = (number: number) =>
  new AppError(
    'INVALID_INPUT',
    `Line ${number} is longer than ${MAX_LINE_CHARS.toLocaleString('en')} characters. Nothing was written.`,
    { line: number },
  );

class LineReader {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  number = 0;
  #version: GraphFileVersion = GRAPH_FILE_VERSION;
  #rank = 0;
  #ended = false;
  /** The one project the header allows; null for any. */
  #project: string | null = null;

  take(bytes: Uint8Array): GraphLine | undefined {
    this.number++;
    if (this.number > MAX_LINES) {
      throw new AppError(
        'PAYLOAD_TOO_LARGE',
        `The file has more than ${MAX_LINES.toLocaleString('en')} lines. Split it by project. Nothing was written.`,
      );
    }
    if (this.#ended) throw this.#wrong('something follows the end line');
    const value = this.#parse(bytes);
    if (this.number === 1) {
      const { project, version } = this.#header(value);
      this.#project = project;
      this.#version = version;
      return undefined;
    }
    return this.#line(value);
  }

  finish(): void {
    if (this.number === 0) throw this.#wrong('the file is empty');
    if (!this.#ended) {
      throw this.#wrong('the file ends early: its last line must be {"kind":"end","lines":N}');
    }
  }

  #parse(bytes: Uint8Array): unknown {
    let text: string;
    try {
      text = this.#decoder.decode(bytes);
    } catch {
      throw this.#wrong('it is not UTF-8');
    }
    try {
      return JSON.parse(text) as unknown;
    } catch (error) {
      throw this.#wrong(`it is not JSON: ${(error as Error).message}`);
    }
  }

  #header(value: unknown): GraphFileHeader {
    const parsed = GraphFileHeader.safeParse(value);
    if (parsed.success) return parsed.data;
    const { where, what } = firstIssue(parsed.error);
    throw this.#wrong(
      `the first line must be the header {"kind":"festinger-memory","version":${GRAPH_FILE_VERSION}}: ${where}${what}`,
    );
  }

  #line(value: unknown): GraphLine {
    const kind = (value as { kind?: unknown } | null)?.kind;
    const schema =
      typeof kind === 'string' && Object.hasOwn(GRAPH_LINES, kind) ? GRAPH_LINES[kind as Kind] : undefined;
    if (!schema) throw this.#wrong(`"kind" is one of ${ORDER.join(', ')}`, 'kind');
    const rank = ORDER.indexOf(kind as Kind);
    if (rank < this.#rank) {
      throw this.#wrong(
        `a ${kind} comes after a ${ORDER[this.#rank]}; lines come in the order ${ORDER.join(', ')}`,
      );
    }
    this.#rank = rank;
    const parsed = schema.safeParse(value);
    if (!parsed.success) {
      const { where, what } = firstIssue(parsed.error);
      throw this.#wrong(`${kind}: ${where}${what}`, where.replace(': ', ''));
    }
    const line = parsed.data as GraphLine;
    if ('project' in line && this.#project !== null && line.project !== this.#project) {
      throw this.#wrong(`the header says that the file is of the project ${this.#project} alone`, 'project');
    }
    if (line.kind === 'end') this.#end(line.lines);
    return redacted(this.#version < 3 ? withGuess(line) : line);
  }

  #end(lines: number): void {
    this.#ended = true;
    if (lines !== this.number)
      throw this.#wrong(`the end line says ${lines} lines, the file has ${this.number}`, 'lines');
  }

  #wrong(what: string, field?: string): AppError {
    return new AppError('INVALID_INPUT', `Line ${this.number}: ${what}. Nothing was written.`, {
      line: this.number,
      ...(field ? { field } : {}),
    });
  }
}

/** Older files do not say whether a person stands behind a fact; who said it does. */
function withGuess(line: GraphLine): GraphLine {
  const isGuessed =
    line.kind === 'edge' &&
    line.provenance.length > 0 &&
    // A model that was asked what a name is had the role of whoever wrote the sentence it was asked with.
    line.provenance.every((entry) => entry.source === 'inferred' && isGuess(entry));
  return isGuessed ? { ...line, is_guess: true } : line;
}

/** Whoever made the file may not have taken secrets out of what was said. */
function redacted(line: GraphLine): GraphLine {
  switch (line.kind) {
    case 'edge':
      return { ...line, provenance: line.provenance.map(redactedEntry) };
    case 'provenance':
      return { ...line, entries: line.entries.map(redactedEntry) };
    case 'conflict': {
      const { incoming } = line;
      return { ...line, incoming: { ...incoming, provenance: redactedEntry(incoming.provenance) } };
    }
    default:
      return line;
  }
}

function redactedEntry(entry: Provenance): Provenance {
  return entry.sentence === null ? entry : { ...entry, sentence: redactSentence(entry.sentence) };
}

function firstIssue(error: z.ZodError): { where: string; what: string } {
  const issue = error.issues[0];
  const path = issue?.path.map(String).join('.') ?? '';
  return { where: path === '' ? '' : `${path}: `, what: issue?.message ?? 'it does not fit' };
}
