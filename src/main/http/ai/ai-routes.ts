// The operator's plain routes to the hands: resources, tools, approvals. Same gates as the console's, one envelope. Source: agent, Over HTTP.
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import {
  AppError,
  type Envelope,
  ERROR_STATUS,
  failure,
  success,
  toolError,
} from '../../../shared/model/envelope.ts';
import type { HostDesk } from '../../agent/hands/host-desk.ts';
import type { AssistantDesk } from '../../agent/sessions/desk.ts';
import { parsed } from '../parsed.ts';
import { aiOpenApi } from './ai-openapi.ts';
import { approvalAnswer } from './answers.ts';
import { ApprovalsQuery, ApproveBody, DenyBody, jsonOf, ResourcesQuery, ToolBody } from './bodies.ts';
import { chatRoutes } from './chat-routes.ts';

/** Who waits for what came of it is told after so long that it goes on. */
const OUTCOME_MS = 15_000;
const BY = 'operator (http)';

export async function aiRoutes(
  app: FastifyInstance,
  { desk, assistant }: { readonly desk: HostDesk; readonly assistant: AssistantDesk },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Scripts post with whatever content type their tool defaults to; the body is JSON or it is refused.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  // Whatever is answered here, thrown or told, says whether it was blocked or failed.
  app.addHook('preSerialization', async (_request, _reply, payload) => {
    const answer = payload as Partial<Extract<Envelope<unknown>, { ok: false }>> | null;
    return answer?.ok === false && answer.error ? failure(toolError(answer.error)) : payload;
  });

  app.get('/api/ai/openapi.json', () => aiOpenApi());
  approvalRoutes(app, desk);
  chatRoutes(app, assistant);
  app.get('/api/ai/resources', async (request) => {
    const { kind, provider } = parsed(ResourcesQuery, request.query, 'GET /api/ai/resources');
    const { resources, providers, alerts } = await desk.resources();
    const fits = resources.filter(
      (one) =>
        (kind === undefined || one.kind === kind) && (provider === undefined || one.provider === provider),
    );
    return success({ resources: fits, providers, alerts });
  });
  app.get<{ Params: { id: string } }>('/api/ai/resources/:id', async (request) => {
    const gone = new AbortController();
    request.raw.once('close', () => gone.abort());
    return success(await desk.inspect(request.params.id, gone.signal));
  });
  app.get('/api/ai/tools', () =>
    success({
      tools: desk.hands.tools.map(({ name, description, kind, schema }) => ({
        ...{ name, description, kind: typeof kind === 'function' ? 'by action' : kind },
        parameters: z.toJSONSchema(schema, { io: 'input' }),
      })),
    }),
  );
  app.post<{ Params: { name: string } }>('/api/ai/tools/:name', async (request, reply) => {
    const body = jsonOf(request.body, 'POST /api/ai/tools/:name');
    const { arguments: given } = parsed(ToolBody, body, 'POST /api/ai/tools/:name');
    const call = { tool: request.params.name, arguments: given, by: BY, session: null } as const;
    const answer = await desk.hands.call({ ...call, permission: 'assistant' }, desk.approvals);
    if (!answer.ok) return reply.code(ERROR_STATUS[answer.error.code]).send(failure(answer.error));
    if (!('approval' in answer)) return success(answer.data);
    if (answer.approval.status !== 'pending')
      return success(approvalAnswer(await desk.approvals.outcome(answer.approval.id, OUTCOME_MS)));
    return reply.code(202).send(failure(needsApproval(approvalAnswer(answer.approval))));
  });
}

function approvalRoutes(app: FastifyInstance, { approvals }: HostDesk): void {
  app.get('/api/ai/approvals', async (request) => {
    const query = parsed(ApprovalsQuery, request.query, 'GET /api/ai/approvals');
    const { status, resource_id: resourceId, session_id: session, limit } = query;
    const found = await approvals.list({ status, resourceId, session, limit });
    return success({ approvals: found.map(approvalAnswer) });
  });
  app.get<{ Params: { id: string } }>('/api/ai/approvals/:id', async (request) =>
    success(approvalAnswer(await approvals.get(request.params.id))),
  );
  app.post<{ Params: { id: string } }>('/api/ai/approvals/:id/approve', async (request) => {
    const what = 'POST /api/ai/approvals/:id/approve';
    const body = parsed(ApproveBody, jsonOf(request.body, what), what);
    const word = { by: BY, planHash: body.plan_hash, typedName: body.typed_name };
    const { id } = request.params;
    if (!body.edited_arguments) return success(await carriedOut(id, word));
    const before = await approvals.get(id);
    const edited = await approvals.edit(id, body.edited_arguments, word);
    if (edited.plan.risk !== before.plan.risk)
      throw new AppError(
        'STALE_VERSION',
        `With these arguments the risk is ${edited.plan.risk} (${edited.plan.because}). Look at it, and approve it as it is now.`,
        { approval_id: edited.id, plan_hash: edited.planHash },
      );
    return success(await carriedOut(edited.id, { ...word, planHash: edited.planHash }));
  });
  app.post<{ Params: { id: string } }>('/api/ai/approvals/:id/deny', async (request) => {
    const what = 'POST /api/ai/approvals/:id/deny';
    const { reason } = parsed(DenyBody, jsonOf(request.body, what), what);
    return success(approvalAnswer(await approvals.deny(request.params.id, reason, BY)));
  });

  async function carriedOut(id: string, word: Parameters<typeof approvals.approve>[1]) {
    await approvals.approve(id, word);
    return approvalAnswer(await approvals.outcome(id, OUTCOME_MS));
  }
}

/** The answer to a write that nobody has said yes to: what waits, as details. */
function needsApproval(approval: ReturnType<typeof approvalAnswer>) {
  return {
    code: 'APPROVAL_REQUIRED' as const,
    message: `${approval.description} waits for approval until ${approval.expires_at}.`,
    details: { ...approval },
  };
}
