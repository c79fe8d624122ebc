// Making and moving models: create, pull, push and the blobs they are made of.
// Progress comes as NDJSON, or as one status with `stream: false`; a blob is hashed as it streams in and never held.
import { readBody } from '../body.ts';
import { type DemoHost, type Exchange, wait } from '../demo-host.ts';
import { goJson, type Json, record, text } from '../json-fields.ts';
import { digestOf, withTag } from '../model-shelf.ts';
import { sendEmpty, sendJson, UpstreamError } from '../reply.ts';

/** Between progress lines, as multiples of the pace of a token. */
const PROGRESS_TOKENS = 4;

/** POST /api/create: a new model from one that is there, with a SYSTEM of its own. */
export async function create(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const name = text(body.model) || text(body.name);
  if (name === '') throw new UpstreamError(400, 'model is required');
  if (text(body.from) === '') throw new UpstreamError(400, "neither 'from' or 'files' was specified");
  const base = host.shelf.get(text(body.from));
  const given = Object.entries(record(body.parameters)).map(([key, value]) => `${key} ${String(value)}`);
  await progress(host, exchange, body, [
    { status: `using existing layer sha256:${digestOf(base.name)}` },
    { status: 'writing manifest' },
  ]);
  host.shelf.put({
    ...base,
    name,
    system: text(body.system) || base.system,
    parameters: given.length > 0 ? given.join('\n') : base.parameters,
  });
  endProgress(exchange, body);
}

/** POST /api/pull. A name with `no-such` in it is not in the registry, which shows as an error line. */
export async function pull(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const name = text(body.model) || text(body.name);
  if (name === '') throw new UpstreamError(400, 'model is required');
  if (name.includes('no-such')) {
    return progressError(exchange, body, 'pull model manifest: file does not exist');
  }
  await progress(host, exchange, body, [
    { status: 'pulling manifest' },
    ...layerSteps('pulling', name),
    { status: 'verifying sha256 digest' },
    { status: 'writing manifest' },
  ]);
  const known = host.shelf.list().find((model) => model.name === withTag(name));
  if (known === undefined) host.shelf.put({ ...host.shelf.get('qwen2.5:7b'), name });
  endProgress(exchange, body);
}

/** POST /api/push. */
export async function push(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const model = host.shelf.get(text(body.model) || text(body.name));
  await progress(host, exchange, body, [
    { status: 'retrieving manifest' },
    ...layerSteps('pushing', model.name),
    { status: 'pushing manifest' },
  ]);
  endProgress(exchange, body);
}

function layerSteps(verb: string, name: string): Json[] {
  const digest = digestOf(name);
  const total = 4_683_073_184;
  const steps = [0, 0.25, 0.5, 0.75, 1];
  return steps.map((part) => ({
    status: `${verb} ${digest.slice(0, 12)}`,
    digest: `sha256:${digest}`,
    total,
    completed: Math.round(total * part),
  }));
}

async function progress(
  host: DemoHost,
  exchange: Exchange,
  body: Json,
  steps: readonly Json[],
): Promise<void> {
  if (body.stream !== false) exchange.res.setHeader('content-type', 'application/x-ndjson');
  for (const step of steps) {
    if (body.stream !== false) exchange.res.write(`${goJson(step)}\n`);
    await wait(host.clock, host.speed.tokenMs * PROGRESS_TOKENS, exchange.signal);
  }
}

function endProgress(exchange: Exchange, body: Json): void {
  if (body.stream === false) sendJson(exchange.res, 'ollama', 200, { status: 'success' });
  else exchange.res.end(`${goJson({ status: 'success' })}\n`);
}

function progressError(exchange: Exchange, body: Json, error: string): void {
  if (body.stream === false) throw new UpstreamError(500, error);
  exchange.res.setHeader('content-type', 'application/x-ndjson');
  exchange.res.end(`${goJson({ status: 'pulling manifest' })}\n${goJson({ error })}\n`);
}

/** HEAD /api/blobs/:digest: 200 when it has been uploaded, else 404. */
export function hasBlob(host: DemoHost, exchange: Exchange, params: readonly string[]): void {
  sendEmpty(exchange.res, host.blobs.has(params[0] ?? '') ? 200 : 404);
}

/** POST /api/blobs/:digest: hashed as it streams in, never held; 201, or 400 when the hash is another. */
export async function putBlob(host: DemoHost, exchange: Exchange, params: readonly string[]): Promise<void> {
  const expected = params[0] ?? '';
  if (!/^sha256[:-][0-9a-f]{64}$/.test(expected)) {
    throw new UpstreamError(400, `invalid digest format`);
  }
  await exchange.request.received;
  const found = `sha256:${exchange.request.sha256}`;
  if (found !== expected.replace('-', ':')) {
    throw new UpstreamError(
      400,
      `digest mismatch, expected ${JSON.stringify(expected)}, got ${JSON.stringify(found)}`,
    );
  }
  const known = host.blobs.has(expected);
  host.blobs.add(expected);
  sendEmpty(exchange.res, known ? 200 : 201);
}
