// For tests: every way of wrapping what a tool or a document says into somebody's turn that we know (foreign-corpus.json),
// and the request bodies that carry them.
import { readFileSync } from 'node:fs';

export interface Wrapping {
  readonly name: string;
  readonly framework: string;
  readonly route: string;
  /** The held-out ones were written before the code had seen any of their set; the real ones are templates out of public code. */
  readonly set: 'dev' | 'held-out' | 'held-out 2' | 'real' | 'real, kept' | 'real 2';
  /** A user's turn, or the messages of a conversation; `{F}` is the planted sentence, `{P}` a person's own. */
  readonly user?: string | object[];
  /** The whole body where that is not enough. */
  readonly body?: object;
  /** A person's sentence stands in it that is to be learnt. */
  readonly person?: boolean;
}

export const WRAPPINGS = JSON.parse(
  readFileSync(new URL('../../http/foreign-corpus.json', import.meta.url), 'utf8'),
) as Wrapping[];

const SYLLABLES = [
  'vor',
  'kel',
  'mun',
  'tis',
  'gra',
  'pol',
  'zeb',
  'ran',
  'lux',
  'dom',
  'fy',
  'hob',
  'wex',
  'sil',
  'nur',
  'bex',
  'jat',
  'ovi',
];
/** So many names there are. */
export const NAMES = SYLLABLES.length ** 2;

/** A name nobody has heard of. */
export const nameOf = (stem: string, n: number): string =>
  `${stem}${SYLLABLES[Math.floor(n / SYLLABLES.length)]}${SYLLABLES[n % SYLLABLES.length]}ix`;
/** The body that carries `said` on a route. */
export function bodyFor(route: string, said: string | object[]): object {
  const model = { model: 'demo-plain', stream: false };
  if (typeof said !== 'string') return { ...model, messages: said, max_tokens: 64 };
  const messages = [{ role: 'user', content: said }];
  if (route === '/v1/responses') return { ...model, input: messages };
  if (route === '/api/generate' || route === '/v1/completions') return { ...model, prompt: said };
  return { ...model, messages, max_tokens: 64 };
}

/** Puts a tool's sentence and a person's own into every string of a body. */
export function filled(value: unknown, planted: string, said: string): unknown {
  if (typeof value === 'string') return value.replaceAll('{F}', planted).replaceAll('{P}', said);
  if (Array.isArray(value)) return value.map((one) => filled(one, planted, said));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filled(one, planted, said)]));
}

/** The body of a wrapping with its sentences. */
export function wrapped({ route, user, body }: Wrapping, planted: string, said: string): object {
  const carried = body
    ? { model: 'demo-plain', stream: false, max_tokens: 64, ...body }
    : bodyFor(route, user ?? '');
  return filled(carried, planted, said) as object;
}
