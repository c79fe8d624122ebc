// Promises of vectors by a model: one for each text or nothing at all, of the very model that is named by its digest, counted like every call; what a server says wrong
// is told in words, and shows nothing of the texts.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../../shared/model/envelope.ts';
import { answered, EMBED_MODEL, type EmbedServer, startEmbedServer } from '../testing/embed-server.ts';
import { newModel, type TempDesk, tempDesk, USE } from '../testing/temp-desk.ts';

const TEXTS = ['A car crash.', 'Something else.'];

let desk: TempDesk;
let server: EmbedServer;
beforeEach(async () => {
  [desk, server] = await Promise.all([tempDesk(), startEmbedServer()]);
  desk.llm.register({ ...USE, name: 'embed', setting: 'evidence_embed_model_id' });
});
afterEach(async () => {
  await desk[Symbol.asyncDispose]();
  await server[Symbol.asyncDispose]();
});

async function choose(fields: object = {}): Promise<void> {
  const model = { ...newModel('ollama', server.url), label: 'Vectors', modelName: EMBED_MODEL, ...fields };
  const { id } = await desk.llm.models.add(model);
  desk.settings.evidence_embed_model_id = id;
}

const embed = (texts: readonly string[] = TEXTS) =>
  desk.llm.vectors.embed({ purpose: 'embed', texts, timeoutMs: 5000 });

async function refusal(asked: Promise<unknown>): Promise<{ code: string; message: string }> {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe('vectors by a model', () => {
  it('come one for each text, with the digest of the model, under its name with or without a tag', async () => {
    await choose({ modelName: 'embedder' });
    const made = await embed();
    expect(made).toMatchObject({ model: 'embedder', digest: 'a'.repeat(64), inputTokens: 7 });
    expect(made.vectors.map(({ length }) => length)).toEqual([48, 48]);
    expect(server.requests).toEqual([{ model: 'embedder', input: TEXTS, truncate: true }]);
    expect(await desk.llm.vectors.maker('embed')).toEqual({ model: 'embedder', digest: 'a'.repeat(64) });
  });

  it('count as other calls do, and are refused where their budget is used up', async () => {
    await choose();
    await embed();
    expect(desk.counted).toMatchObject([
      { purpose: 'embed', outcome: 'ok', inputTokens: 7, outputTokens: 0 },
    ]);
    desk.settings.budget_daily_tokens = 8;
    expect(await refusal(embed())).toMatchObject({ code: 'BUDGET_EXCEEDED' });
    expect(server.requests.length).toBe(1);
  });

  const vector = [0.5, -0.25, 1];
  it.each([
    ['no vectors', '{"model":"embedder:latest"}', /with no vectors/],
    ['fewer vectors than texts', answered([vector]), /1 vectors for 2 texts/],
    ['more vectors than texts', answered([vector, vector, vector]), /3 vectors for 2 texts/],
    ['an empty vector', answered([vector, []]), /an empty vector/],
    ['vectors of two lengths', answered([vector, [1, 2]]), /of different lengths/],
    ['a number that is none', answered([vector, [1, null, 2]]), /not all numbers/],
    ['a number beyond all', `{"embeddings":[[1,2],[1,1e999]]}`, /not all numbers/],
    ['a text for a number', answered([vector, [1, '2', 3]]), /not all numbers/],
    ['zeros', answered([vector, [0, 0, 0]]), /a vector of zeros/],
    ['vectors that are too long', answered([0, 1].map(() => new Array(4097).fill(1))), /4097 numbers/],
    ['what is no JSON', '{"embeddings":[[1', /cannot be read/],
  ])('with %s are refused whole', async (_, body, message) => {
    await choose();
    server.instead = () => body;
    const { code, message: said } = await refusal(embed());
    expect([code, said]).toEqual(['BAD_ANSWER', expect.stringMatching(message)]);
    expect(said).toMatch(/^The model Vectors /);
    expect(said).not.toContain('car crash');
    expect(desk.counted.at(-1)).toMatchObject({ outcome: 'failed' });
  });

  it('of a model that was replaced while it answered are nobody’s', async () => {
    await choose();
    server.instead = () => {
      server.digest = 'b'.repeat(64);
      return undefined;
    };
    expect(await refusal(embed())).toMatchObject({
      code: 'BAD_ANSWER',
      message: expect.stringContaining('became another model'),
    });
  });

  it('of a model that is gone, or that nobody chose, or of a provider that makes none, are refused with the reason', async () => {
    expect(await refusal(embed())).toMatchObject({
      ...{ code: 'UNAVAILABLE', message: expect.stringContaining('evidence_embed_model_id') },
    });
    await choose();
    server.digest = null;
    expect(await refusal(embed())).toMatchObject({
      ...{ code: 'UNAVAILABLE', message: expect.stringContaining('is not in the list of its server') },
    });
    await choose({ provider: 'openai', baseUrl: `${server.url}/v1` });
    expect(await refusal(embed())).toMatchObject({
      ...{ code: 'UNAVAILABLE', message: expect.stringContaining('only models of Ollama') },
    });
  });
});
