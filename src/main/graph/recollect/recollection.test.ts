import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ConceptGraph } from '../columns/concept-graph.ts';
import type { ConceptRow, EdgeRow } from '../types.ts';
import { ConversationBlock, charCap, recollectionOf, renderZeroHit } from './recollection.ts';
import type { BlockSettings } from './update-pass.ts';

const DAY = 86_400_000;
const NOW = 1000 * DAY;

/** A graph told in words: concepts get ids in the order they are first named. */
class World {
  readonly graph = new ConceptGraph();
  #edges = 0;

  id(token: string, more: Partial<ConceptRow> = {}): number {
    const id = this.graph.conceptId(token) ?? this.graph.conceptCount + 1;
    const held = this.graph.concept(id) ?? { encounterCount: 1, lastSeen: 0, novelty: 0, common: false };
    this.graph.putConcept({ ...held, ...more, id, token });
    return id;
  }

  fact(concept: string, dim: string, parent: string, more: Partial<EdgeRow> = {}): number {
    const edgeId = more.edgeId ?? ++this.#edges;
    this.graph.putEdge({
      edgeId,
      project: 'default',
      concept: this.id(concept),
      parent: this.id(parent),
      dim: this.id(dim),
      isIsa: true,
      confidence: 0.9,
      lastConfirmed: NOW,
      source: 'inferred',
      doNotUse: false,
      ...more,
    });
    return edgeId;
  }

  pending(concept: string, dim: string, count = 1): void {
    this.graph.setPending('default', this.id(concept), this.id(dim), count);
  }
}

interface Ask {
  newest?: string[];
  older?: string[];
  settings?: Partial<BlockSettings>;
  allowed?: (token: string) => boolean;
  project?: string;
  now?: number;
  maxChars?: number;
}

function ask(world: World, block: ConversationBlock, request: Ask) {
  const ids = (tokens: string[] = []) => tokens.map((token) => world.id(token));
  const allowed = request.allowed ?? (() => true);
  return block.update(
    world.graph,
    { ...DEFAULT_SETTINGS, ...request.settings },
    request.project ?? 'default',
    {
      newest: ids(request.newest),
      older: ids(request.older),
      askable: ids(request.newest).filter((id) => allowed(world.graph.tokenOf(id))),
      now: request.now ?? NOW,
      ...(request.maxChars === undefined ? {} : { maxChars: request.maxChars }),
    },
  );
}

const first = (world: World, request: Ask) => ask(world, new ConversationBlock(), request);

/** Dimensions first, so that their ids are known; the database gives them in this order too. */
function seedExample(): World {
  const world = new World();
  for (const dim of ['type', 'geography', 'glitch_university', 'tech', 'agent_pool']) world.id(dim);
  world.fact('gnommoweb', 'type', 'service');
  world.fact('gnommoweb', 'geography', 'ramanujan');
  world.fact('gnommoweb', 'glitch_university', 'repo');
  world.pending('gnommoweb', 'type');
  world.fact('dobby', 'tech', 'python');
  world.fact('dobby', 'agent_pool', 'worker');
  world.id('gnommoweb', { encounterCount: 9 });
  world.id('ramanujan', { encounterCount: 5 });
  return world;
}

