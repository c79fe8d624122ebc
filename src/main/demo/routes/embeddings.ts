// The embedding routes: a text in, a unit vector out that depends on the text alone.
import { createHash } from 'node:crypto';
import { readBody } from '../body.ts';
import type { DemoHost, Exchange } from '../demo-host.ts';
import { list, text } from '../json-fields.ts';
import { sendJson, UpstreamError } from '../reply.ts';

/** The length of every demo embedding. */
export const EMBEDDING_LENGTH = 768;

/** POST /api/embed: one vector for each input. */
export async function embed(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  const model = host.shelf.get(text(body.model));
  host.shelf.touch(model, body.keep_alive);
  const inputs = inputTexts(body.input);
  sendJson(exchange.res, 'ollama', 200, {
    model: text(body.model),
    embeddings: inputs.map((input) => embedding(input, Number(body.dimensions) || EMBEDDING_LENGTH)),
    total_duration: 14_143_917,
    load_duration: 1_019_500,
    prompt_eval_count: countAll(inputs),
  });
}

/** POST /api/embeddings: the older form, one prompt, one vector. */
export async function embeddings(host: DemoHost, exchange: Exchange): Promise<void> {
  const body = await readBody(exchange.request);
  host.shelf.touch(host.shelf.get(text(body.model)), body.keep_alive);
  const prompt = text(body.prompt);
  sendJson(exchange.res, 'ollama', 200, {
    embedding: prompt === '' ? [] : embedding(prompt, EMBEDDING_LENGTH),
  });
}

/** The texts of an embedding request. Throws UpstreamError 400 for anything but a string or strings. */
export function inputTexts(input: unknown): string[] {
  if (typeof input === 'string') return [input];
  const texts = list(input).filter((item): item is string => typeof item === 'string');
  if (!Array.isArray(input) || texts.length !== input.length)
    throw new UpstreamError(400, 'invalid input type');
  return texts;
}

/** Words, as the number of tokens of an embedding's input. */
export const countAll = (inputs: readonly string[]): number =>
  inputs.reduce((sum, input) => sum + (input.match(/\S+/g)?.length ?? 0), 0);

/** A unit vector that depends on the text alone. */
export function embedding(input: string, length: number): number[] {
  const raw: number[] = [];
  for (let block = 0; raw.length < length; block += 1) {
    for (const byte of createHash('sha256').update(`${block}:${input}`).digest()) raw.push(byte - 127.5);
  }
  const vector = raw.slice(0, length);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
