// The 27 commands that the public list calls read-only and decision 051 does not: environments, which are secrets, and followers,
// which never end. By name, so that a new disagreement shows.
// Source: decision 051.

const EXCEPTIONS: ReadonlySet<string> = new Set([
  'env',
  'env -i --null --help',
  'env FOO=bar',
  'env --',
  'env -u FOO',
  'env -i --',
  'env -0',
  'env -i',
  'env -',
  'env --ignore-environment',
  'env --null',
  'env --help',
  'env --version',
  'env --unset FOO',
  'env --chdir /tmp',
  'env -u',
  'env --unset=FOO',
  'env --chdir=/tmp',
  'env FOO=',
  'env "-i"',
  "env 'FOO=bar'",
  'tail -n 100 -f /var/log/syslog',
  'tail -100 -f /var/log/app.log',
  'journalctl -n 200 -f',
  'journalctl --lines=100 --follow -u nginx',
  'timeout 5s tail -f /var/log/syslog',
  'timeout 10s journalctl -f',
]);

export const isException = (command: string): boolean => EXCEPTIONS.has(command);

/** Called writes by the public list for the command in place of words, which is run first and is a read itself. */
export const PROVEN: ReadonlySet<string> = new Set(['echo $(cat /etc/passwd)', 'echo `whoami`']);
