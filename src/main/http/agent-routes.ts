// What agents ask of the memory over plain HTTP: `POST /iknowthat` and `GET /recall`.
// Parses, hands the facts to the one write path, maps outcomes to statuses. Source: memory.md, Writing.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { AppError, type ErrorCode, success } from '../../shared/model/envelope.ts';
import {
  type Fact,
  type FactAnswer,
  type FactOutcome,
  factAnswer,
  ProjectName,
  type Provenance,
} from '../../shared/model/graph.ts';
import { FACT_GRAMMAR, parseFact } from '../graph/fact-grammar.ts';

/** Stated limits of one call. */
export const MAX_FACTS = 10_000;
const MAX_FACT_CHARS = 4096;
const BODY_LIMIT = 16 * 1024 * 1024;

const IKnowThat = z.union([
  z.strictObject({ fact: z.string(), project: ProjectName.optional() }),
  z.strictObject({ facts: z.array(z.string()), project: ProjectName.optional() }),
]);

/** What these routes need of the memory. */
export interface AgentMemory {
  tell(project: string, facts: readonly Fact[], provenance: Provenance): Promise<FactOutcome[]>;
  recall(
    project: string,
    concept: string,
  ): { concept: string; known: boolean; recollection: string | null; facts: unknown[] };
}

/** Who asks, as the proxy knows it. */
export interface AgentClients {
  identify(request: IncomingMessage): AgentCaller | AgentRefusal;
  refuseProject(client: string, project: string): AgentRefusal | null;
  started(client: string): void;
  finished(client: string): void;
}

interface AgentCaller {
  readonly client: string;
  readonly project: string;
}

interface AgentRefusal {
  readonly status: 400 | 401 | 403 | 429;
  readonly message: string;
}

export interface AgentRoutesOptions {
  readonly memory: AgentMemory;
  readonly clients: AgentClients;
  readonly now: () => number;
}

export async function agentRoutes(app: FastifyInstance, options: AgentRoutesOptions): Promise<void> {
  const { memory, clients, now } = options;
  app.removeAllContentTypeParsers();
  // Agents post with whatever content type their tool defaults to; the body is JSON or it is refused.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );

  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const caller = callerOf(clients.identify(request.raw));
    callers.set(request.raw, caller);
    clients.started(caller.client);
    reply.raw.once('close', () => clients.finished(caller.client));
  });
  const projectOf = (request: FastifyRequest, given: string | undefined) => {
    const { client, project } = known(request);
    const refused = given === undefined ? null : clients.refuseProject(client, given);
    if (refused) throw refusedError(refused);
    return given ?? project;
  };

  app.post('/iknowthat', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const body = parseBody(request.body);
    const project = projectOf(request, body.project);
    const provenance = provenanceOf(known(request).client, now());
    if ('facts' in body) {
      const outcomes = await memory.tell(project, parseFacts(body.facts), provenance);
      return success(outcomes.map(factAnswer));
    }
    const [outcome] = await memory.tell(project, [parseOne(body.fact)], provenance);
    if (!outcome) throw new AppError('INTERNAL', 'The memory gave no outcome for the fact.');
    if (outcome.status === 'refused') throw refusal(factAnswer(outcome));
    reply.code(outcome.status === 'conflict' ? 202 : 200);
    return success(factAnswer(outcome));
  });

  app.get('/recall', async (request) => {
    const query = z
      .strictObject({ concept: z.string().min(1).max(500), project: ProjectName.optional() })
      .safeParse(request.query);
    if (!query.success)
      throw new AppError(
        'INVALID_INPUT',
        `GET /recall?concept=NAME[&project=NAME]: ${z.prettifyError(query.error)}`,
      );
    return success(memory.recall(projectOf(request, query.data.project), query.data.concept));
  });
}

function parseBody(raw: unknown): z.output<typeof IKnowThat> {
  let value: unknown;
  try {
    value = JSON.parse(typeof raw === 'string' ? raw : '');
  } catch (error) {
    throw new AppError(
      'INVALID_INPUT',
      `The body is not JSON: ${(error as Error).message}. Send {"fact": "..."} or {"facts": ["...", ...]}.`,
      { grammar: FACT_GRAMMAR },
    );
  }
  const body = IKnowThat.safeParse(value);
  if (!body.success) {
    throw new AppError(
      'INVALID_INPUT',
      'Send {"fact": "..."} or {"facts": ["...", ...]}, with "project" if it is not the default one.',
      {
        issues: z.prettifyError(body.error),
        grammar: FACT_GRAMMAR,
      },
    );
  }
  return body.data;
}

function parseFacts(texts: readonly string[]): Fact[] {
  if (texts.length < 1 || texts.length > MAX_FACTS) {
    throw new AppError(
      'INVALID_INPUT',
      `"facts" holds ${texts.length} facts; one call takes 1 to ${MAX_FACTS.toLocaleString('en')}. Nothing was written.`,
      { count: texts.length, limit: MAX_FACTS },
    );
  }
  return texts.map((text, index) => parseOne(text, index));
}

function parseOne(text: string, index?: number): Fact {
  const where = index === undefined ? {} : { index };
  const name = index === undefined ? 'The fact' : `Fact ${index}`;
  if (text.length > MAX_FACT_CHARS) {
    throw new AppError(
      'INVALID_INPUT',
      `${name} is ${text.length.toLocaleString('en')} characters long; at most ${MAX_FACT_CHARS} fit. Nothing was written.`,
      { ...where, column: MAX_FACT_CHARS + 1, limit: MAX_FACT_CHARS },
    );
  }
  const parsed = parseFact(text);
  if (!parsed.ok) {
    throw new AppError(
      'INVALID_INPUT',
      `${name} is malformed at column ${parsed.column}: ${/[.!?]$/.test(parsed.message) ? parsed.message : `${parsed.message}.`} Grammar: ${FACT_GRAMMAR}`,
      { ...where, column: parsed.column, grammar: FACT_GRAMMAR },
    );
  }
  return parsed.fact;
}

function refusal(answer: FactAnswer): AppError {
  const code = answer.reason === 'ROOT_FACT' ? 'ROOT_FACT' : 'SELF_FACT';
  const message =
    code === 'SELF_FACT'
      ? `"${answer.concept}" cannot be placed in itself: subject and parent are the same.`
      : `"${answer.concept}" is the root of the dimension "${answer.dimension}" and has no place inside it.`;
  return new AppError(code, message, { ...answer });
}

/** Requests under way, and who sent them. */
const callers = new WeakMap<IncomingMessage, AgentCaller>();

function known(request: FastifyRequest): AgentCaller {
  const caller = callers.get(request.raw);
  if (!caller) throw new AppError('INTERNAL', 'Nobody looked at who sent this request.');
  return caller;
}

const REFUSALS = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN_PROJECT',
  429: 'BUDGET_EXCEEDED',
} as const satisfies Record<AgentRefusal['status'], ErrorCode>;

const refusedError = ({ status, message }: AgentRefusal) => new AppError(REFUSALS[status], message);

/** @throws AppError INVALID_INPUT, UNAUTHENTICATED, FORBIDDEN_PROJECT */
function callerOf(found: AgentCaller | AgentRefusal): AgentCaller {
  if ('status' in found) throw refusedError(found);
  return found;
}

function provenanceOf(client: string, at: number): Provenance {
  return {
    source: 'gutask',
    client,
    conversation: null,
    role: null,
    segment: null,
    sentence: null,
    at,
  };
}
