// What agents ask of the memory over plain HTTP: `POST /iknowthat`, `GET /recall`, and `GET /gutask`, which does both from a shell.
// Parses, hands the facts to the one write path, maps outcomes to statuses. Source: memory, Writing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { factLine, recalledLine } from '../../shared/model/agent-lines.ts';
import { AppError, ERROR_STATUS, type ErrorCode, success } from '../../shared/model/envelope.ts';
import {
  type Fact,
  type FactAnswer,
  factAnswer,
  ProjectName,
  type Provenance,
} from '../../shared/model/graph.ts';
import type { Caller, Refusal } from '../clients/caller.ts';
import type { ClientRegistry } from '../clients/client-registry.ts';
import type { Memory } from '../memory/memory.ts';
import { agentsFact, malformed } from '../memory/write/told-fact.ts';
import { hasFewMembers } from './few-members.ts';
import { gutaskFor } from './gutask-script.ts';
import { parsed } from './parsed.ts';
import { plainBody } from './plain-body.ts';

/** Stated limits of one call. */
export const MAX_FACTS = 10_000;
const BODY_LIMIT = 16 * 1024 * 1024;

const IKnowThat = z.union([
  z.strictObject({ fact: z.string(), project: ProjectName.optional() }),
  z.strictObject({ facts: z.array(z.string()), project: ProjectName.optional() }),
  /** What is so no more. */
  z.strictObject({ retract: z.string(), project: ProjectName.optional() }),
]);

const Recall = z.strictObject({ concept: z.string().min(1).max(500), project: ProjectName.optional() });

const BODIES = 'Send {"fact": "..."}, {"facts": ["...", ...]} or {"retract": "..."}.';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; set before the body is read. */
    agent: Caller;
  }
}

/** Who asks, as the proxy knows it. */
export type AgentClients = Pick<
  ClientRegistry,
  'identify' | 'refuseProject' | 'memoryOf' | 'started' | 'finished'
>;

export interface AgentRoutesOptions {
  readonly memory: Pick<Memory, 'tell' | 'retract' | 'concepts'>;
  readonly clients: AgentClients;
  /** The file of GET /gutask. */
  readonly gutask: string;
  readonly now: () => number;
}

export async function agentRoutes(app: FastifyInstance, options: AgentRoutesOptions): Promise<void> {
  const { memory, clients, gutask, now } = options;
  app.removeAllContentTypeParsers();
  // Agents post with whatever content type their tool defaults to; JSON is read as such under any of them.
  app.addContentTypeParser('*', { parseAs: 'string', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );

  app.decorateRequest('agent');
  // Before the body is read.
  app.addHook('onRequest', async (request, reply) => {
    const caller = clients.identify(request.raw);
    if ('status' in caller) throw refusedError(caller);
    request.agent = caller;
    clients.started(caller.client);
    reply.raw.once('close', () => clients.finished(caller.client));
  });
  const projectOf = (request: FastifyRequest, given: string | undefined) => {
    const { client, project } = request.agent;
    const refused = given === undefined ? null : clients.refuseProject(client, given);
    if (refused) throw refusedError(refused);
    return given ?? project;
  };

  const learnsInto = (request: FastifyRequest, given: string | undefined) => {
    const { client } = request.agent;
    const into = clients.memoryOf(client, projectOf(request, given)).learnsInto;
    if (into !== null) return into;
    const message = `Nothing is learnt from the client ${client}: the operator turned it off (Settings, Clients).`;
    throw new AppError('LEARNING_OFF', message);
  };

  app.post('/iknowthat', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const body = parseBody(request);
    const project = learnsInto(request, body.project);
    const provenance = provenanceOf(request.agent.client, now());
    if ('facts' in body) {
      const outcomes = await memory.tell(project, parseFacts(body.facts), provenance);
      return answer(request, reply, outcomes.map(factAnswer), (facts) =>
        facts.map((fact) => factLine(fact, 'tell')).join('\n'),
      );
    }
    const [outcome] =
      'retract' in body
        ? [await memory.retract(project, agentsFact(body.retract), provenance)]
        : await memory.tell(project, [agentsFact(body.fact)], provenance);
    if (!outcome) throw new AppError('INTERNAL', 'The memory gave no outcome for the fact.');
    if (outcome.status === 'refused') throw refusal(factAnswer(outcome));
    reply.code(outcome.status === 'conflict' ? 202 : 200);
    return answer(request, reply, factAnswer(outcome), (fact) =>
      factLine(fact, 'retract' in body ? 'retract' : 'tell'),
    );
  });

  app.get('/recall', async (request, reply) => {
    const query = parsed(Recall, request.query, 'GET /recall?concept=NAME[&project=NAME]');
    const project = projectOf(request, query.project);
    const { scope } = clients.memoryOf(request.agent.client, project);
    return answer(request, reply, memory.concepts.recall(scope, query.concept), recalledLine);
  });

  app.get('/gutask', async ({ headers }, reply) =>
    asText(reply.header('cache-control', 'no-store'), gutaskFor(gutask, headers.host)),
  );

  app.setErrorHandler(async (error, request, reply) => {
    if (!(error instanceof AppError) || !wantsText(request)) throw error;
    return asText(reply.code(ERROR_STATUS[error.code]), `${error.code}: ${error.message}\n`);
  });
}

