// What the answers to a probe say: an upstream's version, the models it offers and those it holds loaded. Pure; anything
// but the expected members counts as absent, since servers that only look like Ollama answer in their own way.
import type { LoadedModel } from '../../../shared/model/upstream.ts';

type Members = Readonly<Record<string, unknown>>;

const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {};

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

function listed(answer: unknown, key: string): Members[] {
  const list = membersOf(answer)[key];
  return Array.isArray(list) ? list.map(membersOf) : [];
}

/** `/api/version`. */
export function readVersion(answer: unknown): string | null {
  return textOf(membersOf(answer).version);
}

/** Names in `/api/tags`. */
export function readTags(answer: unknown): string[] {
  return listed(answer, 'models').flatMap(({ name, model }) => textOf(name) ?? textOf(model) ?? []);
}

/** Names in `/v1/models`. */
export function readModelIds(answer: unknown): string[] {
  return listed(answer, 'data').flatMap(({ id }) => textOf(id) ?? []);
}

/** `/api/ps`. */
export function readLoaded(answer: unknown): LoadedModel[] {
  return listed(answer, 'models').flatMap((entry) => {
    const name = textOf(entry.name) ?? textOf(entry.model);
    if (name === null) return [];
    const expiresAt = Date.parse(String(entry.expires_at));
    const { context_length: context, size_vram: bytes } = entry;
    return {
      name,
      contextTokens: Number.isInteger(context) ? (context as number) : null,
      vramBytes: typeof bytes === 'number' ? bytes : null,
      expiresAt: Number.isNaN(expiresAt) ? null : expiresAt,
    };
  });
}
