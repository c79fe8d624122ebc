// Promise: the figures of `npm run eval:real` are what its material says. Tiny made-up material with a known outcome goes
// through the same readers; a measure that counts a miss as found, or a false reading as true, fails here.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { graphToExplain } from '../../src/main/cli/explain/explain-graph.ts';
import { ordinaryWords } from '../../src/main/store/words/word-lists.ts';
import { readWordLists } from '../../src/main/store/words/word-lists-read.ts';
import { blockIn, readBlock } from './block.ts';
import { falseAlarms, loopsFound } from './loops.ts';
import { type Message, readMaterial } from './material.ts';
import { questionsOf, requestsOf } from './questions.ts';
import { paragraphsOf, precisionOf, readerOf, readPrompts, recallOf } from './reading.ts';
import { recalledOf } from './recalled.ts';
import { eventsOf, toolsOn } from './tools.ts';

const read = readerOf(await graphToExplain(join(import.meta.dirname, 'no-data-directory')));
const dirs: string[] = [];

function directoryOf(files: Record<string, string>): string {
  const dir = mkdtempSync(join(tmpdir(), 'festinger-material-'));
  dirs.push(dir);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(dir, name, '..'), { recursive: true });
    writeFileSync(join(dir, name), text);
  }
  return dir;
}

afterEach(() => {
  for (const dir of dirs.splice(0)) rmSync(dir, { recursive: true, force: true });
});

const isa = (subject: string, parent: string) => ({ subject, parent, dim: 'type', is_isa: true });
const claim = (subject: string[], parent: string[]) => ({ subject, parent, dim: ['type'], is_isa: true });

describe('reading', () => {
  it('counts by the labels people gave to the same text, and hands out what nobody has labelled', () => {
    const [first, second, third] = [
      'Wombatd is a daemon.',
      'Wombatd is a broker.',
      'Wombatd is a scheduler.',
    ];
    const judged = [
      { text: first, triple: isa('wombatd', 'daemon'), label: 'true' as const },
      { text: second, triple: isa('wombatd', 'broker'), label: 'false' as const },
      { text: third, triple: isa('wombatd', 'other'), label: 'true' as const },
    ];
    const passages = [first, second, third, third].map((text, n) => ({ text, source: `${n}.md` }));
    expect(precisionOf(passages, judged, read)).toEqual({
      ...{ texts: 3, read: 3, right: 1, useless: 0, wrong: 1 },
      unlabelled: [{ text: third, triple: isa('wombatd', 'scheduler'), label: null, source: '2.md' }],
    });
  });

  it('finds what is expected under any of its names, and tells what is missed, beside it, and read from nothing', () => {
    const sentence = (text: string, expected: object[]) => ({
      ...{ text, expect: expected as never, optional: [], useless: [] },
    });
    const figures = recallOf(
      [
        sentence('Wombatd is a daemon.', [claim(['wombatd'], ['service_daemon', 'daemon'])]),
        sentence('Wombatd is a broker.', [claim(['wombatd'], ['scheduler'])]),
        sentence('Wombatd was restarted.', []),
        sentence('Quolld is a daemon.', []),
      ],
      read,
    );
    expect(figures).toMatchObject({
      ...{ texts: 4, expected: 2, found: 1, byFirstName: 0 },
      silent: { texts: 2, kept: 1 },
      missed: [{ text: 'Wombatd is a broker.' }],
    });
    expect(figures.others.map(({ triple }) => triple.parent)).toEqual(['broker', 'daemon']);
  });

  it('reads documentation by paragraph, and prompts in each role', () => {
    const text = 'Wombatd is a daemon.\n\n\n  Quolld is a broker.\n';
    expect([...paragraphsOf([{ path: 'a.md', text }])]).toEqual([
      { text: 'Wombatd is a daemon.', source: 'a.md' },
      { text: 'Quolld is a broker.', source: 'a.md' },
    ]);
    const { system, tool, user, paragraphs } = readPrompts([{ path: 'a.md', text }], read);
    expect([system, tool, user, paragraphs].map((list) => list.length)).toEqual([0, 0, 2, 2]);
  });
});

