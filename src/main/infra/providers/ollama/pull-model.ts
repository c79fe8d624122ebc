// Pulling a model: Ollama streams what it does, layer by layer. Progress is bytes summed over layers, as far as they are known; an error may
// come within an answer of 200, and an end without `success` is one. What stops coming on is given up. Called by model and upstream actions.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { ActionRun } from '../../provider.ts';
import type { Work } from './known-upstream.ts';
import { readPullStep } from './ollama-answers.ts';
import { errorIn, type OllamaCall } from './ollama-client.ts';

/** Checking the digest of a large layer says nothing for minutes. */
const STALLED_MS = 10 * 60_000;
const BEGIN_MS = 2 * 60_000;
/** A model has a dozen. */
const MOST_LAYERS = 1000;

export const pullCall = (model: string): OllamaCall => ({
  ...{ method: 'POST', path: '/api/pull', body: { model, stream: true }, timeoutMs: BEGIN_MS },
});

/** @throws AppError EXECUTION_FAILED with Ollama's own words, TIMEOUT, CANCELLED, UNAVAILABLE */
export async function pullModel(
  { client, upstream, parts: { clock } }: Work,
  model: string,
  run: ActionRun,
): Promise<void> {
  const layers = new Map<string, { readonly total: number; readonly done: number }>();
  let progressAt = clock.monotonic();
  let seen = '';
  const stalledMs = () => STALLED_MS - (clock.monotonic() - progressAt);
  const failed = (why: string) =>
    new AppError('EXECUTION_FAILED', `Pulling ${model} at ${upstream.name} failed: ${why}.`);
  let isDone = false;
  for await (const line of client.lines(upstream, pullCall(model), run.signal, stalledMs)) {
    const error = errorIn(line);
    if (error !== null) throw failed(error);
    const step = readPullStep(line);
    if (step === null) throw failed('a line of its answer is no progress');
    isDone = step.status === 'success';
    if (step.digest !== undefined && (layers.has(step.digest) || layers.size < MOST_LAYERS)) {
      const before = layers.get(step.digest);
      const done = Math.max(before?.done ?? 0, step.completed ?? 0);
      layers.set(step.digest, { total: Math.max(step.total ?? 0, before?.total ?? 0, done), done });
    }
    const [done, total] = sums(layers);
    const now = `${done}/${total}/${layers.size}`;
    if (now === seen) {
      // Another status alone keeps nobody waiting for ever.
      if (stalledMs() <= 0)
        throw new AppError('TIMEOUT', `Pulling ${model} at ${upstream.name} does not come on.`);
      continue;
    }
    seen = now;
    progressAt = clock.monotonic();
    run.progress(done, layers.size === 0 ? null : total);
  }
  if (!isDone) throw failed('its answer ended before it said that it is done');
}

function sums(
  layers: ReadonlyMap<string, { readonly total: number; readonly done: number }>,
): [number, number] {
  let [done, total] = [0, 0];
  for (const layer of layers.values()) [done, total] = [done + layer.done, total + layer.total];
  return [done, total];
}
