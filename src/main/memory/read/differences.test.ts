// What a dimension says otherwise than before, against the state of both moments as a whole, on both databases.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../../shared/seeded-random.ts';
import { TEST_DIALECTS } from '../../store/testing/temp-store.ts';
import { fact, type TempMemory, tempMemory, told } from '../testing/temp-memory.ts';

describe.each(TEST_DIALECTS)('the difference of two moments on %s', (dialect) => {
  let t: TempMemory;
  beforeAll(async () => {
    t = await tempMemory(dialect);
  });
  afterAll(() => t[Symbol.asyncDispose]());

  const by = { actor: 'ada', reason: '' };
  const now = () => t.temp.clock.now();
  const lapse = () => t.temp.clock.advance(1000);
  const id = (token: string) => t.graph.conceptId(token) ?? 0;
  const edgeOf = (concept: string) => t.graph.edgeAt('default', id(concept), id('type'));
  const tell = (text: string) => t.memory.tell('default', [fact(text)], told({ at: now() }));
  async function move(concept: string, parent: string): Promise<void> {
    const edge = edgeOf(concept);
    if (!edge) throw new Error(`${concept} stands nowhere`);
    const expected = { parent: t.graph.tokenOf(edge.parent), dimension: 'type', isIsa: edge.isIsa };
    await t.memory.edits.change(edge.edgeId, { kind: 'move', dimension: undefined, parent }, expected, by);
  }
  async function retire(concept: string): Promise<number> {
    const edge = edgeOf(concept);
    if (!edge) throw new Error(`${concept} stands nowhere`);
    const expected = { parent: t.graph.tokenOf(edge.parent), dimension: 'type', isIsa: edge.isIsa };
    return (await t.memory.edits.change(edge.edgeId, { kind: 'retire' }, expected, by)).id;
  }
  const difference = (from: number, to?: number) =>
    t.memory.concepts.difference({ project: 'default', dimension: 'type', from, to });

  it('names what was added, what is gone and what moved, and not what went and came back', async () => {
    for (const one of ['stays isa a', 'moves isa a', 'goes isa a', 'returns isa a']) await tell(one);
    lapse();
    const then = now();
    lapse();
    await tell('comes isa a');
    await move('moves', 'b');
    await retire('goes');
    const action = await retire('returns');
    lapse();
    await t.memory.history.undo(action, by);
    lapse();
    expect((await difference(then)).changes).toEqual([
      { kind: 'added', concept: 'comes', before: null, after: 'a', isFlavour: false },
      { kind: 'gone', concept: 'goes', before: 'a', after: null, isFlavour: false },
      { kind: 'moved', concept: 'moves', before: 'a', after: 'b', isFlavour: false },
    ]);
    expect((await difference(now())).changes).toEqual([]);
  });

  it('is, between any two moments of a busy day, what comparing both states as wholes gives', async () => {
    const random = seededRandom(17);
    const names = Array.from({ length: 8 }, (_, n) => `busy${String(n)}`);
    const state = () =>
      new Map(
        names.flatMap((name) => {
          const edge = edgeOf(name);
          return edge ? [[name, t.graph.tokenOf(edge.parent)] as const] : [];
        }),
      );
    const moments: { at: number; state: Map<string, string> }[] = [];
    for (let step = 0; step < 40; step++) {
      const name = names[Math.floor(random() * names.length)] ?? 'busy0';
      if (!edgeOf(name)) await tell(`${name} isa p${String(Math.floor(random() * 3))}`);
      else if (random() < 0.4) await retire(name);
      else {
        const parent = `p${String(Math.floor(random() * 3))}`;
        if (t.graph.tokenOf(edgeOf(name)?.parent ?? 0) !== parent) await move(name, parent);
      }
      lapse();
      if (step % 6 === 0) moments.push({ at: now(), state: state() });
      lapse();
    }
    for (const [i, first] of moments.entries()) {
      for (const second of moments.slice(i + 1)) {
        const { changes, counts } = await difference(first.at, second.at);
        const wanted = names.flatMap((name) => {
          const [before, after] = [first.state.get(name) ?? null, second.state.get(name) ?? null];
          return before === after ? [] : [{ concept: name, before, after }];
        });
        const of = (kind: string) => changes.filter((change) => change.kind === kind).length;
        expect(counts).toEqual({ added: of('added'), gone: of('gone'), moved: of('moved') });
        const ours = changes.filter(({ concept }) => concept.startsWith('busy'));
        expect(ours.map(({ concept, before, after }) => ({ concept, before, after }))).toEqual(wanted);
      }
    }
  });
});
