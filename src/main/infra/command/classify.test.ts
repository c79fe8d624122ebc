// Promise: no command that changes anything passes as a read, whatever is put around it; what operators ask every day does; and no text
// takes long or throws.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { classify, endlessIn } from './classify.ts';
import { isException, PROVEN } from './eval/exceptions.ts';
import { type Case, readPublicList, readSet } from './eval/sets.ts';

/** On a host without a sandbox, and on one that has it. */
const isRead = (command: string): boolean => classify(command, false).proof !== null;
const isAsked = (command: string): boolean => classify(command, true).proof === null;
const isTabled = (command: string): boolean => classify(command, true).proof === 'table';
const SETS = ['dev', 'held-out', 'documented'] as const;
const READS = SETS.flatMap(readSet)
  .filter(({ command }) => isRead(command))
  .map(({ command }) => command);
/** Where something may be put behind: nothing that the rest of the line belongs to. */
const OPEN_READS = READS.filter((command) => !command.includes('#') && !command.includes('\n'));
const SETS_VARIABLE = /^\w+=/;

const labelled = (cases: readonly Case[], label: Case['expect']): string[] =>
  cases.filter(({ expect }) => expect === label).map(({ command }) => command);

describe('the labelled commands', () => {
  it.each(SETS)('lets no write of %s pass by the table, with a sandbox or without', (name) => {
    const writes = labelled(readSet(name), 'write');
    expect(writes.filter(isRead)).toEqual([]);
    expect(writes.filter(isTabled)).toEqual([]);
  });

  it.each(SETS)('asks for at most one in twenty reads of %s where there is a sandbox', (name) => {
    const reads = labelled(readSet(name), 'read');
    expect(reads.filter(isAsked).length).toBeLessThanOrEqual(reads.length / 20);
  });

  const list = readPublicList();
  it.skipIf(list === null)(
    `agrees with the public list but for its exceptions${list === null ? ' (skipped: the list is not at hand)' : ''}`,
    () => {
      const cases = (list ?? []).filter(({ command }) => !isException(command));
      // What stands in place of words is run first, and is a read itself.
      const proven = labelled(cases, 'write').filter((command) => isRead(command) || isTabled(command));
      expect(proven).toEqual([...PROVEN]);
      expect(labelled(cases, 'read').filter(isAsked)).toEqual(['ENV', 'TIMEOUT 5s ls']);
      expect((list ?? []).length - cases.length).toBe(27);
    },
  );
});

describe('a read that an operator expects without a question', () => {
  it.each(
    `restic snapshots; borg list /srv/repo; borg info /srv/repo::a; zdb -C; zpool status -v; virsh list --all; lxc list; incus list; tailscale status
    upsc ups; fail2ban-client status sshd; mailq; fdisk -l; midclt call pool.query; ha core info; rocm-smi; nvidia-smi; iotop -b -n 1
    docker events --since 10m --until 0m; kubectl rollout status deploy/web --timeout=30s; cat /var/log/syslog; tail -n 5 /var/log/x.log; ls -la; stat /etc/hosts
    grep x /etc/hosts; df -h; free -m; uptime; id; ps aux; ss -tlnp; systemctl status nginx; docker ps -a; kubectl get pods -A; journalctl -u nginx -n 50`
      .split(/[;\n]/)
      .map((command) => command.trim()),
  )('%s', (command) => expect([isRead(command), isAsked(command)]).toEqual([true, false]));
});

describe('the verdict', () => {
  it.each([
    ['cat /etc/hosts', 'ReadOnlyCertain', 'by_construction'],
    ["psql -c 'SELECT 1'", 'ReadOnlyConditional', 'content'],
    ['cat x | bash', 'WriteOrUnknown', 'guard'],
    ['sudo ls', 'WriteOrUnknown', 'guard'],
    ['rm x', 'WriteOrUnknown', 'known_write'],
    ['systemctl restart nginx', 'WriteOrUnknown', 'known_write'],
    ['cat /etc/shadow', 'WriteOrUnknown', 'secrets'],
    ['env', 'WriteOrUnknown', 'secrets'],
    ['tail -f x', 'WriteOrUnknown', 'endless'],
    ["psql -c 'DELETE FROM t'", 'WriteOrUnknown', 'content'],
    ['frobnicate', 'WriteOrUnknown', 'fallback'],
    ['sort --outp=x y', 'WriteOrUnknown', 'fallback'],
    // a known write decides before what is only unknown
    ['frobnicate; rm x', 'WriteOrUnknown', 'known_write'],
    ['rm x | bash', 'WriteOrUnknown', 'guard'],
    // run first, its words would come from another directory
    ['cd /srv/app && docker compose top $(docker compose ps -q)', 'WriteOrUnknown', 'guard'],
  ])('of %j is %s, decided by %s', (command, intent, phase) => {
    expect(classify(command, false)).toMatchObject({ intent, phase });
  });

  it('of what follows without end comes with a command that ends', () => {
    const rewrites = [
      'tail -f x',
      'top',
      'watch df -h',
      'journalctl -fu nginx',
      'docker logs -f c',
      'ping x',
      'less x',
      "tail -F 'a b'",
    ].map((command) => endlessIn(command)?.rewrite);
    expect(rewrites).toEqual([
      'tail -n 200 x',
      'top -b -n 1',
      'df -h',
      'journalctl -n 200 -u nginx --no-pager',
      'docker logs c --tail=200',
      'ping -c 4 x',
      'head -n 200 x',
      "tail -n 200 'a b'",
    ]);
    for (const rewrite of rewrites) expect(isAsked(rewrite ?? ''), rewrite ?? '').toBe(false);
    expect(endlessIn('tail -n 5 x')).toBeNull();
  });

  it('of a variable that takes what a read prints is that of the read', () => {
    expect(classify('x="$(docker ps -q | head -1)"', false).intent).not.toBe('WriteOrUnknown');
    expect(classify('x="$(docker rm y)"', true).intent).toBe('WriteOrUnknown');
  });
});

