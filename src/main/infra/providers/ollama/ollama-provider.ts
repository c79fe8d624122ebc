// The provider of upstreams and of the models they have. Asks Ollama itself, over a client of its own, and the pool through what it is
// handed: it knows no other room. Servers that speak /v1 alone are listed, and not managed. Opened by core.
// Source: agent, What it acts on; decision 052
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName, Inspection, LogLine, Resource, Sample } from '../../../../shared/model/resource.ts';
import { actionRule } from '../../../../shared/model/resource-actions.ts';
import type {
  ActionOutcome,
  ActionPlan,
  ActionRequest,
  ActionRun,
  Discovery,
  Provider,
  Verification,
} from '../../provider.ts';
import { inspectedModel, inspectedUpstream } from './inspect.ts';
import type { KnownUpstream, OllamaParts, Work } from './known-upstream.ts';
import { type FoundModel, lookAt, type UpstreamLook } from './look.ts';
import { MODEL_ACTIONS, showModel } from './model-actions.ts';
import { OllamaClient } from './ollama-client.ts';
import { modelResource, parseId, upstreamResource } from './resources.ts';
import type { ModelTarget, Step } from './step.ts';
import { UPSTREAM_ACTIONS } from './upstream-actions.ts';

export interface OllamaProvider extends Provider {
  /** Breaks what is under way. */
  close(): Promise<void>;
}

/** One resource as it is this moment. */
interface Found {
  readonly resource: Resource;
  readonly upstream: KnownUpstream;
  readonly look: UpstreamLook;
  readonly model: FoundModel | null;
}

export const openOllama = (parts: OllamaParts): OllamaProvider => new Ollama(parts);

class Ollama implements OllamaProvider {
  readonly name = 'ollama';
  readonly kinds = ['upstream', 'model'] as const;
  readonly #parts: OllamaParts;
  readonly #client: OllamaClient;

