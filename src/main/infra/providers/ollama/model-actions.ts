// What is done to a model at its upstream: brought up to date, loaded, let go, deleted; each proved by asking for the lists anew.
// Called by ollama-provider.ts.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionName } from '../../../../shared/model/resource.ts';
import { isSameModel, pulledAt, runningAt } from './look.ts';
import { readShow, type ShownModel } from './ollama-answers.ts';
import { errorIn, type OllamaCall, refused, writtenCall } from './ollama-client.ts';
import { pullCall, pullModel } from './pull-model.ts';
import { bytes } from './resources.ts';
import { agentsThere, done, type ModelTarget, pollUntil, type Step } from './step.ts';
import { provePulled } from './upstream-actions.ts';

const SHOW_MS = 15_000;
/** A large model from a slow disk. */
const LOAD_MS = 15 * 60_000;
const UNLOAD_MS = 30_000;
const DELETE_MS = 60_000;

/** What an upstream says of a model. @throws AppError NOT_FOUND, UNAVAILABLE, TIMEOUT */
export async function showModel(
  { client, upstream, model }: Pick<ModelTarget, 'client' | 'upstream' | 'model'>,
  signal: AbortSignal,
): Promise<ShownModel> {
  const call: OllamaCall = { method: 'POST', path: '/api/show', body: { model }, timeoutMs: SHOW_MS };
  const answer = await client.ask(upstream, call, signal);
  if (answer.status !== 200) throw refused(upstream, answer);
  const shown = readShow(answer.body);
  if (!shown)
    throw new AppError('UNAVAILABLE', `${upstream.name} says nothing of ${model} that can be read.`);
  return shown;
}

const pull: Step<ModelTarget> = {
  async plan({ upstream, model }) {
    return {
      runs: writtenCall(upstream, pullCall(model)),
      undo: null,
      preview: 'What has changed since it was pulled is downloaded; the version before is not kept.',
      long: true,
    };
  },
  async act(target, run) {
    await pullModel(target, target.model, run);
    target.parts.upstreams.modelsChanged(target.upstream.name);
    return done('up to date');
  },
  verify: (target, signal) => provePulled(target, target.model, signal),
};

/** An empty call loads a model; one that only embeds is refused by all routes but one. */
async function loadCall(target: ModelTarget, signal: AbortSignal): Promise<OllamaCall> {
  const { model, arguments: given } = target;
  const { capabilities } = await showModel(target, signal);
  const embedsOnly = capabilities?.includes('embedding') === true && !capabilities.includes('completion');
  const keep = given.keep_alive === undefined ? {} : { keep_alive: given.keep_alive };
  return embedsOnly
    ? { method: 'POST', path: '/api/embed', body: { model, input: [], ...keep }, timeoutMs: LOAD_MS }
    : {
        method: 'POST',
        path: '/api/generate',
        body: { model, prompt: '', stream: false, ...keep },
        timeoutMs: LOAD_MS,
      };
}

const load: Step<ModelTarget> = {
  async plan(target, signal) {
    const { client, upstream } = target;
    const call = await loadCall(target, signal);
    const loaded = await runningAt(client, upstream, signal);
    const names = loaded.map(({ name, vramBytes }) =>
      vramBytes === null ? name : `${name} (${bytes(vramBytes)})`,
    );
    return {
      runs: writtenCall(upstream, call),
      undo: 'Unload it.',
      preview:
        names.length === 0
          ? 'Nothing is loaded there now.'
          : `Loaded there now, and may be pushed out: ${names.join(', ')}.`,
      long: true,
    };
  },
  async act(target, run) {
    run.progress(0, null);
    await send(target, await loadCall(target, run.signal), run.signal);
    return done('loaded');
  },
  verify: (target, signal) =>
    pollUntil(target.parts.clock, signal, async () => {
      const found = await loadedNow(target, signal);
      if (!found)
        return { ok: false, evidence: `${target.upstream.name} does not hold ${target.model} in memory` };
      const vram = found.vramBytes === null ? '' : `, ${bytes(found.vramBytes)} of video memory`;
      return { ok: true, evidence: `${target.upstream.name} holds ${found.name} in memory${vram}` };
    }),
};

