// What agents ask of the memory over plain HTTP: `POST /iknowthat`, `GET /recall`, and `GET /gutask`, which does both from a shell.
// Parses, hands the facts to the one write path, maps outcomes to statuses. Source: memory, Writing.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { factLine, recalledLine } from '../../shared/model/agent-lines.ts';
import { AppError, ERROR_STATUS, success } from '../../shared/model/envelope.ts';
import { factAnswer, ProjectName } from '../../shared/model/graph.ts';
import { learnsInto, projectOf } from '../clients/rights.ts';
import type { Memory } from '../memory/memory.ts';
import { agentsFacts, MAX_FACTS, refusalOf, toldByAgent, wrongCount } from '../memory/write/agent-telling.ts';
import { endOf, FactEnd, withUntil } from '../memory/write/fact-end.ts';
import { agentsFact, malformed } from '../memory/write/told-fact.ts';
import { type AgentClients, knowsCallers } from './agent-caller.ts';
import { hasFewMembers } from './few-members.ts';
import { gutaskFor } from './gutask-script.ts';
import { parsed } from './parsed.ts';
import { plainBody } from './plain-body.ts';

const BODY_LIMIT = 16 * 1024 * 1024;

const IKnowThat = z.union([
  z.strictObject({ fact: z.string(), ...FactEnd, project: ProjectName.optional() }),
  /** The end is that of each of them. */
  z.strictObject({ facts: z.array(z.string()), ...FactEnd, project: ProjectName.optional() }),
  /** What is so no more. */
  z.strictObject({ retract: z.string(), project: ProjectName.optional() }),
]);

const Recall = z.strictObject({ concept: z.string().min(1).max(500), project: ProjectName.optional() });

const BODIES =
  'Send {"fact": "..."}, {"facts": ["...", ...]} or {"retract": "..."}; with a fact or facts also "until" ("2026-12-24") or "ttl" ("30d").';

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

  knowsCallers(app, clients);

  app.post('/iknowthat', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    const body = parseBody(request);
    const project = learnsInto(clients, request.agent, body.project);
    const provenance = toldByAgent(request.agent.client, now());
    if ('facts' in body) {
      const facts = agentsFacts(body.facts, endOf(body, provenance.at));
      const outcomes = await memory.tell(project, facts, provenance);
      return answer(request, reply, outcomes.map(factAnswer), (facts) =>
        facts.map((fact) => factLine(fact, 'tell')).join('\n'),
      );
    }
    const [outcome] =
      'retract' in body
        ? [await memory.retract(project, agentsFact(body.retract), provenance)]
        : await memory.tell(
            project,
            [withUntil(agentsFact(body.fact), endOf(body, provenance.at))],
            provenance,
          );
    if (!outcome) throw new AppError('INTERNAL', 'The memory gave no outcome for the fact.');
    if (outcome.status === 'refused') throw refusalOf(factAnswer(outcome));
    reply.code(outcome.status === 'conflict' ? 202 : 200);
    return answer(request, reply, factAnswer(outcome), (fact) =>
      factLine(fact, 'retract' in body ? 'retract' : 'tell'),
    );
  });

  app.get('/recall', async (request, reply) => {
    const query = parsed(Recall, request.query, 'GET /recall?concept=NAME[&project=NAME]');
    const project = projectOf(clients, request.agent, query.project);
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

/** The refusal of a list that is too long to be looked at item by item. */
function manyFacts(value: unknown): AppError | null {
  const facts = typeof value === 'object' && value !== null && 'facts' in value ? value.facts : null;
  return Array.isArray(facts) && facts.length > MAX_FACTS ? wrongCount(facts.length) : null;
}
