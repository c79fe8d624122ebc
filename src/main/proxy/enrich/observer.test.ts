// Promises: observing works in slices between which other work runs, is bounded, and reads each segment once a family.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { HELD_OUT, KINDS, Picker } from '../../../shared/testing/secret-kinds.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { ScopedGraph } from '../../graph/columns/scoped-graph.ts';
import { cueSteps } from '../../graph/cues/cues.ts';
import { ConversationBlock } from '../../graph/recollect/recollection.ts';
import { tokenise } from '../../graph/text/tokenise.ts';
import type { PromptTurn } from '../body/prompt-turns.ts';
import { NO_METRICS } from '../ports.ts';
import { NOW, smallGraph } from '../testing/rig.ts';
import { Family } from './conversation.ts';
import { MentionLedger } from './mentions.ts';
import { Observer } from './observer.ts';

const turn = (text: string, role: PromptTurn['role'] = 'user'): PromptTurn => ({
  role,
  start: 0,
  end: 1,
  calls: null,
  unreadBytes: 0,
  read: () => [{ role, text }],
});

function start() {
  const counts = new Map<string, number>();
  const facts: string[] = [];
  const dropped: number[] = [];
  let now = 0;
  const graph = smallGraph();
  const observer = new Observer({
    memory: {
      meet: (ids) => {
        for (const token of ids.map((id) => graph.tokenOf(id)))
          counts.set(token, (counts.get(token) ?? 0) + 1);
      },
      encounter: (tokens) => {
        for (const [token, times] of tokens) counts.set(token, (counts.get(token) ?? 0) + times);
      },
      learn: ({ triples }) => facts.push(...triples.map(({ subject, parent }) => `${subject} ${parent}`)),
      readLater: () => undefined,
      openNames: () => new Set(),
      hear() {},
      logInjection() {},
    },
    scanCues: cueSteps,
    lexicon: graphLexicon(graph),
    clock: { now: () => NOW, monotonic: () => ++now, after: () => () => {} }, // every look at the clock takes a millisecond
    metrics: { ...NO_METRICS, observationDropped: (bytes) => dropped.push(bytes) },
    log: { debug() {}, warn() {}, error() {} },
    graph: new ScopedGraph(graph),
    *judge() {},
    isKnown: (_project, { subject }) => subject === 'knownbot',
    onLeftOut() {},
    onLesson() {},
  });
  const observe = (family: Family, bytes: number, ...turns: PromptTurn[]) =>
    observer.observe({
      family,
      questions: {
        conversation: {
          ...{ project: 'default', wanted: new Map(), block: new ConversationBlock() },
          mentions: new MentionLedger(new ScopedGraph(graph), 'default', graphLexicon(graph)),
        },
        ...{ turns, body: Buffer.alloc(bytes), settings: DEFAULT_SETTINGS, mayAsk: true },
      },
      turns,
      read: new Map(),
      requestId: 'r',
      client: 'c',
      project: 'default',
      scope: 'default',
      conversation: 'k',
      body: Buffer.alloc(bytes),
    });
  return { observer, observe, counts, facts, dropped };
}