const unloadCall = (model: string): OllamaCall => ({
  ...{ method: 'POST', path: '/api/generate', timeoutMs: UNLOAD_MS },
  body: { model, prompt: '', stream: false, keep_alive: 0 },
});

const unload: Step<ModelTarget> = {
  async plan(target) {
    return {
      runs: writtenCall(target.upstream, unloadCall(target.model)),
      undo: 'Load it again; the next request for it does that by itself.',
      preview: `What it is answering ends first. ${agentsThere(target)}`,
      long: false,
    };
  },
  async act(target, run) {
    await send(target, unloadCall(target.model), run.signal);
    target.parts.letGo?.(target.upstream.name, target.model);
    return done('told to go from memory');
  },
  verify: (target, signal) =>
    pollUntil(target.parts.clock, signal, async () => {
      const found = await loadedNow(target, signal);
      const [name, where] = [target.model, target.upstream.name];
      return found
        ? { ok: false, evidence: `${where} still holds ${found.name} in memory` }
        : { ok: true, evidence: `${where} does not hold ${name} in memory any more` };
    }),
};

const deleteCall = (model: string): OllamaCall => ({
  ...{ method: 'DELETE', path: '/api/delete', body: { model }, timeoutMs: DELETE_MS },
});

const remove: Step<ModelTarget> = {
  async plan(target, signal) {
    const { client, upstream, model } = target;
    const size = (await pulledAt(client, upstream, signal)).find(({ name }) =>
      isSameModel(name, model),
    )?.sizeBytes;
    const isLoaded = (await loadedNow(target, signal)) !== undefined;
    return {
      runs: writtenCall(upstream, deleteCall(model)),
      undo: `Pull it again (${writtenCall({ url: upstream.url, headers: {} }, pullCall(model))}); one that was made there, and not pulled, is gone.`,
      preview: [
        size == null ? null : `Frees up to ${bytes(size)}; layers that other models share stay.`,
        isLoaded ? 'It is in memory now, and stays there until it is let go.' : 'It is not in memory now.',
        agentsThere(target),
      ]
        .filter((sentence) => sentence !== null)
        .join(' '),
      long: false,
    };
  },
  async act(target, run) {
    await send(target, deleteCall(target.model), run.signal);
    return done('deleted');
  },
  async verify({ client, upstream, model }, signal) {
    const found = (await pulledAt(client, upstream, signal)).find(({ name }) => isSameModel(name, model));
    return found
      ? { ok: false, evidence: `${upstream.name} still lists ${found.name}` }
      : { ok: true, evidence: `${upstream.name} does not list ${model} any more` };
  },
};

/** Sends it once, and has the pool ask anew what is there. @throws AppError NOT_FOUND, EXECUTION_FAILED, UNAVAILABLE, TIMEOUT, CANCELLED */
async function send(
  { client, upstream, parts }: ModelTarget,
  call: OllamaCall,
  signal: AbortSignal,
): Promise<void> {
  const answer = await client.ask(upstream, call, signal);
  if (answer.status !== 200) throw refused(upstream, answer);
  const error = errorIn(answer.body);
  if (error !== null) throw new AppError('EXECUTION_FAILED', `${upstream.name} refuses: ${error}.`);
  parts.upstreams.modelsChanged(upstream.name);
}

const loadedNow = async ({ client, upstream, model }: ModelTarget, signal: AbortSignal) =>
  (await runningAt(client, upstream, signal)).find(({ name }) => isSameModel(name, model));

export const MODEL_ACTIONS: Readonly<Partial<Record<ActionName, Step<ModelTarget>>>> = {
  pull,
  load,
  unload,
  remove,
};
