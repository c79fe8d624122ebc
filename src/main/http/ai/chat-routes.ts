// The assistant over plain HTTP: saying something, following what comes of it, steering, stopping, answering. Called by ai-routes.ts, for the operator
// alone. Source: agent, Over HTTP.
import type { FastifyInstance } from 'fastify';
import { success } from '../../../shared/model/envelope.ts';
import type { AssistantDesk } from '../../agent/sessions/desk.ts';
import { parsed } from '../parsed.ts';
import { AnswerBody, ChatBody, jsonOf, PlanBody, SessionsQuery, SteerBody } from './bodies.ts';
import { goneSignal, sendEvents } from './sse.ts';

const BY = 'operator (http)';

interface ById {
  Params: { id: string };
}

export function chatRoutes(app: FastifyInstance, assistant: AssistantDesk): void {
  app.post('/api/ai/chat', async (request, reply) => {
    const what = 'POST /api/ai/chat';
    const body = parsed(ChatBody, jsonOf(request.body, what), what);
    const { session, runId, since } = await assistant.send({
      ...{ id: body.session_id ?? null, message: body.message, mentions: body.mentions },
      ...{ profile: body.profile, modelId: body.model, looseBecause: body.loose_because, by: BY },
    });
    const signal = goneSignal(request, reply);
    await sendEvents(reply, {
      events: assistant.follow(session.id, since, signal),
      ends: (event) => event.type === 'done' && event.run_id === runId,
    });
  });

  app.get<ById>('/api/ai/sessions/:id/events', async (request, reply) => {
    const { id } = request.params;
    const given = request.headers['last-event-id'];
    const lastEventId = typeof given === 'string' ? given : (await assistant.session(id)).lastEventId;
    if (!(await assistant.holds(id, lastEventId)))
      return reply.code(410).send({
        ok: false,
        error: {
          code: 'NOT_FOUND',
          message:
            'What came after that event is not kept any more. Read the session anew, and go on from its last_event_id.',
        },
      });
    const signal = goneSignal(request, reply);
    await sendEvents(reply, { events: assistant.follow(id, lastEventId, signal), ends: () => false });
    return reply;
  });

  app.get('/api/ai/sessions', async (request) => {
    const query = parsed(SessionsQuery, request.query, 'GET /api/ai/sessions');
    const { sessions, total, model, budget, readOnly } = await assistant.state(query);
    return success({ sessions, total, model, budget, read_only: readOnly });
  });
  app.get<ById>('/api/ai/sessions/:id', async (request) => {
    const { session, entries, steering, lastEventId } = await assistant.session(request.params.id);
    return success({ session, entries, steering, last_event_id: lastEventId });
  });
  app.post<ById>('/api/ai/sessions/:id/stop', async (request) =>
    success({ session: await assistant.stop(request.params.id, BY) }),
  );
  app.post<ById>('/api/ai/sessions/:id/messages', async (request) => {
    const what = 'POST /api/ai/sessions/:id/messages';
    const { message } = parsed(SteerBody, jsonOf(request.body, what), what);
    return success(await assistant.steer(request.params.id, message, BY));
  });
  app.delete<ById>('/api/ai/sessions/:id', async (request) => {
    await assistant.remove(request.params.id, BY);
    return success({ removed: true });
  });
  app.post<ById>('/api/ai/questions/:id/answer', async (request) => {
    const what = 'POST /api/ai/questions/:id/answer';
    const { answer } = parsed(AnswerBody, jsonOf(request.body, what), what);
    await assistant.answer(request.params.id, answer, BY);
    return success({ answered: true });
  });
  app.post<ById>('/api/ai/plans/:id/decide', async (request) => {
    const what = 'POST /api/ai/plans/:id/decide';
    const body = parsed(PlanBody, jsonOf(request.body, what), what);
    const { plan_hash: planHash, approve, reason } = body;
    await assistant.decidePlan(request.params.id, { planHash, approve, reason, by: BY });
    return success({ decided: true });
  });
}