describe('the bytes of a block', () => {
  it('stand to the byte as decision 005 has them', () => {
    const { block } = first(seedExample(), { newest: ['dobby', 'gnommoweb', 'ramanujan'] });
    expect(block).toBe(
      [
        '<recollection>',
        'gnommoweb: [glitch_university] repo [geography] ramanujan [type?] service',
        'dobby: [agent_pool] worker [tech] python',
        '? ramanujan: no recollection. If this is a typo, ignore.',
        'If you know what it is, store it before proceeding:',
        "gutask iknowthat 'ramanujan -isa <parent> in context of <dimension>'",
        "gutask iknowthat 'ramanujan -ispart <system> in context of <dimension>'",
        '</recollection>',
      ].join('\n'),
    );
  });

  it('mark what only an assistant said, and say when a fact ends', () => {
    const world = seedExample();
    world.fact('dobby', 'tech', 'python', { isGuess: true });
    world.fact('dobby', 'agent_pool', 'worker', { until: Date.parse('2099-12-25') });
    world.pending('dobby', 'tech');
    expect(first(world, { newest: ['dobby'] }).block).toBe(
      '<recollection>\ndobby: [agent_pool] worker until 2099-12-24 [tech~?] python\n</recollection>',
    );
    const hides = { recollection_assistant_facts: false };
    expect(first(world, { newest: ['dobby'], settings: hides }).block).toBe(
      '<recollection>\ndobby: [agent_pool] worker until 2099-12-24 [tech?]\n</recollection>',
    );
  });

  it('lose a fact at its end, though nothing in the graph has changed, and stay as they are until then', () => {
    const world = seedExample();
    world.fact('dobby', 'tech', 'python', { until: NOW + 1000 });
    const block = new ConversationBlock();
    const { block: before } = ask(world, block, { newest: ['dobby'] });
    expect(before).toContain('[tech] python until');
    const { version } = world.graph;
    expect(ask(world, block, { now: NOW + 999 })).toMatchObject({ block: before, changed: false });
    expect(ask(world, block, { now: NOW + 1000 })).toMatchObject({
      block: '<recollection>\ndobby: [agent_pool] worker\n</recollection>',
      changed: true,
    });
    expect(world.graph.version).toBe(version);
  });

  it('show a pending place without a fact as a bare marker', () => {
    const world = new World();
    world.id('type');
    world.pending('gnommoweb', 'type');
    expect(first(world, { newest: ['gnommoweb'] }).block).toBe(
      '<recollection>\ngnommoweb: [type?]\n</recollection>',
    );
  });

  it('name the configured command in zero hits', () => {
    expect(renderZeroHit('x', 'festinger iknowthat').split('\n')[2]).toBe(
      "festinger iknowthat 'x -isa <parent> in context of <dimension>'",
    );
  });

  it('are null when there is nothing to say', () => {
    const world = new World();
    world.id('gnommoweb');
    expect(first(world, { newest: ['gnommoweb'] })).toEqual({
      block: null,
      lines: [],
      changed: false,
      omitted: 0,
    });
  });

  it('say for each line which concept and which edges brought it, and why', () => {
    const world = seedExample();
    const { lines } = first(world, { newest: ['gnommoweb', 'ramanujan'] });
    expect(lines).toEqual([
      {
        concept: 'gnommoweb',
        line: 'gnommoweb: [glitch_university] repo [geography] ramanujan [type?] service',
        kind: 'edges',
        why: 'named_now',
        saliency: Math.log(9),
        edgeIds: [3, 2, 1],
      },
      {
        concept: 'ramanujan',
        line: renderZeroHit('ramanujan', 'gutask iknowthat'),
        kind: 'zero_hit',
        why: 'salient',
        saliency: Math.log(5),
        edgeIds: [],
      },
    ]);
  });

  it('are what the console shows for one concept', () => {
    const world = seedExample();
    expect(recollectionOf(world.graph, 'dobby', DEFAULT_SETTINGS, NOW)).toBe(
      'dobby: [agent_pool] worker [tech] python',
    );
    expect(recollectionOf(world.graph, 'nobody', DEFAULT_SETTINGS, NOW)).toBeNull();
    expect(recollectionOf(world.graph, 'repo', DEFAULT_SETTINGS, NOW)).toBeNull();
  });
});

describe('which facts are shown', () => {
  const lineOf = (more: Partial<EdgeRow>, request: Ask = {}) => {
    const world = new World();
    world.fact('gnommoweb', 'type', 'repo', more);
    return first(world, { newest: ['gnommoweb'], ...request }).block;
  };
  const shown = '<recollection>\ngnommoweb: [type] repo\n</recollection>';
  it.each<[string, Partial<EdgeRow>, Ask, string | null]>([
    ['at the confidence floor', { confidence: 0.6 }, {}, shown],
    ['below it: not', { confidence: 0.59 }, {}, null],
    ['on the last day of the window', { lastConfirmed: NOW - 90 * DAY }, {}, shown],
    ['older: not', { lastConfirmed: NOW - 90 * DAY - 1 }, {}, null],
    ['older, but told by an agent on purpose', { lastConfirmed: 0, source: 'gutask' }, {}, shown],
    ['older, but told by an operator', { lastConfirmed: 0, source: 'operator' }, {}, shown],
    ['withdrawn: not', { doNotUse: true, source: 'operator' }, {}, null],
    ['of another project: not', { project: 'lab' }, {}, null],
    ['of the project asked for', { project: 'lab' }, { project: 'lab' }, shown],
  ])('%s', (_name, more, request, expected) => expect(lineOf(more, request)).toBe(expected));

  it('never a root', () => {
    const world = new World();
    world.fact('type', 'type', 'type');
    world.id('type', { encounterCount: 100, common: true });
    expect(first(world, { newest: ['type'] }).block).toBeNull();
  });

  it('facts known in another project do not answer here, so the zero hit may ask', () => {
    const world = new World();
    world.fact('gnommoweb', 'type', 'repo', { project: 'lab' });
    world.id('gnommoweb', { encounterCount: 9 });
    expect(first(world, { newest: ['gnommoweb'] }).block).toContain('? gnommoweb: no recollection');
  });
});

