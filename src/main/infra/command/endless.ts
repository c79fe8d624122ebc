// Commands that never end by themselves: followers, screens, pagers, prompts; and the bounded command that says the same. It judges
// no danger. Called by table-read.ts and, for the hint of a refusal, by whoever runs commands.
// Source: decision 051.

import { bounded, names, noFollow, paged, type Rewrite, say, watched } from './rewrite.ts';

export interface Endless {
  readonly reason: string;
  /** A command that ends and shows the same; null where there is none. */
  readonly rewrite: string | null;
}

/** Screens and prompts, whatever they are given: the programs of each rewrite. */
const ALWAYS: ReadonlyMap<string, Rewrite> = new Map(
  (
    [
      ['htop atop btop glances', () => 'top -b -n 1'],
      ['nethogs', () => 'ss -tnp'],
      ['iftop', () => 'ss -tn'],
      ['nload bmon', () => 'ip -s link'],
      ['dstat', () => 'vmstat 1 5'],
      ['ncdu', (rest) => say('du -xh --max-depth=1', names(rest))],
      ['watch', watched],
      ['less more most vi vim nano emacs view', paged],
      [
        'perf bpftrace man info yes telnet ftp sftp bc screen tmux mongo strace inotifywait iperf3 script',
        () => null,
      ],
    ] satisfies [string, Rewrite][]
  ).flatMap(([programs, rewrite]) => programs.split(' ').map((name): [string, Rewrite] => [name, rewrite])),
);

interface Follower {
  /** Letters of a cluster that follow. */
  readonly letters?: string;
  /** Letters that take a value, so that what is attached to them is no letter. */
  readonly valued?: string;
  readonly long?: readonly string[];
  /** Sub-commands, where only some follow. */
  readonly sub?: readonly string[];
  /** Follows unless one of these is there. */
  readonly unless?: readonly string[];
  readonly rewrite: Rewrite;
}

/** Ends without these letters and words. */
const without = (name: string, letters: string, valued: string, ...long: string[]): Follower => ({
  ...{ letters, valued, long },
  rewrite: (rest) => say(name, noFollow(rest, letters, valued)),
});

const engine = (name: string): readonly Follower[] => [
  {
    ...without(name, 'f', 'n', '--follow'),
    sub: ['logs', 'compose logs', 'service logs', 'container logs'],
    rewrite: bounded(name, 'f', 'n', /^(-n|--tail)/, '--tail=200', 'behind'),
  },
  {
    sub: ['stats', 'container stats'],
    unless: ['--no-stream'],
    rewrite: (rest) => say(name, [...rest, '--no-stream']),
  },
  {
    sub: ['events', 'system events'],
    unless: ['--until'],
    rewrite: () => `${name} events --since 10m --until 0m`,
  },
  { sub: ['attach'], rewrite: (rest) => say(`${name} logs --tail 200`, names(rest.slice(1))) },
];

const FOLLOWERS: Readonly<Record<string, readonly Follower[]>> = {
  tail: [
    {
      ...without('tail', 'fF', 'ncs', '--follow', '--retry'),
      rewrite: bounded('tail', 'fF', 'ncs', /^-(n|c|\d|-lines|-bytes)/, '-n 200'),
    },
  ],
  journalctl: [
    {
      ...without('journalctl', 'f', 'nuoptgSUbMD', '--follow'),
      rewrite: (rest) =>
        `${bounded('journalctl', 'f', 'nuoptgSUbMD', /^-(n|-lines)/, '-n 200')(rest)} --no-pager`,
    },
  ],
  docker: engine('docker'),
  podman: engine('podman'),
  nerdctl: engine('nerdctl'),
  kubectl: [
    {
      ...without('kubectl', 'f', 'cnl', '--follow'),
      sub: ['logs'],
      rewrite: bounded('kubectl', 'f', 'cnl', /^--tail/, '--tail=200', 'behind'),
    },
    { ...without('kubectl', 'w', 'nol', '--watch', '--watch-only'), sub: ['get', 'events'] },
    {
      sub: ['rollout status'],
      unless: ['--timeout', '--watch'],
      rewrite: (rest) => say('kubectl', [...rest, '--timeout=10s']),
    },
  ],
  dmesg: [without('dmesg', 'wW', 'lfFn', '--follow', '--follow-new')],
  udevadm: [{ sub: ['monitor'], rewrite: () => null }],
  ip: [{ sub: ['monitor'], rewrite: () => 'ip addr' }],
  netstat: [without('netstat', 'c', '', '--continuous')],
  lsof: [without('lsof', 'r', 'ipcusdFT')],
  free: [{ letters: 's', valued: '', long: ['--seconds'], rewrite: () => 'free -h' }],
  ss: [without('ss', 'E', 'fA', '--events')],
  top: [{ unless: ['-n', '-b -n'], rewrite: () => 'top -b -n 1' }],
  iotop: [{ unless: ['-n', '--iter'], rewrite: () => 'iotop -b -n 1' }],
  tcpdump: [{ unless: ['-c', '-D', '-r'], rewrite: (rest) => say('tcpdump -c 20', rest) }],
  ping: [{ unless: ['-c'], rewrite: (rest) => say('ping -c 4', names(rest)) }],
  mtr: [{ unless: ['-r', '--report'], rewrite: (rest) => say('mtr --report -c 5', names(rest)) }],
  'redis-cli': [
    {
      sub: ['MONITOR', 'monitor', 'SUBSCRIBE', 'subscribe', 'PSUBSCRIBE', 'psubscribe'],
      rewrite: () => 'redis-cli INFO',
    },
  ],
  'nvidia-smi': [
    { ...without('nvidia-smi', 'l', 'idfgc', '--loop', '--loop-ms'), sub: [''] },
    { sub: ['dmon', 'pmon'], unless: ['-c', '--count'], rewrite: () => 'nvidia-smi' },
  ],
};