describe('Observer', () => {
  it('lets other work run between its slices, and still counts everything', async () => {
    const { observer, observe, counts } = start();
    observe(new Family('f'), 1, turn('betabot is here and there. '.repeat(9000)));
    let others = 0;
    let isOver = false;
    const other = () => {
      others++;
      if (!isOver) setImmediate(other);
    };
    setImmediate(other);
    await observer.idle();
    isOver = true;
    expect(counts.get('betabot')).toBe(9000);
    expect(others).toBeGreaterThan(5);
  });

  it('cuts long prose without losing or doubling a sentence', async () => {
    const { observer, observe, facts } = start();
    const lines = Array.from(
      { length: 700 },
      (_, n) => `Bot${n} is a server. ${'So much for that one. '.repeat(2)}`,
    );
    observe(new Family('f'), 1, turn(lines.join('\n')));
    await observer.idle();
    expect(facts).toEqual(lines.map((_, n) => `bot${n} server`));
  });

  it('an assistant is no witness for what the memory holds already; a person is', async () => {
    const { observer, observe, facts } = start();
    observe(
      new Family('f'),
      1,
      turn('knownbot is a server. Newbot7 is a server.', 'assistant'),
      turn('Indeed, knownbot is a server.'),
    );
    await observer.idle();
    expect(facts).toEqual(['newbot7 server', 'knownbot server']);
  });

  it('counts a segment once for conversations that open alike', async () => {
    const { observer, observe, counts } = start();
    const family = new Family('f');
    observe(family, 1, turn('betabot'), turn('betabot'), turn('gammabot'));
    observe(family, 1, turn('betabot'));
    observe(new Family('other'), 1, turn('betabot'));
    await observer.idle();
    expect(Object.fromEntries(counts)).toEqual({ betabot: 2, gammabot: 1 });
  });

  it('counts words of what people write wherever they stand, of system prompts and tools only prose, and no noise', async () => {
    const { observer, observe, counts } = start();
    observe(
      new Family('f'),
      1,
      turn('run `betabot` 42 3fa85f64-5717-4562-b3fc-2c963f66afa6'),
      turn('about gammabot\n```\ndeltabot\n```', 'system'),
      turn('{"zetabot": "etabot"}', 'tool'),
    );
    await observer.idle();
    expect([...counts.keys()].sort()).toEqual(['about', 'betabot', 'gammabot', 'run']);
  });

  it('drops what it cannot hold, and says so', async () => {
    const { observer, observe, counts, dropped } = start();
    observe(new Family('a'), 60_000_000, turn('betabot'));
    observe(new Family('b'), 60_000_000, turn('gammabot'));
    await observer.idle();
    expect(dropped).toEqual([60_000_000]);
    expect([...counts.keys()]).toEqual(['betabot']);
  });
});

describe('Observer and secrets (memory D25)', () => {
  const seen = async (...turns: PromptTurn[]) => {
    const { observer, observe, counts, facts } = start();
    observe(new Family('f'), 1, ...turns);
    await observer.idle();
    return { words: [...counts.keys()], facts };
  };

  it.each(['user', 'assistant', 'tool', 'system'] as const)(
    'counts none of them in a turn of %s',
    async (role) => {
      for (const { name, make } of [...KINDS, ...HELD_OUT]) {
        const { text, secrets } = make(new Picker(42));
        const { words } = await seen(turn(`The gulls are loud.\n${text}\nThe gulls are loud.`, role));
        const kept = words.filter((word) => secrets.some((secret) => tokenise(secret).includes(word)));
        expect(kept, name).toEqual([]);
      }
    },
  );

  it('sees them across the borders of slices, paragraphs and the longest segment', async () => {
    const filler = 'Gulls cry over the old harbour. ';
    for (const at of [4080, 4096, 8170, 8192, 262_130, 262_144]) {
      const before = filler.repeat(9000).slice(0, at - 20);
      const { words } = await seen(turn(`${before} the password is\nkulopa421 and ${filler.repeat(3)}`));
      expect(words.filter((word) => word.includes('kulopa'))).toEqual([]);
      expect(words).toContain('harbour');
    }
  });

  it('takes a short answer to a question for a password for one, and a later sentence for a sentence', async () => {
    const asked = turn('I can log in for you. What is the password for the NAS?', 'assistant');
    const { words } = await seen(
      asked,
      turn('kulopa421'),
      turn('Thanks. The gnommoweb server is up again now.'),
    );
    expect(words).not.toContain('kulopa421');
    expect(words).toContain('gnommoweb');
  });

  it('learns no fact that names one', async () => {
    const key = `ghp_${new Picker(3).b62(36)}`;
    const { facts } = await seen(
      turn(
        `Note that ${key} is a repo. gnommoweb is a repo of Glitch University. The password is Kulopa42, it runs on Fugu.`,
      ),
    );
    expect(facts.join(' ').toLowerCase()).not.toMatch(/ghp_|redacted|kulopa/);
    expect(facts).toContain('gnommoweb repo');
  });
});
