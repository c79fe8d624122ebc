// Traces that look like loops and are none: work that repeats because it gets somewhere. By seeded scripts. Used by corpus.ts.
import { type Trace, type TraceCall, type TraceEvent, WRITINGS } from './trace.ts';
import { Dice, opening, progress, someThought, TASKS } from './work.ts';

type Tell = (dice: Dice) => TraceEvent[];

function fine(kind: string, tell: Tell, sends = 1): Trace[] {
  return WRITINGS.map((writing, w): Trace => {
    const dice = new Dice(kind.length * 6007 + w * 17 + kind.charCodeAt(1));
    const events = [...opening(dice, dice.below(3)), ...tell(dice)];
    const isPersons = kind.includes('person');
    return { id: `${kind}/${writing}`, kind, isLoop: false, isPersons, writing, events, onset: 0, sends };
  });
}

const times = <T>(count: number, one: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => one(n));
const act = (name: string, args: TraceCall['args'], result: string, thoughts?: string): TraceEvent => ({
  calls: [{ name, args }],
  results: [result],
  ...(thoughts === undefined ? {} : { thoughts }),
});
const shell = (code: string, result: string): TraceEvent =>
  act('code_execution_tool', { runtime: 'terminal', session: 0, code }, result);

const CONFIG = (name: string) =>
  `# Service ${name}\n[server]\nlisten = 8080\nworkers = 4\nname = ${name}\n\n[log]\nlevel = info\nformat = json\nrotate = daily\nkeep = 14\n`;

