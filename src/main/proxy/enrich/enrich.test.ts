// Promises of the hot path itself: one block per conversation, stable from turn to turn; conversations kept apart; only
// new turns are read; side jobs and control calls pass; the guard gives up in time.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { commonPrefix } from '../body/splice.ts';
import type { PromptRoute } from '../routes.ts';
import { fact, GNOMMOWEB_BLOCK, NOW, smallGraph } from '../testing/rig.ts';
import { ConversationStore } from './conversation.ts';
import { Enricher } from './enrich.ts';
import { applyEnrichment } from './enriched-body.ts';
import type { Enrichment } from './enrichment.ts';

const everybodysWords = ordinaryWords(await readWordLists());

function start(
  settings: Partial<Settings> = {},
  ticks: () => number = () => 0,
  conversations = new ConversationStore(),
) {
  const graph = smallGraph();
  const enricher = new Enricher({
    graph,
    lexicon: graphLexicon(graph),
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    clock: { now: () => NOW, monotonic: ticks },
    ordinaryWords: () => everybodysWords,
    contextTokens: (model) => (model === 'tiny' ? 512 : undefined),
    conversations,
  });
  const send = (
    body: unknown,
    route: PromptRoute = 'chat',
    more: { project?: string; sessionId?: string; origin?: boolean } = {},
  ) =>
    enricher.enrich({
      route,
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      project: more.project ?? 'default',
      sessionId: more.sessionId ?? null,
      isForeignOrigin: more.origin ?? false,
    });
  return { graph, enricher, conversations, send };
}

const user = (content: unknown) => ({ role: 'user', content });
const assistant = (content: string) => ({ role: 'assistant', content });
const system = (content: string) => ({ role: 'system', content });
const chat = (...messages: object[]) => ({ model: 'm', messages });
const blockOf = (enrichment: Enrichment) => enrichment.planned?.block ?? null;

