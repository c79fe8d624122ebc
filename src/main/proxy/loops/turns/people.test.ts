// Promises (loops, Rule 7): a person's word ends a loop, however often it is said; the words of a harness or an environment do not,
// which come back faster than anybody types or in an envelope, neither one nudge nor a round of results that nothing marks.
import { describe, expect, it } from 'vitest';
import { scanBody } from '../../body/body-scanner.ts';
import type { LoopFinding } from '../finding.ts';
import { LoopMemory } from '../loop-memory.ts';

interface Message {
  readonly role: string;
}
const user = (content: string) => ({ role: 'user', content });
const says = (content: string) => ({ role: 'assistant', content });
const times = (count: number, round: (n: number) => Message[]) =>
  Array.from({ length: count }, (_, n) => round(n)).flat();

/** What is found in the last of the requests of a conversation, each so long after the answer before it. */
function lookAt(pace: number, ...said: Message[]): LoopFinding | null {
  const memory = new LoopMemory();
  const messages = [user('Mend the lamp.'), ...said];
  let found: LoopFinding | null = null;
  for (const [at, { role }] of messages.entries()) {
    if (role === 'assistant') continue;
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: messages.slice(0, at + 1) }));
    const index = scanBody(body, 'openai_chat');
    if (!index) throw new Error('the body is JSON');
    const now = at * 60_000;
    memory.noteWhole('me', now - pace);
    const seen = { body, index, route: 'openai_chat' as const, client: 'me', sharedBytes: 0, now };
    found = memory.look({ ...seen, breakerMs: 300_000, off: new Set() });
  }
  return found;
}
const look = (...said: Message[]) => lookAt(100, ...said);
const call = (n: number) => [
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `c${n}`, type: 'function', function: { name: 'test', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: `c${n}`, content: 'still dark' },
];

describe('a person who asks again', () => {
  const again = (count: number, words: string) =>
    times(count, (n) => [...call(n), says('It is still dark, I am sorry.'), user(words)]);

  it.each([
    'That did not work, try it again.',
    'Volume up',
    'status?',
    'Continue.',
    'next',
    'Your last answer was wrong.',
    'You have 3 steps left.',
  ])('%s: ends its loop, for the tenth time', (words) => {
    expect(lookAt(10_000, ...again(10, words))).toBeNull();
    expect(lookAt(10_000, ...again(10, words), ...call(10), ...call(11))).toBeNull();
  });
  it('is a person at any pace while the agent acts and reports', () => {
    const words = 'That did not work, try it again.';
    expect(lookAt(0, ...again(7, words))).toBeNull();
    expect(lookAt(0, ...again(8, words))).toMatchObject({ rule: 'cycle', period: 2, copies: 3 });
    expect(lookAt(20 * words.length + 1, ...again(10, words))).toBeNull();
  });
  it('is taken for a machine the third time where nobody types so fast and the agent only talks', () => {
    const greets = (count: number) => times(count, () => [says('Hello, how can I help?'), user('Hello')]);
    expect(lookAt(100, ...greets(2))).toBeNull();
    expect(lookAt(100, ...greets(3))).toMatchObject({ rule: 'cycle', period: 1, copies: 3 });
    expect(lookAt(101, ...greets(10))).toBeNull();
  });
  it('with a long text is a person from two seconds on', () => {
    const log = 'error: the lamp is dark. '.repeat(20);
    const shows = times(4, () => [says('I see no cause.'), user(log)]);
    expect(lookAt(2000, ...shows)).toMatchObject({ rule: 'cycle', period: 1 });
    expect(lookAt(2001, ...shows)).toBeNull();
  });
  it('in other words is a person at any pace', () => {
    const words = [
      'Again.',
      'Once more.',
      'And now?',
      'Try it.',
      'Please try.',
      'One more time.',
      'Now?',
      'Hm?',
    ];
    expect(look(...times(8, (n) => [...call(n), says('Still dark.'), user(words[n] as string)]))).toBeNull();
  });
});