describe('zero hits', () => {
  const salient = (...tokens: string[]) => {
    const world = new World();
    for (const token of tokens) world.id(token, { encounterCount: 50 });
    return world;
  };
  const asked = (block: string | null) =>
    [...(block ?? '').matchAll(/^\? (\S+):/gm)].map((match) => match[1]);

  it('are two at most, and make way for others in the next block', () => {
    const world = salient('aa', 'bb', 'cc', 'dd');
    const block = new ConversationBlock();
    expect(asked(ask(world, block, { newest: ['dd', 'cc', 'bb', 'aa'] }).block)).toEqual(['aa', 'bb']);
    expect(asked(ask(world, block, { newest: ['aa', 'cc', 'dd'] }).block)).toEqual(['cc', 'dd']);
    expect(asked(ask(world, block, { newest: ['aa', 'cc', 'dd'] }).block)).toEqual([]);
    expect(
      asked(first(world, { newest: ['cc', 'dd'], settings: { recollection_max_zero_hits: 0 } }).block),
    ).toEqual([]);
  });

  it('never for dictionary words, what may not be asked about, what is rare, or what has facts', () => {
    const world = salient('server', 'inside_code', 'gnommoweb');
    world.id('server', { common: true, novelty: 1 });
    world.id('rare', { encounterCount: 1 });
    world.fact('gnommoweb', 'type', 'repo', { doNotUse: true });
    const newest = ['server', 'inside_code', 'gnommoweb', 'rare'];
    expect(first(world, { newest, allowed: (token) => token !== 'inside_code' }).block).toBeNull();
  });

  it('are asked once: a question that had to go does not come back', () => {
    const world = salient('aa', 'bb');
    const block = new ConversationBlock();
    expect(asked(ask(world, block, { newest: ['aa'] }).block)).toEqual(['aa']);
    expect(asked(ask(world, block, { newest: ['aa'], maxChars: 60 }).block)).toEqual([]);
    expect(asked(ask(world, block, { newest: ['aa', 'bb'] }).block)).toEqual(['bb']);
  });

  it('stand in one block alone, and one that was answered turns into the fact in its place', () => {
    const world = salient('aa', 'bb');
    world.fact('zz', 'type', 'repo');
    const block = new ConversationBlock();
    const before = ask(world, block, { newest: ['zz', 'aa', 'bb'] }).block;
    expect(asked(before)).toEqual(['aa', 'bb']);
    world.fact('aa', 'type', 'repo');
    const after = ask(world, block, { newest: [] });
    expect(after.block).toBe('<recollection>\nzz: [type] repo\naa: [type] repo\n</recollection>');
    expect(after.changed).toBe(true);
    expect(after.lines.map(({ concept, kind, why }) => [concept, kind, why])).toEqual([
      ['zz', 'edges', 'kept'],
      ['aa', 'edges', 'kept'],
    ]);
    expect(ask(world, block, { newest: [] })).toMatchObject({ block: after.block, changed: false });
  });
});

