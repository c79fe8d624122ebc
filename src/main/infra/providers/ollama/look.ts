// One look at an upstream: what answers there, which models it has and which it holds in memory. An upstream that does not answer is a
// finding, not an error. Called by ollama-provider.ts and, for proof, by the actions.
import { AppError } from '../../../../shared/model/envelope.ts';
import {
  type ListedModel,
  type Listing,
  type RunningModel,
  readModelIds,
  readRunning,
  readTags,
} from './ollama-answers.ts';
import { type OllamaAnswer, type OllamaClient, type OllamaPlace, refused } from './ollama-client.ts';

export interface FoundModel extends ListedModel {
  /** Null when it is not in memory. */
  readonly running: RunningModel | null;
  /** It was deleted, and is in memory all the same. */
  readonly isGone: boolean;
}

export type UpstreamLook =
  | { readonly kind: 'unreachable'; readonly reason: string }
  | {
      readonly kind: 'ollama' | 'openai';
      readonly models: readonly FoundModel[];
      /** How many there are, beyond those that are shown. */
      readonly found: number;
    };

const LOOK_MS = 5000;
const ABSENT: ReadonlySet<number> = new Set([404, 405]);

/** Never rejects but with CANCELLED. */
export async function lookAt(
  client: OllamaClient,
  place: OllamaPlace,
  signal: AbortSignal,
): Promise<UpstreamLook> {
  try {
    const tags = await list(client, place, '/api/tags', readTags, signal);
    if (tags === null) {
      const ids = await list(client, place, '/v1/models', readModelIds, signal);
      if (ids === null)
        return { kind: 'unreachable', reason: 'It answers neither /api/tags nor /v1/models.' };
      const models = ids.models.map((model) => ({ ...model, running: null, isGone: false }));
      return { kind: 'openai', models, found: ids.found };
    }
    const running = await runningAt(client, place, signal);
    return { kind: 'ollama', models: joined(tags, running), found: tags.found };
  } catch (error) {
    if (error instanceof AppError && error.code !== 'CANCELLED') {
      return { kind: 'unreachable', reason: error.message };
    }
    throw error;
  }
}

/** What it holds in memory, asked now. @throws AppError UNAVAILABLE, TIMEOUT, CANCELLED, EXECUTION_FAILED */
export async function runningAt(
  client: OllamaClient,
  place: OllamaPlace,
  signal: AbortSignal,
): Promise<readonly RunningModel[]> {
  return (await list(client, place, '/api/ps', readRunning, signal))?.models ?? [];
}

/** What it has pulled, asked now. @throws AppError as `runningAt` */
export async function pulledAt(
  client: OllamaClient,
  place: OllamaPlace,
  signal: AbortSignal,
): Promise<readonly ListedModel[]> {
  return (await list(client, place, '/api/tags', readTags, signal))?.models ?? [];
}

/** Null where there is no such route. */
async function list<T>(
  client: OllamaClient,
  place: OllamaPlace,
  path: string,
  read: (body: unknown) => Listing<T> | null,
  signal: AbortSignal,
): Promise<Listing<T> | null> {
  const answer: OllamaAnswer = await client.ask(place, { method: 'GET', path, timeoutMs: LOOK_MS }, signal);
  if (ABSENT.has(answer.status)) return null;
  if (answer.status !== 200) throw refused(place, answer);
  const listing = read(answer.body);
  if (listing === null)
    throw new AppError(
      'UNAVAILABLE',
      `${place.name} at ${place.url} answers ${path} with something else than a list.`,
    );
  return listing;
}

function joined(tags: Listing<ListedModel>, running: readonly RunningModel[]): FoundModel[] {
  const byName = new Map(running.map((one) => [one.name, one]));
  const pulled = tags.models.map((model) => ({
    ...model,
    running: byName.get(model.name) ?? null,
    isGone: false,
  }));
  const known = new Set(tags.models.map(({ name }) => name));
  // Beyond what is shown nothing can be said of who was deleted.
  const gone = tags.found > tags.models.length ? [] : running.filter(({ name }) => !known.has(name));
  return [...pulled, ...gone.map((one) => ({ ...one, running: one, isGone: true }))];
}

/** Whether two names are of one model: `llama3` is `llama3:latest`. */
export const isSameModel = (a: string, b: string): boolean => withTag(a) === withTag(b);

const withTag = (name: string): string =>
  name.indexOf(':', name.lastIndexOf('/') + 1) >= 0 ? name : `${name}:latest`;
