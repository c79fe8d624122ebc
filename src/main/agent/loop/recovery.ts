// Counts errors that a model can get out of by itself, and those it got out of: the same tool, on the same thing, within the run.
// Source: agent, Telemetry.
import type { ErrorBody } from '../../../shared/model/envelope.ts';
import type { RunEnv } from './env.ts';
import type { CallOnItsWay } from './gates/gate.ts';

const MOST = 50;

export function stumbled(env: RunEnv, call: CallOnItsWay, { code, details }: ErrorBody): void {
  if (details?.auto_recoverable !== true) return;
  env.parts.counters.recoveryAttempt(code, call.tool);
  if (env.recovering.length < MOST)
    env.recovering.push({ code, tool: call.tool, named: call.parsed?.tool.target(call.parsed.args) ?? null });
}

export function recovered(env: RunEnv, call: CallOnItsWay): void {
  const { resource } = call;
  const names = resource ? [resource.id, resource.name, ...resource.aliases] : [];
  for (let at = env.recovering.length - 1; at >= 0; at--) {
    const one = env.recovering[at];
    if (!one || one.tool !== call.tool) continue;
    // A host that was named in the place of what is inside it is another resource, and that is the point.
    if (one.code !== 'ROUTING_MISMATCH' && one.named !== null && !names.includes(one.named)) continue;
    env.parts.counters.recoverySuccess(one.code, one.tool);
    env.recovering.splice(at, 1);
  }
}