describe('which concepts are shown, and in which order', () => {
  it('facts named in the newest segment first, then by saliency; older ones only when they surface', () => {
    const world = new World();
    for (const token of ['low', 'high', 'old_salient', 'old_rare']) world.fact(token, 'type', 'repo');
    world.id('high', { encounterCount: 5 });
    world.id('old_salient', { encounterCount: 500 });
    const { lines } = first(world, { newest: ['low', 'high'], older: ['old_rare', 'old_salient', 'low'] });
    expect(lines.map(({ concept, why }) => [concept, why])).toEqual([
      ['high', 'named_now'],
      ['low', 'named_now'],
      ['old_salient', 'salient'],
    ]);
  });

  it('what was long unheard of makes way for what is current, and comes first again once it is named', () => {
    const world = new World();
    for (const [token, seen, confirmed] of [
      ['stale', 900, 900],
      ['unseen', 900, 1000],
      ['unconfirmed', 1000, 900],
      ['current', 1000, 1000],
    ] as const) {
      world.fact(token, 'type', 'thing', { source: 'operator', lastConfirmed: confirmed * DAY });
      world.id(token, { encounterCount: 9, lastSeen: seen * DAY });
    }
    const older = ['stale', 'unseen', 'unconfirmed', 'current'];
    const shown = (request: Ask) => first(world, { older, ...request }).lines.map((line) => line.concept);
    expect(shown({})).toEqual(['current', 'unconfirmed', 'unseen', 'stale']);
    expect(shown({ settings: { recollection_max_concepts: 1 } })).toEqual(['current']);
    expect(shown({ newest: ['stale'], settings: { recollection_max_concepts: 1 } })).toEqual(['stale']);
    expect(
      shown({ settings: { recency_half_life_days: 36_500 } }).toSorted(),
      'nothing is forgotten',
    ).toEqual(older.toSorted());
  });

  it('at most as many concepts and characters as allowed', () => {
    const world = new World();
    const tokens = Array.from({ length: 30 }, (_, i) => `concept_${String(i).padStart(2, '0')}`);
    for (const token of tokens) world.fact(token, 'type', 'repo');
    expect(first(world, { newest: tokens }).lines.map((l) => l.concept)).toEqual(tokens.slice(0, 12));
    const small = first(world, { newest: tokens, maxChars: 200 });
    expect(small.block?.length).toBeLessThanOrEqual(200);
    expect(small.lines.length).toBe(
      Math.floor((200 - '<recollection>\n</recollection>'.length) / 'concept_00: [type] repo\n'.length),
    );
  });

  it('a concept with very many facts leaves room for others', () => {
    const world = new World();
    for (let i = 0; i < 500; i++) world.fact('hub', `dim_${i}`, `parent_${i}`);
    world.fact('small', 'type', 'repo');
    const { block, lines } = first(world, { newest: ['hub', 'small'] });
    expect(lines.map((l) => l.concept)).toEqual(['hub', 'small']);
    expect(lines[0]?.line.length).toBeLessThanOrEqual(1200);
    expect(lines[0]?.line).toMatch(/^hub: \[dim_499\] parent_499 .* parent_\d+$/);
    expect(block?.length).toBeLessThanOrEqual(2400);
  });

  it('the cap is a share of the context length where that is known', () => {
    expect(charCap(DEFAULT_SETTINGS)).toBe(2400);
    expect(charCap(DEFAULT_SETTINGS, 4096)).toBe(819);
    expect(charCap(DEFAULT_SETTINGS, 1_000_000)).toBe(2400);
  });
});

describe('within a conversation', () => {
  it('a lowered cap or floor takes effect, and keeps the order of what stays', () => {
    const world = new World();
    world.fact('bb', 'type', 'repo', { confidence: 0.7 });
    world.fact('cc', 'type', 'repo');
    world.fact('aa', 'type', 'repo');
    const block = new ConversationBlock();
    ask(world, block, { newest: ['bb'] });
    ask(world, block, { newest: ['aa', 'cc'] });
    const names = (request: Ask) => ask(world, block, request).lines.map((l) => l.concept);
    expect(names({ newest: [] })).toEqual(['bb', 'aa', 'cc']);
    expect(names({ newest: [], settings: { recollection_confidence_floor: 0.8 } })).toEqual(['aa', 'cc']);
    expect(names({ newest: [], settings: { recollection_max_concepts: 1 } })).toEqual(['aa']);
  });

  it('a withdrawn fact leaves the block, and comes back when it is let in again', () => {
    const world = new World();
    const edgeId = world.fact('gnommoweb', 'type', 'repo');
    const block = new ConversationBlock();
    ask(world, block, { newest: ['gnommoweb'] });
    world.fact('gnommoweb', 'type', 'repo', { edgeId, doNotUse: true });
    expect(ask(world, block, { newest: ['gnommoweb'] })).toMatchObject({ block: null, changed: true });
    world.fact('gnommoweb', 'type', 'repo', { edgeId });
    expect(ask(world, block, { newest: ['gnommoweb'] }).block).toContain('gnommoweb: [type] repo');
  });

  it('decay moves nothing that is shown, however much time passes and whatever the half-life becomes', () => {
    const world = seedExample();
    const block = new ConversationBlock();
    const before = ask(world, block, { newest: ['dobby', 'gnommoweb'] }).block;
    for (const [days, halfLife] of [
      [10, 30],
      [80, 0.1],
      [89, 36_500],
    ] as const) {
      const settings = { recency_half_life_days: halfLife };
      const { block: after, changed } = ask(world, block, { now: NOW + days * DAY, settings });
      expect([after, changed]).toEqual([before, false]);
    }
  });

  it('a fact that grows old stays as it was shown: silence does not move the block', () => {
    const world = new World();
    world.fact('gnommoweb', 'type', 'repo');
    const block = new ConversationBlock();
    const { block: before } = ask(world, block, { newest: ['gnommoweb'] });
    expect(ask(world, block, { newest: [], now: NOW + 365 * DAY })).toMatchObject({
      block: before,
      changed: false,
    });
  });
});