describe('recall', () => {
  it('counts needed facts that are shown, and lines that nobody needs', async () => {
    const lab = {
      facts: ['wombatd -isa daemon', 'quolld -isa broker'],
      prompts: [
        { text: 'Restart wombatd.', needed: ['wombatd'], class: 'plain' },
        { text: 'Is the other one up?', needed: ['quolld'], class: 'unnamed' },
        { text: 'wombatd and quolld: which is older?', needed: ['wombatd'], class: 'plain' },
      ],
    };
    const { all, byClass, misses } = await recalledOf(lab, ordinaryWords(await readWordLists()));
    expect(all).toMatchObject({ needed: 3, shown: 2, lines: 3, unneeded: 1 });
    expect(byClass.get('unnamed')).toMatchObject({ needed: 1, shown: 0, lines: 0 });
    expect(misses.map(({ missing, unneeded }) => [missing, unneeded])).toEqual([
      [['quolld'], []],
      [[], ['quolld']],
    ]);
  });

  it('takes lines and questions apart', () => {
    const prompt =
      'x <recollection>\nwombatd: [type] daemon\n? quolld: no recollection. If\n</recollection> y';
    expect(readBlock(blockIn(prompt))).toEqual({ concepts: ['wombatd'], asked: ['quolld'] });
    expect(blockIn('nothing here')).toBeNull();
  });
});

const user = (content: string): Message => ({ role: 'user', content });
const agent = (content: string): Message => ({ role: 'assistant', content });

describe('conversations', () => {
  it('are replayed as the requests an agent would have sent', () => {
    const messages = [
      user('a'),
      user('b'),
      agent('c'),
      { role: 'tool' as const, content: 'd' },
      agent('e'),
      user('f'),
    ];
    expect(requestsOf(messages).map((request) => request.length)).toEqual([2, 4, 6]);
  });

  it('count each request with a question, and name the word', async () => {
    const ask = (n: number) => [user(`Please look at gnommoweb, attempt ${n}.`), agent('It is up.')];
    const figures = await questionsOf([
      { id: 'naming', messages: [1, 2, 3, 4, 5].flatMap(ask) as [Message, ...Message[]] },
      { id: 'plain', messages: [user('How old is the sun?')] },
    ]);
    expect(figures).toMatchObject({ conversations: 2, requests: 6, asking: 1 });
    expect(figures.withQuestion).toBeGreaterThan(0);
    expect(figures.asked).toEqual([{ word: 'gnommoweb', conversation: 'naming' }]);
  });
});

describe('loops', () => {
  const round = (n: number, command: string, result: string): Message[] => [
    {
      ...{ role: 'assistant', content: '' },
      tool_calls: [
        {
          id: `call_${n}`,
          type: 'function',
          function: { name: 'bash', arguments: JSON.stringify({ command }) },
        },
      ],
    },
    { role: 'tool', tool_call_id: `call_${n}`, content: result },
  ];
  const start = user('Find out why the build fails.');
  const stuck = Array.from({ length: 8 }, (_, n) =>
    round(n, 'make', 'make: *** no rule to make target'),
  ).flat();
  const steady = ['ls', 'cat Makefile', 'git log', 'make all', 'vi Makefile', 'make test'].flatMap(
    (command, n) => round(n, command, `output of step ${command}`),
  );

  it('are found by kind, and a transcript without one raises no alarm', () => {
    const found = loopsFound([
      { id: 'same', loop: 'exact', messages: [start, ...stuck] },
      { id: 'none', loop: 'exact', messages: [start, ...steady] },
    ]);
    expect(found.get('exact')).toEqual({ traces: 2, found: 1, brokenOff: 1, missed: ['none'] });
    const alarms = falseAlarms([
      { id: 'same', messages: [start, ...stuck] },
      { id: 'steady', messages: [start, ...steady] },
    ]);
    expect(alarms).toMatchObject({ traces: 2, requests: 16 });
    expect(alarms.alarms).toMatchObject([{ id: 'same', rule: 'cycle', marked: 6, answered: 2 }]);
  });

  it('leave a person the time to type, and a harness none', () => {
    const again = (answer: string) =>
      Array.from({ length: 4 }, () => [user('Is it up again?'), agent(answer)]).flat();
    const replayed = (answer: string) => {
      const [first, ...others] = again(answer);
      return falseAlarms([{ id: 'a', messages: [first as Message, ...others] }]).alarms.length;
    };
    expect(replayed('It is down.')).toBe(0);
    expect(replayed('I look.\n\n```bash\nsystemctl status web\n```')).toBe(1);
  });
});

