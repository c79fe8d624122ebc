// Whether an action came to be by the very call that was made: it asks the engine until it is so or its time is over, and a second time at what
// should keep running. What another program did to the container meanwhile proves nothing. Used by containers.ts. Source: agent D2.
import type { Resource, ResourceState } from '../../../../shared/model/resource.ts';
import type { ActionEffect, ActionRequest, Verification } from '../../provider.ts';
import { utcSecond } from '../../utc-words.ts';
import type { Found } from './catalogue.ts';
import { sinceOf, timeOf } from './container-resource.ts';
import { pullName } from './stored-resources.ts';

export interface VerifyParts {
  /** The resource as it is now; null when it is gone. */
  look(signal: AbortSignal): Promise<Found | null>;
  /** What an image's name means now, as an image's id; null when nothing. */
  named(name: string, signal: AbortSignal): Promise<string | null>;
  /** The id of whatever container has a name now; null when none has it. */
  sameName(name: string, signal: AbortSignal): Promise<string | null>;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  readonly pace: Pace;
  /** What the call did; undefined when it failed, or nobody knows. */
  readonly effect: ActionEffect | undefined;
}

export interface Pace {
  /** Between two looks, ms. */
  readonly againMs: number;
  /** How often it looks. */
  readonly looks: number;
  /** How long what was started has to have run, ms: what falls over at once has not come to be. */
  readonly settleMs: number;
}

interface Seen extends Verification {
  /** `runs`: it could still fall over, and is looked at again. `final`: nothing comes of waiting. */
  readonly next: 'runs' | 'final' | 'unsure';
}

export async function verification(
  request: ActionRequest,
  parts: VerifyParts,
  signal: AbortSignal,
): Promise<Verification> {
  let seen = (await lookInTime(request, parts, signal)) ?? no('the engine did not answer in time');
  for (
    let look = 1;
    !seen.ok && seen.next !== 'final' && look < parts.pace.looks && !signal.aborted;
    look++
  ) {
    if (!(await waited(parts, parts.pace.againMs, signal))) break;
    seen = (await lookInTime(request, parts, signal)) ?? seen;
  }
  if (seen.ok && seen.next === 'runs' && (await waited(parts, parts.pace.settleMs, signal))) {
    const again = await lookInTime(request, parts, signal);
    if (again && again.evidence !== seen.evidence) {
      return { ok: false, evidence: `${seen.evidence}; a moment later: ${again.evidence}` };
    }
  }
  return { ok: seen.ok, evidence: seen.evidence };
}

/** Null when its time was over before the engine had answered: what was seen last counts. */
async function lookInTime(
  request: ActionRequest,
  parts: VerifyParts,
  signal: AbortSignal,
): Promise<Seen | null> {
  try {
    return await lookOnce(request, parts, signal);
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
}

async function waited(parts: VerifyParts, ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await parts.wait(ms, signal);
    return true;
  } catch (error) {
    if (signal.aborted) return false;
    throw error;
  }
}

async function lookOnce(request: ActionRequest, parts: VerifyParts, signal: AbortSignal): Promise<Seen> {
  const { resource, action } = request;
  const seen = await lookAt(request, parts, signal);
  if (!seen.ok || parts.effect?.changed) return seen;
  // It is so, and this call did not make it so.
  const why =
    parts.effect === undefined
      ? `whether this call to ${action} ${resource.name} did it is not known`
      : 'it was so before this call: another program did it';
  return { ok: false, evidence: `${seen.evidence}; ${why}`, next: 'final' };
}

async function lookAt(request: ActionRequest, parts: VerifyParts, signal: AbortSignal): Promise<Seen> {
  const { resource, action } = request;
  if (action === 'pull') return pulled(resource, parts, signal);
  const found = await parts.look(signal);
  if (action === 'remove') return removed(resource, found);
  if (found?.kind !== 'docker_container') return await gone(resource, parts, signal);
  switch (action) {
    case 'start':
    case 'restart':
      return startedAnew(resource, found, parts.effect?.startedAt);
    case 'stop':
      return isNow(found, ['stopped', 'failed']);
    case 'pause':
      return isNow(found, ['paused']);
    case 'resume':
      return { ...isNow(found, ['running', 'degraded']), next: 'runs' };
    case 'kill':
      return isNow(found, ['stopped', 'failed']).ok
        ? isNow(found, ['stopped', 'failed'])
        : startedAnew(resource, found);
    default:
      return no(`nobody knows what ${action} of a container comes to`);
  }
}

const no = (evidence: string): Seen => ({ ok: false, evidence, next: 'unsure' });

type FoundContainer = Extract<Found, { kind: 'docker_container' }>;

/** Another one may have its name by now: that is another program's work. */
async function gone({ name }: Resource, parts: VerifyParts, signal: AbortSignal): Promise<Seen> {
  const other = await parts.sameName(name, signal);
  if (other === null) return no(`${name} is gone`);
  return {
    ok: false,
    evidence: `${name} is gone; the container that has its name now (${other.slice(0, 12)}) was made by another program`,
    next: 'final',
  };
}

/**
 * It runs since a later moment than before; what has done its work and ended well since then has run.
 * @param ours when this call started it
 */
function startedAnew(before: Resource, { resource, info }: FoundContainer, ours?: string): Seen {
  const since = timeOf(info.State.StartedAt) ?? 0;
  if (ours !== undefined && info.State.StartedAt !== ours) {
    const times = `${utcSecond(since)}, after this call had started it at ${utcSecond(timeOf(ours) ?? 0)}`;
    return { ok: false, evidence: `it was started once more at ${times}: ${resource.detail}`, next: 'final' };
  }
  const then = sinceOf(before);
  const later = since > then;
  const running = resource.state === 'running' || resource.state === 'degraded';
  const ended = resource.state === 'stopped' && info.State.ExitCode === 0;
  const was = then === 0 ? 'never before' : `before ${utcSecond(then)}`;
  if (later && (running || ended)) {
    const what = running
      ? `running since ${utcSecond(since)}`
      : `ran at ${utcSecond(since)} and ended with exit code 0`;
    return { ok: true, evidence: `${what}, ${was}`, next: running ? 'runs' : 'unsure' };
  }
  if (!later) return no(`not started anew: ${resource.detail}`);
  const evidence = `started at ${utcSecond(since)}, and then: ${resource.detail}`;
  return { ok: false, evidence, next: resource.state === 'failed' ? 'final' : 'unsure' };
}

function isNow({ resource }: FoundContainer, states: readonly ResourceState[]): Seen {
  return {
    ok: states.includes(resource.state),
    evidence: `${resource.state}: ${resource.detail}`,
    next: 'unsure',
  };
}

function removed(resource: Resource, found: Found | null): Seen {
  return found === null
    ? { ok: true, evidence: `the engine knows no ${resource.name} any more`, next: 'unsure' }
    : no(`${resource.name} is still there: ${found.resource.detail}`);
}

async function pulled(before: Resource, { named }: VerifyParts, signal: AbortSignal): Promise<Seen> {
  const old = before.id.slice(-12);
  const now = await named(pullName(before), signal);
  if (now === null) return no(`nothing is called ${before.name}`);
  const evidence =
    now === old
      ? `${before.name} is ${now}, as before: it was the newest`
      : `${before.name} is ${now}, before ${old}`;
  return { ok: true, evidence, next: 'unsure' };
}