describe('what is recalled', () => {
  it('the fact about a concept the user names', () => {
    const { send } = start();
    const enrichment = send(chat(user('what is gnommoweb')));
    expect(blockOf(enrichment)).toBe(GNOMMOWEB_BLOCK);
    expect(enrichment).toMatchObject({ reason: 'injected', model: 'm', streamed: true });
    expect(enrichment.lines).toMatchObject([
      { concept: 'gnommoweb', kind: 'edges', why: 'named_now', edgeIds: [1] },
    ]);
  });

  it('nothing for words nobody knows, and nothing of another project', () => {
    const { send } = start();
    expect(send(chat(user('what is frobnitz'))).reason).toBe('nothing_to_recall');
    expect(send(chat(user('what is gnommoweb')), 'chat', { project: 'other' }).reason).toBe('injected'); // a zero hit
    expect(blockOf(send(chat(user('what is gnommoweb now')), 'chat', { project: 'other' }))).toContain(
      '? gnommoweb',
    );
  });

  it('what only stands in [EXTRAS] or in our own block is not named', () => {
    const { send, graph } = start();
    graph.putConcept({
      id: 101,
      token: 'gnommoweb',
      encounterCount: 0,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
    expect(send(chat(user('hello\n[EXTRAS]\n{"memories": "gnommoweb"}'))).reason).toBe('nothing_to_recall');
    expect(send(chat(system(GNOMMOWEB_BLOCK), user('hello'))).reason).toBe('nothing_to_recall');
  });

  it('asks about a salient unknown concept in prose only, never in code or tool output', () => {
    const { send, graph } = start();
    graph.putConcept({
      id: 200,
      token: 'zorblatt',
      encounterCount: 9,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
    expect(blockOf(send(chat(user('what is zorblatt'))))).toContain('? zorblatt: no recollection');
    expect(send(chat(user('run `zorblatt --now` please'))).reason).toBe('nothing_to_recall');
    expect(send(chat(user('hello there'), { role: 'tool', content: 'zorblatt is running' })).reason).toBe(
      'nothing_to_recall',
    );
    expect(blockOf(send(chat(user('run `zorblatt`, is zorblatt up'))))).toContain('? zorblatt');
  });

  it("no more than the model's context allows", () => {
    const { send } = start();
    expect(send({ ...chat(user('what is gnommoweb')), options: { num_ctx: 200 } }).reason).toBe(
      'nothing_to_recall',
    );
    expect(send({ ...chat(user('about gnommoweb')), model: 'tiny' }).reason).toBe('injected');
  });
});

describe('what passes untouched', () => {
  it.each<[string, PromptRoute, unknown]>([
    ['empty_call', 'chat', { model: 'm', messages: [], keep_alive: 0 }],
    ['empty_call', 'chat', { model: 'm' }],
    ['empty_call', 'generate', { model: 'm', prompt: '', keep_alive: -1 }],
    ['empty_call', 'generate', { model: 'm' }],
    ['empty_call', 'openai_responses', { model: 'm', input: null }],
    ['raw', 'generate', { model: 'm', prompt: 'gnommoweb', raw: true }],
    ['suffix', 'generate', { model: 'm', prompt: 'gnommoweb', suffix: 'x' }],
    ['suffix', 'openai_completions', { model: 'm', prompt: 'gnommoweb', suffix: 'x' }],
    ['utility_call', 'chat', { model: 'm', messages: [user('gnommoweb')], format: 'json' }],
    ['utility_call', 'chat', { model: 'm', messages: [user('gnommoweb')], format: { type: 'object' } }],
    [
      'utility_call',
      'openai_chat',
      { messages: [user('gnommoweb')], response_format: { type: 'json_object' } },
    ],
    ['utility_call', 'openai_responses', { input: 'gnommoweb', text: { format: { type: 'json_schema' } } }],
    [
      'utility_call',
      'generate',
      { prompt: '### System:\nReturn ONLY a JSON array\n\n### User:\ngnommoweb\n\n' },
    ],
    ['unreadable_body', 'chat', '{"messages":['],
    ['unreadable_body', 'chat', { messages: 'gnommoweb' }],
    ['unreadable_body', 'openai_completions', { prompt: [1, 2, 3] }],
  ])('%s on %s: %j', (reason, route, body) => {
    const { send, conversations } = start();
    expect(send(body, route)).toMatchObject({ reason, planned: null, observation: null });
    expect(conversations.size).toBe(0);
  });

  it('a prompt of a foreign page is neither enriched nor observed', () => {
    expect(start().send(chat(user('gnommoweb')), 'chat', { origin: true })).toMatchObject({
      reason: 'foreign_origin',
      observation: null,
    });
  });

  it('not: format that says text, an empty suffix, raw false', () => {
    const { send } = start();
    expect(send({ ...chat(user('gnommoweb')), format: '', raw: false }).reason).toBe('injected');
    expect(send({ prompt: 'gnommoweb', suffix: '' }, 'generate').reason).toBe('injected');
    expect(
      send({ messages: [user('gnommoweb')], response_format: { type: 'text' } }, 'openai_chat').reason,
    ).toBe('injected');
  });

  it('with recollections off a prompt is still observed', () => {
    const enrichment = start({ recollection_enabled: false }).send(chat(user('gnommoweb')));
    expect(enrichment).toMatchObject({ reason: 'disabled', planned: null });
    expect(enrichment.observation?.turns).toHaveLength(1);
  });

  it('with a slow clock the newest turn is served at once, and older ones catch up from request to request', () => {
    let now = 0;
    const { send } = start({ enrichment_guard_ms: 50 }, () => (now += 10));
    const prompt = chat(
      user('what is gnommoweb'),
      assistant('a repo'),
      user('and so on'),
      assistant('yes'),
      user('hello'),
    );
    const blocks = Array.from({ length: 6 }, () => {
      const enrichment = send(prompt);
      return [enrichment.reason, blockOf(enrichment)];
    });
    expect(blocks[0]).toEqual(['nothing_to_recall', null]);
    expect(blocks.at(-1), 'the oldest turn names it').toEqual(['injected', GNOMMOWEB_BLOCK]);
  });

  it('when even the newest turn takes too long the guard gives up', () => {
    let now = 0;
    const { send } = start({ enrichment_guard_ms: 50 }, () => (now += 60));
    expect(send(chat(user('what is gnommoweb'))).reason).toBe('too_slow');
  });
});

describe('a conversation', () => {
  it('keeps its block byte for byte while it grows, and appends what is newly named', () => {
    const { send, graph } = start();
    const history: object[] = [system('Be kind.'), user('what is gnommoweb')];
    const blocks: (string | null)[] = [];
    for (let turn = 0; turn < 6; turn++) {
      blocks.push(blockOf(send(chat(...history))));
      history.push(assistant(`answer ${turn}`), user(`go on with step ${turn}`));
    }
    expect(new Set(blocks)).toEqual(new Set([GNOMMOWEB_BLOCK]));
    graph.putConcept({
      id: 300,
      token: 'ramanujan',
      encounterCount: 1,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
    graph.putEdge(fact(2, 300, 102, 1));
    const grown = send(chat(...history, assistant('x'), user('and ramanujan')));
    expect(blockOf(grown)).toBe(
      '<recollection>\ngnommoweb: [type] repo\nramanujan: [type] repo\n</recollection>',
    );
    expect(
      new Set([...blocks, blockOf(grown)].map((b) => b?.slice(0, GNOMMOWEB_BLOCK.length - 16))).size,
    ).toBe(1);
  });

  it('observes each turn once, however often it is resent', () => {
    const { send } = start();
    const history: object[] = [system('Be kind.'), user('what is gnommoweb')];
    const observed: number[] = [];
    for (let turn = 0; turn < 4; turn++) {
      observed.push(send(chat(...history)).observation?.turns.length ?? -1);
      history.push(assistant(`answer ${turn}`), user(`go on with step ${turn}`));
    }
    expect(observed).toEqual([2, 2, 2, 2]);
    expect(send(chat(...history.slice(0, -2))).observation?.turns).toHaveLength(0); // a retry
  });

  it('has one id through growth, retries and a rewritten last turn; the system prompt may carry the time', () => {
    const { send } = start();
    const id = (...messages: object[]) => send(chat(...messages)).conversation?.id;
    const first = id(system('Now: 2026-11-21 10:00'), user('hello gnommoweb'));
    expect(
      id(system('Now: 2026-11-21 10:01'), user('hello gnommoweb'), assistant('a'), user('b\n[EXTRAS]\n{}')),
    ).toBe(first);
    expect(
      id(
        system('Now: 2026-11-21 10:02'),
        user('hello gnommoweb'),
        assistant('a'),
        user('b'),
        assistant('c'),
        user('d'),
      ),
    ).toBe(first);
    expect(
      id(
        system('Now: 2026-11-21 10:02'),
        user('hello gnommoweb'),
        assistant('a'),
        user('b'),
        assistant('c'),
        user('e'),
      ),
    ).toBe(first);
  });

  it.each([
    ['told apart by hashes', 'Be kind.'],
    ['told apart by bytes', 'Be kind. '.repeat(100)],
  ])('is another one when it opens alike and goes on differently: %s', (_how, prompt) => {
    const { send } = start();
    const id = (...messages: object[]) => send(chat(system(prompt), ...messages)).conversation?.id;
    const one = id(user('hello'), assistant('a'), user('one'), assistant('b'), user('more'));
    const two = id(user('hello'), assistant('x'), user('two'), assistant('y'), user('more'));
    expect(two).not.toBe(one);
    expect(
      id(user('hello'), assistant('a'), user('one'), assistant('b'), user('more'), assistant('c'), user('d')),
    ).toBe(one);
    expect(
      id(user('hello'), assistant('x'), user('two'), assistant('y'), user('more'), assistant('c'), user('d')),
    ).toBe(two);
  });

  it('is another one for another system prompt, project or session, and one across restarts of the history in a session', () => {
    const { send } = start();
    const base = send(chat(system('A'), user('hello'))).conversation?.id;
    expect(send(chat(system('B'), user('hello'))).conversation?.id).not.toBe(base);
    expect(send(chat(system('A'), user('hello')), 'chat', { project: 'other' }).conversation?.id).not.toBe(
      base,
    );
    const session = send(chat(system('A'), user('hello')), 'chat', { sessionId: 's1' }).conversation?.id;
    expect(session).not.toBe(base);
    expect(
      send(chat(system('A'), user('something else')), 'chat', { sessionId: 's1' }).conversation?.id,
    ).toBe(session);
  });

  it('is the same whether or not the agent sends our block back', () => {
    const { send, enricher } = start();
    const sent = Buffer.from(JSON.stringify(chat(system('Be kind.'), user('what is gnommoweb'))));
    const first = enricher.enrich({
      route: 'chat',
      body: sent,
      project: 'default',
      sessionId: null,
      isForeignOrigin: false,
    });
    const enriched = JSON.parse(Buffer.concat(applyEnrichment(first, sent, '').pieces).toString()) as {
      messages: object[];
    };
    const again = send(chat(...enriched.messages, assistant('a'), user('hello')));
    expect(again.conversation?.id).toBe(first.conversation?.id);
    expect(blockOf(again)).toBe(blockOf(first));
  });

  it('says how much of the prompt stayed an identical prefix', () => {
    const { enricher } = start();
    const sent: Buffer[] = [];
    const prefixes: number[] = [];
    for (const messages of [
      [user('what is gnommoweb')],
      [user('what is gnommoweb'), assistant('a repo'), user('more')],
    ]) {
      const body = Buffer.from(JSON.stringify(chat(system('Be kind.'), ...messages)));
      const enrichment = enricher.enrich({
        route: 'chat',
        body,
        project: 'default',
        sessionId: null,
        isForeignOrigin: false,
      });
      const enriched = applyEnrichment(enrichment, body, '');
      sent.push(Buffer.concat(enriched.pieces));
      prefixes.push(enriched.prefixBytes);
    }
    const [before, after] = sent as [Buffer, Buffer];
    let same = 0;
    while (before[same] === after[same]) same++;
    expect(prefixes).toEqual([0, same]);
  });
});

describe('a block', () => {
  /** A graph of more names that are known. */
  function known(graph: ReturnType<typeof smallGraph>, tokens: readonly string[]): void {
    for (const [n, token] of tokens.entries()) {
      const concept = { id: 300 + n, token, encounterCount: 1, lastSeen: 0, novelty: 0, common: false };
      graph.putConcept(concept);
      graph.putEdge(fact(10 + n, 300 + n, 102, 1));
    }
  }

  it('fits the context of the model that is asked now, also where another was asked before', () => {
    const { send, graph } = start();
    const tokens = Array.from({ length: 12 }, (_, n) => `ramanujan-notebook-${n}`);
    known(graph, tokens);
    const messages = [user(`compare ${tokens.join(' ')}`)];
    const large = { model: 'm', options: { num_ctx: 131_072 }, messages };
    expect(blockOf(send(large))?.length).toBeGreaterThan(300);
    const small = {
      ...large,
      options: { num_ctx: 1024 },
      messages: [...messages, assistant('a'), user('go on')],
    };
    expect(blockOf(send(small))?.length ?? 0).toBeLessThanOrEqual(0.05 * 4 * 1024);
  });

  it('stays as it was for each of many who opened alike, whatever the others go on with', () => {
    const { send, graph } = start();
    const people = 20;
    known(
      graph,
      Array.from({ length: people }, (_, n) => `ramanujan-${n}`),
    );
    const histories = Array.from({ length: people }, () => [user('hello')]);
    const ids = histories.map(() => new Set<string | undefined>());
    for (let turn = 0; turn < 4; turn++) {
      for (const [n, history] of histories.entries()) {
        history.push(assistant(`to ${n} in ${turn}`), user(`what is ramanujan-${n} in ${turn}`));
        ids[n]?.add(send(chat(...history)).conversation?.id);
      }
    }
    expect(ids.map(({ size }) => size)).toEqual(ids.map(() => 1));
  });
});

describe('what Ollama reads in any case', () => {
  const sent = (body: object, route: PromptRoute) => {
    const { send } = start();
    const text = JSON.stringify(body);
    return JSON.parse(
      Buffer.concat(
        applyEnrichment(send(text, route), Buffer.from(text), 'I am the model.').pieces,
      ).toString(),
    );
  };

  it('a system text under another spelling of its name is the one that grows', () => {
    const body = { Model: 'm', prompt: 'what is gnommoweb', System: 'You are a pirate.' };
    expect(sent(body, 'generate')).toEqual({ ...body, System: `${GNOMMOWEB_BLOCK}\n\nYou are a pirate.` });
  });

  it('a role in capitals is a role', () => {
    const messages = [
      { role: 'SYSTEM', content: 'You are a pirate.' },
      { role: 'User', content: 'what is gnommoweb' },
    ];
    expect(sent(chat(...messages), 'chat').messages).toEqual([
      { role: 'SYSTEM', content: `${GNOMMOWEB_BLOCK}\n\nYou are a pirate.` },
      messages[1],
    ]);
  });
});

describe('the identical prefix that is said', () => {
  const OFF = { recollection_enabled: false };
  const call = (n: number) => [
    assistant(`{"tool_name":"ls","tool_args":{"n":${n}}}`),
    user('{"tool_result":"x"}'),
  ];

  /** What is said of each request, and what is true of it. */
  function prefixes(requests: readonly { messages: object[]; settings?: Partial<Settings> }[]) {
    const settings: Partial<Settings> = {};
    const { send } = start(settings);
    let before = Buffer.alloc(0);
    return requests.map(({ messages, settings: change = {} }) => {
      Object.assign(settings, { recollection_enabled: true }, change);
      const body = Buffer.from(JSON.stringify(chat(system('Be kind.'), ...messages)));
      const sent = applyEnrichment(send(body.toString()), body, '');
      const whole = Buffer.concat(sent.pieces);
      const same = commonPrefix(before, whole);
      before = whole;
      return { said: sent.prefixBytes, same };
    });
  }

  it('is no longer than it is, where recollections were off in between', () => {
    const grown = (turns: number) => [
      user('what is gnommoweb'),
      ...Array.from({ length: turns }, (_, n) => [assistant(`a${n}`), user(`b${n}`)]).flat(),
    ];
    const all = prefixes([
      { messages: grown(0) },
      { messages: grown(1), settings: OFF },
      { messages: grown(2) },
      { messages: grown(3) },
    ]);
    for (const { said, same } of all) expect(said).toBeLessThanOrEqual(same);
  });

  it('is no longer than it is, where the copies of a loop were taken out of the request before', () => {
    const looping = (copies: number) => [
      user('list it'),
      ...Array.from({ length: copies }, () => call(0)).flat(),
    ];
    const all = prefixes([
      { messages: looping(5) },
      { messages: looping(6) },
      { messages: [...looping(6), user('Leave it.')] },
    ]);
    for (const { said, same } of all) expect(said).toBeLessThanOrEqual(same);
  });
});

describe('the store of conversations', () => {
  it('stays within its bounds and forgets the least recently used first', () => {
    const conversations = new ConversationStore({ conversations: 3, bytes: 100_000 });
    const started = start({}, undefined, conversations);
    const send = (text: string) => started.send(chat(user(text)));
    for (const text of ['one', 'two', 'three', 'one', 'four']) send(text);
    expect(conversations.size).toBe(3);
    expect(send('one').observation?.turns).toHaveLength(0);
    expect(send('two').observation?.turns).toHaveLength(1);
    send('x'.repeat(200_000));
    expect(conversations.size).toBe(1);
    expect(conversations.bytes).toBeGreaterThan(200_000); // the one in use stays
    send('small');
    expect(conversations.bytes).toBeLessThan(100_000);
  });
});
