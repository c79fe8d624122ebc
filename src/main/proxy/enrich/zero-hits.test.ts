// Promises: agents are asked about names a conversation uses in plain prose, and about nothing else (memory D22), case by case,
// through the enricher, with what was sent counted as the observer counts it.
import { describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/model/settings.ts';
import { graphLexicon } from '../../graph/columns/lexicon.ts';
import type { OrdinaryWords } from '../../graph/text/particular.ts';
import { isNoiseToken, tokenise } from '../../graph/text/tokenise.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { fact, NOW, smallGraph } from '../testing/rig.ts';
import { Enricher } from './enrich.ts';

const everybodysWords = ordinaryWords(await readWordLists());

interface Options {
  readonly settings?: Partial<Settings>;
  readonly words?: () => OrdinaryWords | null;
  readonly mayAsk?: (client: string) => boolean;
}

function start({ settings = {}, words = () => everybodysWords, mayAsk }: Options = {}) {
  const graph = smallGraph();
  const enricher = new Enricher({
    graph,
    lexicon: graphLexicon(graph),
    settings: () => ({ ...DEFAULT_SETTINGS, ...settings }),
    clock: { now: () => NOW, monotonic: () => 0 },
    contextTokens: () => undefined,
    ordinaryWords: words,
    ...(mayAsk ? { mayAsk } : {}),
  });
  let nextId = 5000;
  /** What the observer does behind the request: every word gets an id, and is counted. */
  const count = (text: string) => {
    for (const token of tokenise(text).filter((one) => !isNoiseToken(one))) {
      const id = graph.conceptId(token) ?? nextId++;
      if (graph.concept(id) === undefined) {
        graph.putConcept({ id, token, encounterCount: 0, lastSeen: NOW, novelty: 0, common: false });
      }
      graph.encounter(id, 1, NOW);
    }
  };
  /** Sends a conversation turn by turn. @returns what was asked on the way */
  const send = (...messages: Message[]) => {
    const asked: string[] = [];
    for (let last = 1; last <= messages.length; last++) {
      const said = messages.slice(0, last);
      const isPrompt = said.at(-1)?.role !== 'assistant';
      if (isPrompt) {
        const body = Buffer.from(JSON.stringify({ model: 'm', messages: said }));
        const request = { route: 'chat', body, project: 'default', client: 'c' } as const;
        const { lines, observation } = enricher.enrich({
          ...request,
          sessionId: null,
          isForeignOrigin: false,
        });
        if (observation) for (const _ of enricher.judge(observation.questions));
        asked.push(...lines.filter(({ kind }) => kind === 'zero_hit').map(({ concept }) => concept));
      }
      count(said.at(-1)?.content ?? '');
    }
    return asked;
  };
  return { graph, send, count };
}

interface Message {
  readonly role: 'user' | 'assistant' | 'system' | 'tool';
  readonly content: string;
}
const user = (content: string): Message => ({ role: 'user', content });
const assistant = (content: string): Message => ({ role: 'assistant', content });
const tool = (content: string): Message => ({ role: 'tool', content });

const USED = [
  user('Please restart zorblatt for me, and tell me when it is done.'),
  assistant('I have restarted zorblatt, and it is back now.'),
  user('Is zorblatt well again, as far as you can see?'),
];

describe('asked is', () => {
  it('a name that a person or an agent used in two messages', () => {
    expect(start().send(...USED)).toEqual(['zorblatt']);
  });

  it('a name that was used in two conversations', () => {
    const { send } = start();
    expect(send(user('Please look at zorblatt, it is slow. Or is zorblatt down?'))).toEqual([]);
    expect(send(user('Why is zorblatt slow again today?'))).toEqual([]);
    expect(send(user('Could you make zorblatt fast for good?'))).toEqual(['zorblatt']);
  });

  it.each(['quibblefax', 'kestrel9', 'hypatia-7'])('%s in the third of a person’s turns', (name) => {
    const turns = [`Restart ${name}, please.`, `Is ${name} up again now?`, `What is the load on ${name}?`];
    const said = turns.flatMap((text) => [user(text), assistant('Done.')]).slice(0, -1);
    expect(start().send(...said)).toEqual([name]);
    expect(start().send(...said.slice(0, -1))).toEqual([]);
  });

  it('also who calls it by its name in one word: the lists know what English is', () => {
    const { send, count } = start();
    count('zorblatt zorblatt zorblatt');
    expect(send(user('zorblatt?'), assistant('What about zorblatt?'), user('zorblatt!'))).toEqual([
      'zorblatt',
    ]);
  });
});

describe('not asked is', () => {
  it.each<[string, Message[]]>([
    [
      'what was used once',
      [user('Is zorblatt well?'), assistant('It is.'), user('Good, thank you very much.')],
    ],
    [
      'what only a tool said',
      [
        user('What is running there?'),
        tool('zorblatt is up. zorblatt is well.'),
        tool('zorblatt is up'),
        user('And now?'),
      ],
    ],
    [
      'what only the system prompt and one message name',
      [
        { role: 'system', content: 'You watch zorblatt. zorblatt is old. Ask zorblatt.' },
        user('Is zorblatt well?'),
      ],
    ],
    [
      'what the system prompt names too: a framework explains its own words',
      [{ role: 'system', content: 'You are Zorblatt, a helpful assistant.' }, ...USED],
    ],
    [
      'what stands in code',
      [
        user('Run `zorblatt up` please.'),
        assistant('```\nzorblatt up\n```\nDone.'),
        user('Again `zorblatt up` now.'),
      ],
    ],
    [
      'an identifier',
      [
        user('Call zorblattRun() for me.'),
        assistant('I called zorblattRun, it works.'),
        user('Is zorblattRun fast enough?'),
      ],
    ],
    [
      'what stands in lines of code that nobody marked',
      [
        user('Change import { zorblatt, other } from there, please.'),
        assistant('Here it is now:\nimport { other, zorblatt } from there'),
        user('root@host:/srv (zorblatt) $\nWhat is wrong with this now?'),
      ],
    ],
    [
      'a path and a file',
      [
        user('Open src/zorblatt/kludge.ts now.'),
        assistant('See src/zorblatt/kludge.ts there.'),
        user('And zorblatt.py?'),
      ],
    ],
    [
      'a name in a language of which we know no words',
      [
        user('Bitte starte den Zorblattserver neu, danach geht es bestimmt wieder.'),
        assistant('Der Zorblattserver wurde neu gestartet und antwortet jetzt.'),
        user('Läuft der Zorblattserver jetzt ohne jede Störung?'),
      ],
    ],
    [
      'a joined word with an article or in the plural: a common noun',
      [
        user('Add a quibblefax to it, please.'),
        assistant('I have added quibblefax to it now.'),
        user('Is the quibblefax there, or two quibblefaxs?'),
      ],
    ],
    [
      'a word that is often misspelt',
      [
        user('I definately want two networks.'),
        assistant('They are separate now.'),
        user('It is definately better. I definately need it.'),
        assistant('Good.'),
        user('Then it is definately done.'),
      ],
    ],
    [
      'an ordinary word',
      [
        user('Look at the docs and the config of docker.'),
        assistant('The docs of docker name config.'),
        user('The config and docs of docker?'),
      ],
    ],
    ['what a framework’s note names', [user('{"system_warning": "zorblatt is missing"}'), ...USED]],
  ])('%s', (_, messages) => {
    expect(start().send(...messages)).toEqual([]);
  });

  it('what is known, by this or another spelling', () => {
    const { graph, send } = start();
    graph.putConcept({
      id: 300,
      token: 'zor-blatt',
      encounterCount: 1,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
    graph.putEdge(fact(90, 300, graph.conceptId('repo') ?? 0, 1));
    expect(send(...USED)).toEqual([]);
  });

  it('anything, while the lists of words are not there; asked once they are', () => {
    let words: OrdinaryWords | null = null;
    const { send } = start({ words: () => words });
    expect(send(...USED)).toEqual([]);
    words = everybodysWords;
    const more = [assistant('It is well.'), user('And what about zorblatt tomorrow?')];
    const opening = [user('Good morning, agent.'), assistant('Good morning.')];
    expect(send(...opening, ...USED, ...more)).toEqual(['zorblatt']);
  });

  it('a client that is left alone, and more than the setting says', () => {
    expect(start({ mayAsk: (client) => client !== 'c' }).send(...USED)).toEqual([]);
    const names = 'zorblatt quuxifex gremlinctl';
    const three = [
      user(`Please look at ${names.split(' ').join(' and at ')} today.`),
      assistant(`I looked at ${names.split(' ').join(' and then at ')} now.`),
      user(`How are ${names.split(' ').join(' and how is ')} doing?`),
    ];
    expect(start().send(...three)).toHaveLength(2);
    expect(start({ settings: { recollection_max_zero_hits: 0 } }).send(...three)).toEqual([]);
  });
});

it('is asked about in another conversation once it may be asked again', () => {
  let isAsked = false;
  const { send } = start({ mayAsk: () => isAsked });
  expect(send(...USED)).toEqual([]);
  isAsked = true;
  expect(send(user('Good morning, agent.'), assistant('Good morning.'), ...USED)).toEqual(['zorblatt']);
});