const TELLS: Readonly<Record<string, Tell>> = {
  'polling, results change': () =>
    times(9, (n) => act('job_status', { job: 'build-7' }, `running, step ${n + 1} of 9`)),
  'polling, a percentage': () => times(8, (n) => shell('tail -1 download.log', `${n * 13}% of 1.2 GB`)),
  'polling, time left': () =>
    times(6, (n) => act('job_status', { job: 'x' }, `about ${30 - 4 * n} minutes remaining`)),
  'polling twice unchanged, then done': () => [
    ...times(2, () => act('job_status', { job: 'build-7' }, 'running')),
    act('job_status', { job: 'build-7' }, 'done'),
    ...times(2, () => act('job_status', { job: 'deploy-8' }, 'running')),
    act('job_status', { job: 'deploy-8' }, 'done'),
  ],
  'batch: many files, each "ok"': () =>
    times(9, (n) => act('write_file', { path: `conf/node-${n}.ini`, content: CONFIG(`node-${n}`) }, 'ok')),
  'batch: moving files': () => times(9, (n) => shell(`mv img_${n}.jpg 2026/day${n}/`, '')),
  'batch: ids listed before': (dice) => {
    const ids = times(8, () => dice.uuid());
    return [act('list_items', {}, ids.join('\n')), ...ids.map((id) => act('delete_item', { id }, 'deleted'))];
  },
  'batch: process ids': (dice) => times(7, () => shell(`kill ${4000 + dice.below(9000)}`, '')),
  'the same command on many nodes': () => times(9, (n) => shell(`ssh node-${n} uptime -p`, 'up 3 weeks')),
  'a range of addresses': () => times(8, (n) => shell(`ping -c1 10.0.0.${n + 1}`, 'no answer')),
  'memory, page by page': (dice) => {
    const base = 0x7ffd00000000 + dice.below(4096) * 4096;
    return times(6, (n) =>
      act('read_memory', { address: `0x${(base + n * 16).toString(16)}` }, '00 00 00 00'),
    );
  },
  pagination: () => times(9, (n) => act('list_orders', { page: n + 1, size: 50 }, '[]')),
  'pagination by offset': () =>
    times(9, (n) => act('read_file', { path: 'big.log', offset: n * 200 }, 'no match')),
  'day by day': () => times(9, (n) => act('fetch_report', { date: `2026-11-0${n + 1}` }, 'no entries')),
  'hour by hour': () =>
    times(8, (n) =>
      act('query_logs', { from: `2026-11-22T0${n}:00:00Z`, to: `2026-11-22T0${n + 1}:00:00Z` }, '0 rows'),
    ),
  counting: () => times(9, (n) => act('increment', { by: 1 }, `counter is ${n + 1}`)),
  'tests run again, counts change': () =>
    times(6, (n) => shell('npm test', `${20 + n} passed, ${6 - n} failed in ${n}.2s`)),
  'edit and test, the same failure': () =>
    times(6, (n) => [
      act(
        'edit_file',
        { path: 'src/parser.ts', find: `depth + ${n}`, replace: `depth + ${n + 1}` },
        'edited',
      ),
      shell('npm test', '1 failed: parser › nested'),
    ]).flat(),
  'read, edit, read again': () =>
    times(6, (n) => [
      act('read_file', { path: 'src/a.ts' }, `const limit = ${n};\nexport default limit;`),
      act('edit_file', { path: 'src/a.ts', find: `= ${n}`, replace: `= ${n + 1}` }, 'edited'),
    ]).flat(),
  'lint errors, one by one': () =>
    times(6, (n) => shell('npm run lint', `src/a.ts:${12 + n}:${4 + n} error no-unused-vars`)),
  'git log, commit by commit': (dice) =>
    times(7, () => shell(`git show --stat ${dice.hex(7)}`, '1 file changed')),
  'chunks with numbered temp names': () => times(8, (n) => shell(`wc -l /tmp/chunk_00${n}`, '1000')),
  'retries with growing waits': () => [
    ...times(2, () => act('fetch', { url: 'https://example.org/a' }, '503')),
    shell('sleep 30', ''),
    act('fetch', { url: 'https://example.org/a' }, '200 ok'),
  ],
  'two repeats, then another way': (dice) =>
    times(4, () => [
      ...times(2, () => act('search_engine', { query: `q${dice.below(99_999)}` }, 'no results')),
      progress(dice),
    ]).flat(),
  'a person in between': () =>
    times(6, (n) => [
      act('job_status', { job: 'b' }, 'running'),
      { agent: 'It is still running.' },
      {
        user:
          ['And now?', 'Look again please.', 'Still nothing?', 'Check once more.', 'How far is it?', 'Now?'][
            n
          ] ?? '',
      },
    ]).flat(),
  'a person speaks with the result': () =>
    times(6, (n) => ({
      calls: [{ name: 'take_turn', args: {} }],
      results: ['waiting for the player'],
      said: `My move number ${n + 1} is e${n + 2}.`,
    })),
  'permission each time': (dice) =>
    times(6, (n) => [
      { agent: 'May I go on?' },
      { user: n % 2 === 0 ? 'Yes.' : 'Yes, go on.' },
      progress(dice),
    ]).flat(),
  'a harness says Continue, the answers differ': (dice) =>
    times(8, (n) => [
      { agent: `Chapter ${n + 1}. ${someThought(dice)} ${someThought(dice)}` },
      { user: 'Continue.' },
    ]).flat(),
  'one form letter, many names': () =>
    ['Anna', 'Boris', 'Carla', 'Dario', 'Elif', 'Farid', 'Greta'].flatMap((name) => [
      {
        agent: `The letter is ready. Dear ${name}, thank you for coming to our little party on the river last week. We hope you found the way home well and that the cake was to your liking. We would be glad to see you again next year, when the lanterns are lit along the water once more and the band comes back to play until late. Please tell us soon whether you can come, so that we can plan the tables and the food. With kind greetings from all of us here at the boat house.`,
      },
      { user: 'Next.' },
    ]),
  'progress told in the same words': () =>
    times(8, (n) => [
      {
        agent: `I have finished item ${n + 1} of the list and checked that everything in it is as it should be. I will now go on with the next one, read it from the beginning to the end, compare it with the rules that you gave me, and write down what I find. After that I will tell you about it and wait for your word before I go on with the one behind it.`,
      },
      { user: 'Continue.' },
    ]).flat(),
  'short answers to different questions': () =>
    ['Is it raining?', 'Is it cold?', 'Is it late?', 'Is it far?', 'Is it open?'].flatMap((user) => [
      { user },
      { agent: 'No.' },
      { user: `${user} Sure?` },
    ]),
  'one warning, then better': (dice) => [
    {
      sent: 'hm',
      framework: { system_warning: 'You have sent the same message again. You have to do something else!' },
    },
    ...times(5, () => progress(dice)),
    {
      sent: 'hm hm',
      framework: { system_warning: 'You have sent the same message again. You have to do something else!' },
    },
    ...times(3, () => progress(dice)),
  ],
  'the warning is quoted in a result': () =>
    times(5, (n) =>
      act(
        'read_file',
        { path: `prompts/fw.${n}.md` },
        `{"system_warning": "You have sent the same message again. You have to do something else!"} line ${n}`,
      ),
    ),
  'screens that change': (dice) => times(7, () => act('scroll', { by: 300 }, `[screenshot ${dice.hex(12)}]`)),
  'random numbers': (dice) => times(7, () => act('roll_dice', { sides: 6000 }, String(dice.below(6000)))),
  'a sensor that moves': (dice) =>
    times(7, () => act('read_sensor', { id: 4 }, `${20 + dice.below(900) / 100} °C`)),
  'polling, a container that starts': () => [
    ...times(6, (n) =>
      shell('docker ps', `NAMES   STATUS\nweb-1   Up ${5 * n + 3} seconds (health: starting)`),
    ),
    shell('docker ps', 'NAMES   STATUS\nweb-1   Up 40 seconds (healthy)'),
  ],
  'polling with pauses': () =>
    times(5, () => [shell('sleep 20', ''), shell('curl -s localhost:8080/health', 'HTTP 503')]).flat(),
  'a person asks again': () =>
    times(3, () => [
      shell('npm test', '1 failed: parser › nested'),
      { agent: 'I am sorry, one test of the parser still fails here.' },
      { user: 'That did not work, try it once more.' },
    ]).flat(),
  'commands that say nothing': () =>
    ['mkdir', 'touch', 'cp', 'mv', 'chmod', 'ln', 'rm', 'tar', 'git add', 'git mv', 'sync'].map((verb, n) =>
      shell(`${verb} a${n} b${n}`, ''),
    ),
  'drawer by drawer': () =>
    times(8, (n) => [
      act('go', { to: `drawer ${n + 1}` }, `The drawer ${n + 1} is closed.`),
      act('open', { what: `drawer ${n + 1}` }, `You open the drawer ${n + 1}. There is nothing in it.`),
    ]).flat(),
  'pages that are not there': (dice) =>
    times(6, () => {
      const title = `harbour ${dice.below(9999)}`;
      return act('lookup', { title }, `Could not find [${title}]. Similar: ['harbour', 'quay']`);
    }),
  'the same screen between keys': () =>
    ['j', 'k', 'gg', 'dd', 'p', ':w', 'u', '/lamp', 'n'].map((key, n) =>
      n % 3 === 2 ? act('screen', {}, `line ${n} of the file`) : act('send_keys', { key }, ''),
    ),
  'undo and redo while exploring': () =>
    times(4, (n) => [
      act('apply_patch', { patch: `variant ${n}` }, 'applied'),
      shell('make bench', `${900 - 31 * n} ops`),
      act('revert', {}, 'reverted'),
    ]).flat(),
};

/** The client sends the same request again and again; the history does not grow by that. */
const RETRIED: Tell = (dice) => [
  ...times(2, () => act('search_engine', { query: 'opening hours' }, 'no results')),
  progress(dice),
  { user: dice.pick(TASKS) },
];

/** All look-alikes that are made by script. */
export function scriptedLookalikes(): Trace[] {
  return [
    ...Object.entries(TELLS).flatMap(([kind, tell]) => fine(kind, tell)),
    ...fine('retries of the client', RETRIED, 4),
  ];
}