describe('whatever is put around a read', () => {
  const BEHIND = [
    '; rm x',
    ' | sh',
    ' > f',
    ' >> f',
    ' &',
    ' $(rm x)',
    ' `rm x`',
    ' && rm x',
    ' || rm x',
    '\nrm x',
    ' <<< x',
    ' | tee f',
    ' | xargs rm',
    ' 2> f',
    ' <(rm x)',
    ' | sudo cat',
    ' "$(rm x)"',
    ' >| f',
    ' &> f',
    ' <> f',
    ' \u200b',
  ];
  const BEFORE = [
    'sudo ',
    'X=1 ',
    'rm x; ',
    'sh -c ',
    'eval ',
    'nohup ',
    'env ',
    'env X=1 ',
    'exec ',
    'coproc ',
    'xargs ',
    './',
    'if true; then rm x; fi; ',
    'f() { rm x; }; ',
    'while true; do ',
    'bash -c "',
    '! rm x; ',
    '(rm x); ',
  ];

  it('makes it no read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPEN_READS),
        fc.constantFrom(...BEHIND),
        (command, behind) => !isRead(`${command}${behind}`),
      ),
      { numRuns: runs(20_000) },
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...READS),
        fc.constantFrom(...BEFORE),
        // What counts the files that another file names is a read of both; `env A=b program` is `A=b program`.
        (command, before) =>
          (before === 'xargs ' && command.includes('<')) ||
          (before === 'env ' && SETS_VARIABLE.test(command)) ||
          !isRead(`${before}${command}`),
      ),
      { numRuns: runs(20_000) },
    );
  });

  it('leaves it one where it is another read', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...OPEN_READS),
        fc.constantFrom(...OPEN_READS),
        fc.constantFrom('; ', ' && ', ' || ', '\n'),
        // Whether the second sets its variable, the first may decide.
        (one, other, between) => SETS_VARIABLE.test(other) || isRead(`${one}${between}${other}`),
      ),
      { numRuns: runs(5000) },
    );
  });
});

describe('any text at all', () => {
  const ATOMS = [
    'ls',
    ' ',
    '$(',
    '`',
    '"',
    "'",
    '((',
    '{',
    '<<',
    '<<a\n',
    '|',
    ';',
    '&',
    '\\',
    '\n',
    '[[',
    '${',
    '>',
    'if ',
    'a=(',
    '*',
    '\0',
    'é',
    '\u202e',
    '-c',
    'psql ',
    'awk ',
    '/*',
    '--',
    '/',
    '@(',
    '~',
    '#',
  ];

  it('is answered, and never thrown back', () => {
    const text = fc
      .array(fc.oneof(fc.constantFrom(...ATOMS), fc.string({ maxLength: 4 })), { maxLength: 60 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (command) => typeof classify(command, false).reason === 'string'),
      { numRuns: runs(20_000) },
    );
    expect(classify('ls '.repeat(10_000), false)).toMatchObject({ phase: 'guard' });
  });

  it('of ten kilobytes takes five milliseconds at most, however it is nested', () => {
    const slow: string[] = [];
    for (const start of ['', 'ls ', "awk '", "sed '", 'psql -c "', "mongosh --eval '", 'curl ']) {
      for (const atom of [...ATOMS, 'a b ', '"a"b', "'a' ", '[a', '-a ', '(', '['])
        if (leastTime(() => classify(start + atom.repeat(Math.ceil(10_000 / atom.length)), false)) > 5)
          slow.push(`${start}${atom}`);
    }
    expect(slow).toEqual([]);
  });

  it('comes a thousand times in a tenth of a second', () => {
    const thousand = SETS.flatMap(readSet).slice(0, 1000);
    expect(leastTime(() => thousand.forEach(({ command }) => void classify(command, false)))).toBeLessThan(
      100,
    );
  });
});

/** Of some runs, since a machine can be busy: what the processor took, ms. */
function leastTime(run: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let nth = 0; nth < 6 && !(nth > 0 && least < 2); nth++) {
    const taken = processorTime();
    run();
    least = Math.min(least, taken());
  }
  return least;
}
