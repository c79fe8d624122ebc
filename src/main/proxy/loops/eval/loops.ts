// Traces of agents in a loop, by seeded scripts: every class of loop, in every protocol. Used by corpus.ts.
import { type Trace, type TraceCall, type TraceEvent, WRITINGS, type Writing } from './trace.ts';
import { Dice, opening, progress, someCall, someReply, someThought } from './work.ts';

const NATIVE: readonly Writing[] = ['ollama', 'openai', 'anthropic', 'responses'];
const ZERO: readonly Writing[] = ['zero_flat', 'zero_chat', 'zero_openai'];

/** One copy of a loop's round: the same calls told anew. */
type Round = (dice: Dice, copy: number) => TraceEvent[];

function looping(
  kind: string,
  writings: readonly Writing[],
  each: number,
  copies: number,
  round: (dice: Dice) => Round,
): Trace[] {
  return writings.flatMap((writing, w) =>
    Array.from({ length: each }, (_, n): Trace => {
      const dice = new Dice(kind.length * 7919 + w * 101 + n * 13 + kind.charCodeAt(0));
      const before = opening(dice);
      const tell = round(dice);
      const events = [...before, ...Array.from({ length: copies }, (_, copy) => tell(dice, copy)).flat()];
      return { id: `${kind}/${writing}/${n}`, kind, isLoop: true, writing, events, onset: before.length };
    }),
  );
}

const act = (dice: Dice, call: TraceCall, result: string): TraceEvent => ({
  calls: [call],
  thoughts: someThought(dice),
  results: [result],
});

/** A round of so many different steps, the same in every copy but for the thoughts. */
const cycleOf =
  (period: number) =>
  (dice: Dice): Round => {
    const steps = Array.from({ length: period }, () => [someCall(dice), someReply(dice)] as const);
    return (again) => steps.map(([call, reply]) => act(again, call, reply));
  };

/** One call whose spelling, or whose answer's, is another each time. */
const cosmetic =
  (tell: (dice: Dice, call: TraceCall, reply: string) => { call?: TraceCall; reply?: string }) =>
  (dice: Dice): Round => {
    const call = someCall(dice);
    const reply = someReply(dice);
    return (again) => {
      const told = tell(again, call, reply);
      return [act(again, told.call ?? call, told.reply ?? reply)];
    };
  };

const withArgs = (call: TraceCall, more: Record<string, unknown>): TraceCall => ({
  name: call.name,
  args: { ...call.args, ...more },
});

const spaced = (call: TraceCall, dice: Dice): TraceCall => ({
  name: call.name,
  args: Object.fromEntries(
    Object.entries(call.args).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value.replaceAll(' ', ' '.repeat(1 + dice.below(3))) + ' '.repeat(dice.below(2))
        : value,
    ]),
  ),
});

const shuffled = (call: TraceCall, dice: Dice): TraceCall => ({
  name: call.name,
  args: Object.fromEntries(
    Object.entries({ ...call.args, limit: 5, strict: true }).sort(() => dice.below(3) - 1),
  ),
});

const COSMETICS: Readonly<Record<string, (dice: Dice) => Round>> = {
  'cosmetic: key order': cosmetic((dice, call) => ({ call: shuffled(call, dice) })),
  'cosmetic: spaces': cosmetic((dice, call) => ({ call: spaced(call, dice) })),
  'cosmetic: clock in arguments': cosmetic((dice, call) => ({ call: withArgs(call, { now: dice.clock() }) })),
  'cosmetic: fresh uuid': cosmetic((dice, call) => ({
    call: withArgs(call, { idempotency_key: dice.uuid() }),
  })),
  'cosmetic: temp name': cosmetic((dice) => ({
    call: {
      name: 'code_execution_tool',
      args: { runtime: 'python', code: `open('/tmp/${dice.temp()}/out.txt').read()` },
    },
    reply: `FileNotFoundError: '/tmp/${dice.temp()}/out.txt'`,
  })),
  'cosmetic: times in results': cosmetic((dice, _, reply) => ({
    reply: `[${dice.clock()}] ${reply} (took ${dice.below(900)} ms)`,
  })),
  'cosmetic: pids in results': cosmetic((dice) => ({
    reply: `job failed, pid ${dice.below(90_000)} was killed`,
  })),
  'cosmetic: addresses in results': cosmetic((dice) => ({
    reply: `TypeError: <Page object at 0x7f${dice.hex(10)}> is not callable`,
  })),
  'cosmetic: request ids': cosmetic((dice) => ({
    reply: `500 Internal Server Error (request id: ${dice.uuid()})`,
  })),
};

const REPEATED = 'You have sent the same message again. You have to do something else!';
const MISFORMATTED =
  'You have misformatted your message. Follow system prompt instructions on JSON message formatting precisely.';

