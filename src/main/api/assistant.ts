// The calls about the assistant's sessions: each handed to its desk, with who calls.
import { bell } from '../streams/bell.ts';
import { api } from './base.ts';

const never = new AbortController().signal;
const EVERYTHING = { search: '', limit: 100 };

export const assistant = {
  state: api.assistant.state.handler(({ input, context }) => context.services.assistant.state(input)),
  watch: api.assistant.watch.handler(async function* ({ context, signal }) {
    const { ring, rung, close } = bell(signal);
    const stop = context.services.assistant.watch(ring);
    try {
      for (; !signal?.aborted; await rung()) yield { changed: true as const };
    } finally {
      stop();
      close();
    }
  }),
  session: api.assistant.session.handler(({ input, context }) =>
    context.services.assistant.session(input.id),
  ),
  follow: api.assistant.follow.handler(async function* ({ input, context, signal }) {
    for await (const { id, events } of context.services.assistant.follow(
      input.id,
      input.lastEventId,
      signal ?? never,
    ))
      yield { id, events: events && [...events] };
  }),
  send: api.assistant.send.handler(async ({ input, context: { services, caller } }) => {
    const { session, runId } = await services.assistant.send({ ...input, by: caller.actor });
    return { session, runId };
  }),
  steer: api.assistant.steer.handler(({ input, context: { services, caller } }) =>
    services.assistant.steer(input.id, input.message, caller.actor),
  ),
  stop: api.assistant.stop.handler(({ input, context: { services, caller } }) =>
    services.assistant.stop(input.id, caller.actor),
  ),
  answer: api.assistant.answer.handler(async ({ input, context: { services, caller } }) => {
    await services.assistant.answer(input.id, input.answer, caller.actor);
    return { answered: true as const };
  }),
  decidePlan: api.assistant.decidePlan.handler(async ({ input, context: { services, caller } }) => {
    await services.assistant.decidePlan(input.id, { ...input, by: caller.actor });
    return { decided: true as const };
  }),
  update: api.assistant.update.handler(({ input: { id, ...change }, context: { services, caller } }) =>
    services.assistant.update(id, change, caller.actor),
  ),
  rewind: api.assistant.rewind.handler(({ input, context: { services, caller } }) =>
    services.assistant.rewind(input.id, input.entryId, caller.actor),
  ),
  remove: api.assistant.remove.handler(async ({ input, context: { services, caller } }) => {
    await services.assistant.remove(input.id, caller.actor);
    return { removed: true as const };
  }),
  mentionables: api.assistant.mentionables.handler(({ input, context }) =>
    context.services.assistant.mentionables(input.text, input.limit),
  ),
  setReadOnly: api.assistant.setReadOnly.handler(async ({ input, context: { services, caller } }) => {
    await services.assistant.setReadOnly(input.on, caller.actor);
    return await services.assistant.state(EVERYTHING);
  }),
  schedules: api.assistant.schedules.handler(({ context }) => context.services.assistant.schedules()),
  saveSchedule: api.assistant.saveSchedule.handler(({ input, context: { services, caller } }) =>
    services.assistant.saveSchedule(input.id, input.wish, caller.actor),
  ),
  removeSchedule: api.assistant.removeSchedule.handler(({ input, context: { services, caller } }) =>
    services.assistant.removeSchedule(input.id, caller.actor),
  ),
  runSchedule: api.assistant.runSchedule.handler(({ input, context: { services, caller } }) =>
    services.assistant.runSchedule(input.id, caller.actor),
  ),
};
