// What is done to an upstream: a model pulled into it, its work stopped and let go on, taken out of the pool. Called by ollama-provider.ts.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../shared/model/resource.ts';
import type { UpstreamMode } from '../../../../shared/model/upstream.ts';
import { isSameModel, pulledAt } from './look.ts';
import { writtenCall } from './ollama-client.ts';
import { pullCall, pullModel } from './pull-model.ts';
import { bytes } from './resources.ts';
import { agentsThere, done, type Step, type UpstreamTarget } from './step.ts';

const modelOf = ({ arguments: { model } }: UpstreamTarget): string => String(model);

const pull: Step<UpstreamTarget> = {
  async plan(target, signal) {
    const { client, upstream } = target;
    const model = modelOf(target);
    const there = (await pulledAt(client, upstream, signal)).find(({ name }) => isSameModel(name, model));
    return {
      object: model,
      runs: writtenCall(upstream, pullCall(model)),
      undo: there ? null : `Remove the model ${model} from ${upstream.name} again.`,
      preview: there
        ? `${there.name} is there (${there.sizeBytes === null ? 'size unknown' : bytes(there.sizeBytes)}); what has changed since is downloaded.`
        : null,
      long: true,
    };
  },
  async act(target, run) {
    await pullModel(target, modelOf(target), run);
    target.parts.upstreams.modelsChanged(target.upstream.name);
    return done(`pulled ${modelOf(target)}`);
  },
  verify: (target, signal) => provePulled(target, modelOf(target), signal),
};

/** Whether a model is there now. */
export async function provePulled({ client, upstream }: UpstreamTarget, model: string, signal: AbortSignal) {
  const found = (await pulledAt(client, upstream, signal)).find(({ name }) => isSameModel(name, model));
  if (!found) return { ok: false, evidence: `${upstream.name} does not list ${model}` };
  const { name, digest, modifiedAt } = found;
  const since = modifiedAt === null ? '' : `, written ${modifiedAt.slice(0, 19)}`;
  return {
    ok: true,
    evidence: `${upstream.name} lists ${name}, digest ${(digest ?? 'unknown').slice(0, 19)}${since}`,
  };
}

const UNDO: Readonly<Record<UpstreamMode, string>> = {
  open: 'Resume it.',
  paused: 'Pause it again.',
  draining: 'Drain it again.',
};
const EFFECT: Readonly<Record<UpstreamMode, string>> = {
  open: 'It takes requests again.',
  paused: 'Requests that can go nowhere else wait until it is resumed.',
  draining: 'What runs there ends; without another upstream requests are refused.',
};

const setMode = (mode: UpstreamMode, summary: string): Step<UpstreamTarget> => ({
  async plan(target) {
    const { name, mode: before } = target.upstream;
    return {
      runs: `upstreams.setMode {"name":"${name}","mode":"${mode}"}`,
      undo: UNDO[before],
      preview: `${EFFECT[mode]} ${agentsThere(target)}`,
      long: false,
    };
  },
  async act({ parts, upstream }) {
    parts.upstreams.setMode(upstream.name, mode);
    return done(summary);
  },
  async verify({ parts, upstream: { name } }) {
    const now = parts.upstreams.known().find((one) => one.name === name);
    if (!now) return { ok: false, evidence: `there is no upstream ${name} any more` };
    const words = now.running === 1 ? '1 request runs' : `${now.running} requests run`;
    return { ok: now.mode === mode, evidence: `${name} is ${now.mode}, ${words} there` };
  },
});

const remove: Step<UpstreamTarget> = {
  async plan(target) {
    const { name, url, headers } = target.upstream;
    const again = Object.keys(headers).length === 0 ? '' : ', with what its headers hold, which is forgotten';
    return {
      runs: `upstreams.remove {"name":"${name}"}`,
      undo: `Add ${url} again as ${name}${again}.`,
      preview: `What runs there ends; nothing new goes there. ${agentsThere(target)} Its models stay where they are.`,
      long: false,
    };
  },
  async act({ parts, upstream: { name, revision } }) {
    if (revision === null)
      throw new AppError(
        'NOT_ALLOWED',
        `The upstream ${name} is not the console's; it is removed where it is named.`,
      );
    await parts.upstreams.remove(name, revision);
    return done('removed; what ran there ends by itself');
  },
  async verify({ parts, upstream: { name } }) {
    const names = parts.upstreams.known().map((one) => one.name);
    return { ok: !names.includes(name), evidence: `upstreams now: ${names.join(', ')}` };
  },
};

export const UPSTREAM_ACTIONS: Readonly<Partial<Record<ActionName, Step<UpstreamTarget>>>> = {
  pull,
  pause: setMode('paused', 'paused'),
  drain: setMode('draining', 'drained: it gets nothing new'),
  resume: setMode('open', 'open again'),
  remove,
};