  constructor(parts: OllamaParts) {
    this.#parts = parts;
    this.#client = new OllamaClient(parts.clock);
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  async discover(signal: AbortSignal): Promise<Discovery> {
    const known = this.#parts.upstreams.known();
    const found = await Promise.all(
      known.map(async (upstream) => {
        const look = await lookAt(this.#client, upstream, signal);
        return resourcesOf(upstream, look, this.#parts.thisHost);
      }),
    );
    return { resources: found.flat(), off: known.length === 0 ? 'No upstream is named.' : null };
  }

  async find(id: string, signal: AbortSignal): Promise<Resource | null> {
    return (await this.#look(id, signal))?.resource ?? null;
  }

  async inspect(resource: Resource, signal: AbortSignal): Promise<Inspection> {
    const found = await this.#lookFor(resource, signal);
    const { model, upstream } = found;
    if (!model) return inspectedUpstream(found.resource, upstream, found.look);
    const canShow = found.look.kind === 'ollama' && !model.isGone;
    const of = { client: this.#client, upstream, model: model.name };
    return inspectedModel(found.resource, model, canShow ? await showModel(of, signal) : null);
  }

  /** Video memory, of what Ollama says that it takes. */
  async metrics(resource: Resource, signal: AbortSignal): Promise<readonly Sample[]> {
    const found = await this.#look(resource.id, signal);
    if (found?.look.kind !== 'ollama') return [];
    const models = found.model ? [found.model] : found.look.models;
    const taken = models.flatMap(({ running }) => running?.vramBytes ?? []);
    if (taken.length === 0 && found.model) return [];
    const value = taken.reduce((sum, one) => sum + one, 0);
    return [{ metric: 'vram', unit: 'bytes', value, limit: null }];
  }

  logs(resource: Resource): AsyncIterable<LogLine> {
    throw new AppError('NOT_ALLOWED', `${resource.name} has no log that could be read from here.`);
  }

  async plan(request: ActionRequest, signal: AbortSignal): Promise<ActionPlan> {
    const { step, target } = this.#stepOf(request);
    const now = (await this.#lookFor(request.resource, signal)).resource;
    const [path] = now.reachableVia;
    if (!path || !now.actions.includes(request.action)) throw notAllowed(now, request.action);
    return { ...(await step.plan(target, signal)), argv: null, path };
  }

  async act(request: ActionRequest, run: ActionRun): Promise<ActionOutcome> {
    const { step, target, isThere } = this.#stepOf(request);
    if (!isThere) throw new AppError('NOT_FOUND', `There is no upstream ${target.upstream.name} any more.`);
    return step.act(target, run);
  }

  async verify(request: ActionRequest, signal: AbortSignal): Promise<Verification> {
    const { step, target, isThere } = this.#stepOf(request);
    const isRemoval = request.action === 'remove' && target.model === '';
    if (!isThere && !isRemoval)
      return { ok: false, evidence: `there is no upstream ${target.upstream.name} any more` };
    return step.verify(target, signal);
  }

  async #look(id: string, signal: AbortSignal): Promise<Found | null> {
    const named = parseId(id);
    const upstream = named && this.#upstream(named.upstream);
    if (!named || !upstream) return null;
    const { thisHost } = this.#parts;
    const look = await lookAt(this.#client, upstream, signal);
    if (named.model === null)
      return { upstream, look, model: null, resource: upstreamResource(upstream, look, thisHost) };
    // That an upstream does not answer says nothing of its models.
    if (look.kind === 'unreachable') throw new AppError('UNAVAILABLE', look.reason);
    const model = look.models.find(({ name }) => name === named.model);
    return model
      ? { upstream, look, model, resource: modelResource(upstream, model, look.kind, thisHost) }
      : null;
  }

  async #lookFor({ id, name }: Resource, signal: AbortSignal): Promise<Found> {
    const found = await this.#look(id, signal);
    if (!found) throw new AppError('NOT_FOUND', `There is no ${name} any more (${id}).`);
    return found;
  }

  #upstream(name: string): KnownUpstream | undefined {
    return this.#parts.upstreams.known().find((one) => one.name === name);
  }

  /** What an action is done to, and how. @throws AppError NOT_ALLOWED, INVALID_INPUT */
  #stepOf({ resource, action, arguments: given }: ActionRequest): PreparedStep {
    const named = parseId(resource.id);
    const isModel = named !== null && named.model !== null;
    const step = isModel ? MODEL_ACTIONS[action] : UPSTREAM_ACTIONS[action];
    const rule = actionRule(isModel ? 'model' : 'upstream', action);
    if (!named || !step || !rule) throw notAllowed(resource, action);
    const args = rule.arguments.safeParse(given);
    if (!args.success) {
      const [issue] = args.error.issues;
      throw new AppError('INVALID_INPUT', `${action}: ${issue?.message ?? 'the arguments do not fit'}`);
    }
    const known = this.#upstream(named.upstream);
    const work: Work = { parts: this.#parts, client: this.#client, upstream: known ?? gone(named.upstream) };
    const target = { ...work, arguments: args.data, model: named.model ?? '' };
    return { step, target, isThere: known !== undefined };
  }
}

interface PreparedStep {
  readonly step: Step<ModelTarget>;
  readonly target: ModelTarget;
  /** Whether there is such an upstream now. */
  readonly isThere: boolean;
}

function resourcesOf(upstream: KnownUpstream, look: UpstreamLook, thisHost: string): Resource[] {
  const itself = upstreamResource(upstream, look, thisHost);
  if (look.kind === 'unreachable') return [itself];
  const { kind } = look;
  return [itself, ...look.models.map((model) => modelResource(upstream, model, kind, thisHost))];
}

/** Removing one is proved when it is gone; nothing is asked of this one. */
const gone = (name: string): KnownUpstream => ({
  ...{
    name,
    url: 'http://gone.invalid',
    headers: {},
    weight: 1,
    slots: null,
    setBy: 'console',
    revision: null,
  },
  ...{ mode: 'open', circuit: 'closed', running: 0, version: null },
});

function notAllowed({ name, state, detail, actions }: Resource, action: ActionName): AppError {
  const can = actions.length === 0 ? 'nothing' : actions.join(', ');
  return new AppError(
    'NOT_ALLOWED',
    `${action} is not possible for ${name} as it is now (${state}: ${detail.slice(0, 200)}). Possible: ${can}.`,
  );
}