const complaining = (key: string, text: string) => (): Round => (dice) => [
  { sent: `I will now ${someThought(dice)} ${dice.hex(6)}`, framework: { [key]: text } },
];

function parallel(dice: Dice): Round {
  const calls = [someCall(dice), someCall(dice)];
  const results = [someReply(dice), 'nothing'];
  return (again) => [{ calls, thoughts: someThought(again), results }];
}

/** A harness drives a plain answer on, and the answer is the same. */
function driven(dice: Dice): Round {
  const text = `I have looked at it and ${someThought(dice).toLowerCase()} Shall I begin?`;
  return () => [{ agent: text }, { user: 'Continue.' }];
}

/** Work between the copies does not hide that the last steps repeat. */
const late = (dice: Dice): Round => {
  const round = cycleOf(1)(dice);
  return (again, copy) =>
    copy === 0 ? [progress(again), progress(again), ...round(again, copy)] : round(again, copy);
};

/** Other actions each time, and one and the same complaint. */
const USAGE = 'usage: mend [-f] <part> <tool>\nmend: the part is not recognised';
const TRIES = [
  'lamp wrench',
  'wrench lamp',
  '-f lamp',
  '--lamp wrench',
  'lamp,wrench',
  '"lamp" wrench',
  'LAMP wrench',
  'lamp',
];
const complained = (): Round => (again, copy) => [
  act(again, { name: 'shell', args: { command: `mend ${TRIES[copy % TRIES.length]}` } }, USAGE),
];

/** The same action, and in what comes back only what is left of a budget moves. */
const counted = (dice: Dice): Round => {
  const call = someCall(dice);
  return (again, copy) => [
    act(
      again,
      call,
      `NameError: name 'lamp' is missing. You have ${20 - copy} steps left to finish the task.`,
    ),
  ];
};

/** A long script of which a word changes, with the same output. */
const SCRIPT = Array.from(
  { length: 40 },
  (_, n) => `line ${n} of the plan says: turn the handle of door ${n}`,
).join('\n');
const nearly = (): Round => (again, copy) => [
  act(
    again,
    { name: 'run_script', args: { code: `${SCRIPT}\n# ${TRIES[copy % TRIES.length]}` } },
    'the plan has 40 lines and none was run',
  ),
];

/** A world that is written in words: what it says is a user's text, and marks nothing. */
const WAYS = [
  'pull it',
  'push it',
  'turn it',
  'lift it',
  'shake it',
  'kick it',
  'hum to it',
  'wait',
  'knock',
  'sing',
];
const inVain = (): Round => (_, copy) => [
  { agent: `${WAYS[copy % WAYS.length]} now` },
  { user: 'Nothing happens.' },
];
const toAndFro = (): Round => () => [
  { agent: 'look' },
  { user: 'You face the north wall. There is a lamp on it.' },
  { agent: 'inventory' },
  { user: 'You carry nothing.' },
];
const WORDS: readonly Writing[] = [...NATIVE, 'react', 'tags', 'fence'];

/** All loops that are made by script. */
export function scriptedLoops(): Trace[] {
  return [
    ...looping('exact', WRITINGS, 2, 7, cycleOf(1)),
    ...looping('exact, late', NATIVE, 1, 7, late),
    ...looping('ABAB', WRITINGS, 2, 6, cycleOf(2)),
    ...looping('period 3', WRITINGS, 1, 6, cycleOf(3)),
    ...looping('period 4', WRITINGS, 1, 5, cycleOf(4)),
    ...looping('period 5', WRITINGS, 1, 5, cycleOf(5)),
    ...looping('parallel calls', NATIVE, 2, 6, parallel),
    ...looping('driven by a harness', [...NATIVE, ...ZERO], 1, 7, driven),
    ...Object.entries(COSMETICS).flatMap(([kind, round]) => looping(kind, WRITINGS, 1, 6, round)),
    ...looping('stuck: one complaint to everything', WRITINGS, 1, 9, complained),
    ...looping('counter: steps left', WRITINGS, 1, 8, counted),
    ...looping('long arguments that hardly differ', WRITINGS, 1, 6, nearly),
    ...looping('world: nothing happens', WORDS, 1, 10, inVain),
    ...looping('world: to and fro', WORDS, 1, 6, toAndFro),
    ...looping('framework: repeated', ZERO, 2, 5, complaining('system_warning', REPEATED)),
    ...looping('framework: misformatted', ZERO, 2, 5, complaining('system_warning', MISFORMATTED)),
    ...looping('framework: nudged', ZERO, 1, 5, complaining('system_message', 'Nudged - continue')),
  ];
}
