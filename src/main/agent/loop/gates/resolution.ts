// Fourth gate: a call is done to what is there, and a write to what this session has discovered. Names that a model made up reach nothing.
// Source: agent D3.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { Resource } from '../../../../shared/model/resource.ts';
import { type GateRun, gate } from './gate.ts';

const MOST_SUGGESTIONS = 5;

export const resolution = gate('resolution', async (call, run) => {
  const { parsed } = call;
  call.resource = await run.hands.target(parsed, run.signal);
  if (parsed.kind !== 'write' || !run.strict || call.resource === null) return undefined;
  if (isDiscovered(call.resource, run)) return undefined;
  const suggestions = run.context.suggest(call.resource.name, run.now(), MOST_SUGGESTIONS);
  const like = suggestions.length > 0 ? ` Discovered are ${suggestions.join(', ')}.` : '';
  throw new AppError(
    'STRICT_RESOLUTION',
    `${call.resource.name} was not looked up in this session, and nothing is written to what was not.${like}`,
    {
      suggestions,
      resource_id: call.resource.id,
      auto_recoverable: true,
      recovery_hint: `Look it up first: query with action get and resource ${call.resource.id}.`,
    },
  );
});

/** A concept that nobody has told of yet can be discovered by no call: telling of it is what it is for. */
const isDiscovered = ({ id, provider, state }: Resource, { context, now }: GateRun): boolean =>
  context.has(id, now()) || (provider === 'graph' && state === 'unknown');