describe('material', () => {
  it('is what the directory holds; what is absent is null', () => {
    const dir = directoryOf({
      'recall-sentences.json': JSON.stringify([
        {
          text: 'Wombatd is a daemon.',
          expect: [{ ...isa('wombatd', 'daemon'), parent: ['daemon'] }],
          id: 1,
        },
      ]),
      'docs/b.md': 'two',
      'docs/a/c.txt': 'one',
      'docs/picture.png': 'none',
    });
    const material = readMaterial(dir);
    expect(material.sentences).toEqual([
      { text: 'Wombatd is a daemon.', expect: [claim(['wombatd'], ['daemon'])], optional: [], useless: [] },
    ]);
    expect(material.docs?.map(({ path }) => path)).toEqual(['docs/a/c.txt', 'docs/b.md']);
    expect([material.judged, material.lab, material.requests, material.loops, material.healthy]).toEqual(
      Array.from({ length: 5 }, () => null),
    );
  });

  it.each([
    ['recall-sentences.json', '[{"text": 1}]', /recall-sentences\.json: .*text/s],
    ['requests.jsonl', '\n{"id": "a", "messages": []}', /requests\.jsonl:2: /],
    ['loops.json', 'nothing', /loops\.json: no JSON/],
  ])('%s that is not in form is refused with its name', (name, text, message) => {
    expect(() => readMaterial(directoryOf({ [name]: text }))).toThrow(message);
  });

  it('says which directory is absent', () => {
    expect(() => readMaterial(join(tmpdir(), 'festinger-no-such-material'))).toThrow(/no such directory/);
  });
});

describe('other programs', () => {
  const user = (content: string): Message => ({ role: 'user', content });
  const says = (content: string): Message => ({ role: 'assistant', content });
  const act = (thought: string) => [
    says(`Thought: ${thought}\nAction: Search[gallium]`),
    user('Observation: nothing found'),
  ];
  const loop = {
    id: 'l',
    loop: 'exact' as const,
    messages: [user('Find it.'), ...['a', 'b', 'c', 'd', 'e'].flatMap(act)] as [Message, ...Message[]],
  };
  const calm = { id: 'h', messages: [user('Hi.'), says('Hello.'), user('Bye.')] as [Message, ...Message[]] };

  it('see what was done and what came back, however it is written', () => {
    const native = [
      { ...says(''), tool_calls: [{ id: 'c', function: { name: 'find', arguments: '{"q":1}' } }] },
      { role: 'tool', tool_call_id: 'c', content: 'none' } as Message,
    ];
    expect(
      eventsOf([user('Go.'), ...native, says('I found none.'), user('Look again.'), ...act('so')]),
    ).toEqual([
      { user: 'Go.' },
      { calls: [{ name: 'find', args: { q: 1 } }], thoughts: '', results: ['none'] },
      { agent: 'I found none.' },
      { user: 'Look again.' },
      {
        calls: [{ name: 'Search', args: { text: '[gallium]' } }],
        ...{ thoughts: 'Thought: so\nAction: Search[gallium]', results: ['Observation: nothing found'] },
      },
    ]);
  });

  it('are counted by what they find and what they take for a loop', () => {
    const tools = toolsOn({ loops: [loop], healthy: [calm] }) ?? [];
    const found = Object.fromEntries(tools.map(({ tool, byKind }) => [tool, byKind.exact?.found]));
    expect(found).toMatchObject({ Festinger: 1, opencode: 1, Cline: 1, OpenHands: 1 });
    expect(tools.every(({ alarms, healthy }) => alarms === 0 && healthy === 1)).toBe(true);
    expect(toolsOn({ loops: null, healthy: null })).toBeNull();
  });
});