/** Programs that show again and again when they are given a delay and no count: their letters with a value, and a bounded use. */
const REPEATING: Readonly<Record<string, readonly [valued: RegExp, rewrite: string]>> = {
  vmstat: [/^-\w*S$/, '1 5'],
  iostat: [/^-\w*[pg]$/, '1 3'],
  mpstat: [/^-\w*[PIu]$/, '1 1'],
  pidstat: [/^-\w*[pCGe]$/, '1 1'],
  sar: [/^-\w*[nPIfsemj]$/, '1 1'],
};

/** @param argv the program's name without its directory, and its words */
export function endlessOf(argv: readonly string[]): Endless | null {
  const [name = '', ...rest] = argv;
  const always = ALWAYS.get(name);
  if (always) return { reason: `${name} ends only when somebody ends it`, rewrite: always(rest) };
  for (const follower of Object.hasOwn(FOLLOWERS, name) ? (FOLLOWERS[name] ?? []) : []) {
    if (follows(rest, follower))
      return { reason: `${name} would go on without end`, rewrite: follower.rewrite(rest) };
  }
  const repeating = Object.hasOwn(REPEATING, name) ? REPEATING[name] : undefined;
  if (repeating) {
    const [valued, rewrite] = repeating;
    const numbers = rest.filter((word, n) => /^\d+$/.test(word) && !valued.test(rest[n - 1] ?? ''));
    const reason = `${name} with a delay and no count repeats without end`;
    if (numbers.length === 1) return { reason, rewrite: `${name} ${rewrite}` };
  }
  const isLong = name === 'sleep' && !/^\d{1,2}(\.\d+)?s?$/.test(rest[0] ?? '');
  return isLong ? { reason: 'sleeps too long', rewrite: null } : null;
}

function follows(
  rest: readonly string[],
  { letters = '', valued = '', long = [], sub: subs, unless }: Follower,
): boolean {
  const plain = rest.filter((word) => !word.startsWith('-'));
  if (subs && !subs.some((one) => one === plain[0] || one === `${plain[0]} ${plain[1]}`)) return false;
  if (unless)
    return !unless.some((one) =>
      rest.some((word) => word === one || word.startsWith(`${one}=`) || isLetter(word, one)),
    );
  if (letters === '' && long.length === 0) return true;
  return rest.some((word) => {
    if (word.startsWith('--')) {
      const name = word.split('=')[0] ?? '';
      return name.length > 4 && long.some((one) => one.startsWith(name)) && !word.endsWith('=false');
    }
    if (!word.startsWith('-')) return false;
    for (const letter of word.slice(1)) {
      if (letters.includes(letter)) return true;
      if (valued.includes(letter)) return false;
    }
    return false;
  });
}

/** `-bn1` holds `-n`. */
const isLetter = (word: string, option: string): boolean =>
  /^-[A-Za-z]$/.test(option) && /^-[A-Za-z]/.test(word) && word.includes(option[1] as string);