/** Whoever accepts `text/plain` and nothing else is a shell, and reads lines. */
const wantsText = ({ headers }: FastifyRequest) => headers.accept?.trim().toLowerCase() === 'text/plain';

const asText = (reply: FastifyReply, text: string) =>
  reply.header('x-content-type-options', 'nosniff').type('text/plain; charset=utf-8').send(text);

function answer<T>(request: FastifyRequest, reply: FastifyReply, data: T, inLines: (data: T) => string) {
  return wantsText(request) ? asText(reply, `${inLines(data)}\n`) : success(data);
}

function parseBody({ headers, body: raw }: FastifyRequest): z.output<typeof IKnowThat> {
  const text = typeof raw === 'string' ? raw : '';
  const value = plainBody(headers, text) ?? parseJson(text);
  const many = manyFacts(value);
  if (many !== null) throw many;
  const body = IKnowThat.safeParse(value);
  if (!body.success) {
    const issues = z.prettifyError(body.error);
    throw malformed(`${BODIES} Add "project" if it is not the default one.`, { issues });
  }
  return body.data;
}

function parseJson(text: string): unknown {
  if (!hasFewMembers(text)) {
    throw malformed(`The body has members or brackets that are not known here. ${BODIES}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(`The body is not JSON: ${(error as Error).message}. ${BODIES}`);
  }
}

const wrongCount = (count: number): AppError =>
  new AppError(
    'INVALID_INPUT',
    `"facts" holds ${count} facts; one call takes 1 to ${MAX_FACTS.toLocaleString('en')}. Nothing was written.`,
    { count, limit: MAX_FACTS },
  );

/** The refusal of a list that is too long to be looked at item by item. */
function manyFacts(value: unknown): AppError | null {
  const facts = typeof value === 'object' && value !== null && 'facts' in value ? value.facts : null;
  return Array.isArray(facts) && facts.length > MAX_FACTS ? wrongCount(facts.length) : null;
}

function parseFacts(texts: readonly string[]): Fact[] {
  if (texts.length < 1) throw wrongCount(0);
  return texts.map(agentsFact);
}

function refusal(answer: FactAnswer): AppError {
  const { concept, dimension, reason } = answer;
  switch (reason) {
    case 'SECRET_NAME':
      return secretName();
    case 'ROOT_FACT': {
      const message = `"${concept}" is the root of the dimension "${dimension}" and has no place inside it.`;
      return new AppError('ROOT_FACT', message, { ...answer });
    }
    case 'NAME_REFUSED': {
      const message =
        'A name in this fact reads as an instruction to whoever reads it, and would stand in every agent’s prompt. Name the thing itself; an operator can tell it in the console.';
      return new AppError('NAME_REFUSED', message, { ...answer });
    }
    default: {
      const message = `"${concept}" cannot be placed in itself: subject and parent are the same.`;
      return new AppError('SELF_FACT', message, { ...answer });
    }
  }
}

/** Says why without repeating the name. */
function secretName(): AppError {
  const why =
    'A name in it looks like a key, a token or a password, and what is told here reaches every agent.';
  return new AppError('SECRET_NAME', `${why} Nothing was kept.`);
}

const REFUSALS = {
  400: 'INVALID_INPUT',
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN_PROJECT',
  429: 'BUDGET_EXCEEDED',
} as const satisfies Record<Refusal['status'], ErrorCode>;

const refusedError = ({ status, message }: Refusal) => new AppError(REFUSALS[status], message);

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
