// The rules of the seed's section 10 as substring matching, the way its description reads: our own, to measure beside. Nothing but the
// evaluation uses it.
// Source: seed 001, section 10 (phases 1 to 5, ContentInspector).

const GUARDS = ['sudo ', '>', '<<', ';', '&&', '||', '$(', '`', '| tee', '| sh', '| bash', '|sh', '|bash', '| xargs', '| python', '| perl', '| sudo'];
const HARMLESS_REDIRECTS = ['2>/dev/null', '2>&1', '>/dev/null'];
const WRITES = [
  'rm ', 'rmdir ', 'mv ', 'cp ', 'dd ', 'mkfs', 'shutdown', 'reboot', 'poweroff', 'halt', 'kill ', 'pkill', 'killall', 'chmod ', 'chown ', 'touch ', 'mkdir ', 'truncate',
  'systemctl restart', 'systemctl stop', 'systemctl start', 'systemctl enable', 'systemctl disable', 'service ', 'apt install', 'apt remove', 'apt-get', 'yum ', 'dnf ', 'pip install',
  'docker rm', 'docker stop', 'docker start', 'docker restart', 'docker run', 'docker exec', 'docker kill', 'docker prune', 'kubectl delete', 'kubectl apply', 'kubectl exec', 'kubectl scale',
  'useradd', 'userdel', 'usermod', 'passwd ', 'sed -i', 'tee ', 'drop database', 'drop table', 'insert ', 'update ', 'delete ', 'alter ', 'create ', 'vim ', 'nano ', 'vi ', ' -f /', 'top', 'watch ', 'less ', 'more ', '-x post', '-x put', '-x delete', '-x patch', '--data', ' -d ', '--upload-file',
];
const READS = [
  'cat ', 'grep ', 'ls', 'head ', 'tail ', 'ps', 'df', 'du ', 'free', 'uptime', 'whoami', 'hostname', 'date', 'docker ps', 'docker logs', 'docker inspect', 'docker images', 'docker stats',
  'kubectl get', 'kubectl describe', 'kubectl logs', 'kubectl top', 'systemctl status', 'systemctl list', 'systemctl is-', 'journalctl', 'ip ', 'ss ', 'ss', 'netstat', 'ping ', 'ffprobe', 'find ', 'wc ', 'stat ', 'file ', 'which ',
  'uname', 'lsblk', 'lspci', 'lsusb', 'lscpu', 'lsof', 'id', 'zpool ', 'zfs ', 'smartctl ', 'nvme ', 'sensors', 'pct ', 'qm ', 'pvesh ', 'pvesm ', 'pvecm ', 'pveversion', 'dmesg', 'mount', 'env', 'timeout ', 'sort ', 'awk ', 'curl ', 'wget ', 'dig ', 'nc ', 'arp', 'echo ',
];
const CLIENTS = ['sqlite3 ', 'mysql ', 'psql ', 'mongosh '];
const REDIS_READS = ['get ', 'keys', 'info', 'ttl ', 'hgetall', 'lrange', 'ping', 'dbsize', 'scan'];

/** @returns whether those rules let it pass as a read */
export function passesSubstringRules(command: string): boolean {
  let text = command.toLowerCase();
  for (const redirect of HARMLESS_REDIRECTS) text = text.replaceAll(redirect, '');
  if ([...GUARDS, ...WRITES].some((sign) => text.includes(sign))) return false;
  if (text.startsWith('redis-cli ')) return REDIS_READS.some((word) => text.includes(` ${word}`));
  if (CLIENTS.some((client) => text.startsWith(client))) return text.includes('select ') || text.includes('.tables') || text.includes('.schema') || text.includes('show ');
  return READS.some((start) => text.startsWith(start));
}
