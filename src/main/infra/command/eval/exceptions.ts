// Where Festinger and the public list disagree, by name, so that a new disagreement shows: 27 commands that the list calls read-only and decision 051
// does not (environments, which are secrets, and followers, which never end), and 6 that it calls writes and decision 073 does not.
// Source: decisions 051, 073.

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

/**
 * Called writes by the public list, for a command in place of words or in a container: the first is run by itself and is a read, the second is
 * judged by the strict table, as a read of that container is.
 */
export const PROVEN: ReadonlySet<string> = new Set([
  'echo $(cat /etc/passwd)',
  'echo `whoami`',
  'docker exec mycontainer cat /etc/hosts',
  'docker exec mycontainer ps aux',
  'kubectl exec my-pod -- cat /etc/hosts',
  'kubectl exec my-pod -- ps aux',
]);