// --- stability over random conversations

const TOKENS = ['aa', 'bb', 'cc', 'dd', 'ee', 'ff'];
const DIMS = ['type', 'membership'];
const token = fc.constantFrom(...TOKENS);
const dim = fc.constantFrom(...DIMS);
const change = fc.oneof(
  fc.record({ kind: fc.constant('fact' as const), token, dim, parent: token, doNotUse: fc.boolean() }),
  fc.record({ kind: fc.constant('pending' as const), token, dim, count: fc.integer({ min: 0, max: 1 }) }),
  fc.record({ kind: fc.constant('encounter' as const), token, times: fc.integer({ min: 1, max: 9 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer C> ? C : never;
const turn = fc.record({
  newest: fc.uniqueArray(token),
  older: fc.uniqueArray(token),
  changes: fc.array(change, { maxLength: 2 }),
});

function apply(world: World, one: Change): void {
  if (one.kind === 'fact') {
    world.fact(one.token, one.dim, one.parent, {
      edgeId: TOKENS.indexOf(one.token) * 2 + DIMS.indexOf(one.dim) + 1,
      doNotUse: one.doNotUse,
    });
  } else if (one.kind === 'pending') world.pending(one.token, one.dim, one.count);
  else world.graph.encounter(world.id(one.token), one.times, NOW);
}

describe('over any conversation', () => {
  it('the facts of a block only grow at their end unless a concept they show changed; caps hold; a replay gives the same bytes', () => {
    fc.assert(
      fc.property(
        fc.array(turn, { maxLength: 12 }),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 200, max: 900 }),
        (turns, maxConcepts, maxChars) => {
          const play = () => {
            const world = new World();
            for (const name of [...DIMS, ...TOKENS]) world.id(name);
            const block = new ConversationBlock();
            const settings = { recollection_max_concepts: maxConcepts, recollection_max_chars: maxChars };
            let before: string | null = null;
            let shown: string[] = [];
            let opened = '';
            const blocks: (string | null)[] = [];
            for (const { newest, older, changes } of turns) {
              const stamps = shown.map((name) => world.graph.stamp('default', world.id(name)));
              for (const one of changes) apply(world, one);
              const still = shown.every(
                (name, i) => world.graph.stamp('default', world.id(name)) === stamps[i],
              );
              const update = ask(world, block, { newest, older, settings });
              if (still) expect(update.block?.startsWith(opened) ?? opened === '').toBe(true);
              expect(update.changed).toBe(update.block !== before);
              expect(update.block?.length ?? 0).toBeLessThanOrEqual(maxChars);
              expect(update.lines.length).toBeLessThanOrEqual(maxConcepts);
              expect(update.lines.filter((l) => l.kind === 'zero_hit').length).toBeLessThanOrEqual(2);
              const body = update.lines.map((l) => `${l.line}\n`).join('');
              expect(update.block).toBe(body === '' ? null : `<recollection>\n${body}</recollection>`);
              before = update.block;
              // Questions stand at the end, and in this block alone.
              const facts = update.lines.filter((l) => l.kind === 'edges');
              opened =
                facts.length === 0 ? '' : `<recollection>\n${facts.map((l) => `${l.line}\n`).join('')}`;
              shown = facts.map((l) => l.concept);
              blocks.push(before);
            }
            return blocks;
          };
          expect(play()).toEqual(play());
        },
      ),
      { numRuns: runs(400) },
    );
  });
});