describe('a harness', () => {
  it('that counts the steps left resets nothing', () => {
    const round = (n: number) => [
      says('I have no further idea.'),
      user(`Continue. You have ${9 - n} steps left.`),
    ];
    expect(look(...times(2, round))).toBeNull();
    expect(look(...times(3, round))).toMatchObject({ rule: 'cycle', copies: 3 });
  });
  it('that scolds the format resets nothing', () => {
    const scold = 'Your last response did not call a tool. Please call one.';
    expect(look(...times(3, () => [says('The lamp is broken.'), user(scold)]))).not.toBeNull();
  });
});

describe('an environment that marks nothing', () => {
  it('comes back with a round of words', () => {
    const round = () => [
      says('look'),
      user('You see a lamp.'),
      says('inventory'),
      user('You carry nothing.'),
    ];
    expect(look(...times(2, round))).toBeNull();
    expect(look(...times(3, round))).toMatchObject({ rule: 'cycle', period: 2, copies: 3 });
  });
  it('answers an action that is written in text', () => {
    const act = (thought: string) => [
      says(`${thought}\n<action>open door 1</action>`),
      user('The door is locked.'),
    ];
    expect(look(...act('I try.'), ...act('Perhaps now.'))).toBeNull();
    expect(look(...act('I try.'), ...act('Perhaps now.'), ...act('And now.'))).toMatchObject({
      rule: 'cycle',
      copies: 3,
    });
  });
  it('but words behind a final answer are a person’s', () => {
    const answer = (n: number) => [says(`Thought ${n}.\nAction: Finish[42]`), user('That is wrong.')];
    expect(look(...times(2, answer))).toBeNull();
  });
  it('complains where nothing happens, whatever is tried', () => {
    const ways = ['pull it', 'push it', 'turn it', 'lift it', 'shake it', 'kick it', 'hum to it'];
    const tried = (count: number) =>
      ways.slice(0, count).flatMap((way) => [says(way), user('Nothing happens.')]);
    expect(look(...tried(5))).toBeNull();
    expect(look(...tried(6))).toMatchObject({ rule: 'stuck', copies: 6 });
  });
});

describe('a framework that has results as system text', () => {
  const command = (thought: string, result: string) => [
    says(JSON.stringify({ thoughts: { text: thought }, command: { name: 'look', args: { at: 'lamp' } } })),
    { role: 'system', content: `Command look returned: ${result}` },
    user('Determine which command to use next.'),
  ];
  it('gets on where they change', () => {
    const steps = ['dark', 'dim', 'bright', 'hot'].flatMap((result, n) => command(`Thought ${n}.`, result));
    expect(look(...steps)).toBeNull();
  });
  it('is in a loop where they do not', () => {
    const steps = ['So.', 'Hm.', 'Again.'].flatMap((thought) => command(thought, 'dark'));
    expect(look(...steps)).toMatchObject({ rule: 'cycle', copies: 3, tools: ['look'] });
  });
});

describe('a block that is run', () => {
  const ran = (thought: string, command: string, output: string) => [
    says(`${thought}\n\n\`\`\`bash\n${command}\n\`\`\``),
    user(`<returncode>0</returncode>\n<output>\n${output}\n</output>`),
  ];
  it('is the action, whatever is thought of it', () => {
    const same = ['First I look.', 'I look once more.', 'Let me see.'].flatMap((one) =>
      ran(one, 'make', 'no rule to make it'),
    );
    expect(look(...same)).toMatchObject({ rule: 'cycle', copies: 3, tools: ['bash'] });
  });
  it('with nothing to say for itself is no evidence', () => {
    const ways = [
      'mv a b',
      'mkdir c',
      'touch d',
      'cp d e',
      'chmod +x e',
      'rm b',
      'ln -s e f',
      'tmux new',
      'make -s',
    ];
    expect(look(...ways.flatMap((way) => ran('Next.', way, '')))).toBeNull();
  });
  it('in an answer to a person is a part of it', () => {
    const advice = (words: string) => [
      says(`${words}\n\`\`\`bash\nnpm ci\n\`\`\``),
      user('It fails with another error now.'),
    ];
    expect(look(...advice('Try this.'), ...advice('Run it so.'), ...advice('Perhaps so.'))).toBeNull();
  });
});
