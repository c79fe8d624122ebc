// A database of the version before keeps its facts, without an end; those of which every word is an assistant's are guesses from then on.
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { fact, tempMemory, told } from '../../memory/testing/temp-memory.ts';
import { readEdges } from '../tables/edges.ts';
import { BACK_TO_0034 } from '../testing/back-to-0034.ts';
import { TEST_DIALECTS } from '../testing/temp-store.ts';

const BEFORE = [
  ...BACK_TO_0034,
  'drop table read_sentence',
  'drop table reading',
  'alter table advisory_ai_outputs drop column coverage',
  ...['is_guess', 'until'].map((column) => `alter table urd drop column ${column}`),
  'alter table urd_history drop column until',
  "delete from kysely_migration where name >= '0032'",
];

it.each(TEST_DIALECTS)('facts of before are there, and guesses are known as such (%s)', async (dialect) => {
  await using t = await tempMemory(dialect);
  const tell = async (text: string, ...words: Parameters<typeof told>[0][]) => {
    for (const word of words) await t.memory.tell('default', [fact(text)], told(word));
    const concept = t.graph.conceptId(text.split(' ')[0] ?? '') ?? 0;
    return t.graph.edgesOf('default', concept)[0]?.edgeId ?? 0;
  };
  const person = { source: 'inferred', role: 'user' } as const;
  const assistant = { source: 'inferred', role: 'assistant' } as const;
  const ids = [
    await tell('guess isa thing', assistant, assistant),
    await tell('both isa thing', assistant, person),
    await tell('said isa thing', person),
    await tell('told isa thing', assistant, {}),
    await tell('asked isa thing', { source: 'cloud_llm', role: 'assistant' }),
  ];
  for (const statement of BEFORE) await t.store.write(({ db }) => sql.raw(statement).execute(db));
  const { store, memory, graph } = await t.another();
  const edges = await readEdges(store.reader, ids);
  const isGuess = new Map(edges.map((edge) => [edge.edgeId, edge.isGuess ?? false]));
  expect(ids.map((id) => isGuess.get(id))).toEqual([true, false, false, false, false]);
  expect(edges.every(({ until }) => until === undefined)).toBe(true);
  expect(graph.edgeById(ids[0] ?? 0)).toMatchObject({ isGuess: true });
  expect(await memory.verify()).toMatchObject({ ok: true });
});
