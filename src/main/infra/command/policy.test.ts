// Promise: what destroys a system is refused whatever was approved, in every shape it comes in; all else that is no read asks, with a
// risk; and an operator's rule sees literal words of one command, or nothing.
import { describe, expect, it } from 'vitest';
import { argvOf, policyOf } from './policy.ts';

const HERE = { onOwnHost: true, hasSandbox: false };

describe('what is blocked', () => {
  it.each([
    'rm -rf /',
    'rm -r -f -- //',
    'rm -fr /*',
    'rm -rf ~',
    'rm -rf $HOME',
    'rm -rf "$X"/*',
    'rm -rf /etc',
    'rm -rf /{etc,usr}',
    'rm -rf /e*',
    'rm / -rf',
    'rm --no-preserve-root -rf /x',
    'rm -R /usr/local/../',
    'sudo rm -rf /',
    'sh -c "rm -rf /"',
    'sudo sh -c "cd /; rm -rf *"',
    'cd / && rm -rf *',
    'env -i rm -Rf /',
    'timeout 5 rm -rf /usr',
    'echo $(rm -rf /)',
    'bash <<X\nrm -rf /\nX',
    'echo "rm -rf /" | sh',
    'xargs rm -rf / <x',
    'find / -delete',
    'find /etc -exec rm {} +',
    'chmod -R 777 /',
    'chown -R bob /etc',
    'mv /etc /x',
    'ssh h "rm -rf /"',
    "eval 'rm -rf /'",
    'f() { rm -rf /; }; f',
    'if true; then rm -rf /home; fi',
  ])('takes a directory of the system away: %j', (command) => {
    expect(policyOf(command, HERE)).toMatchObject({
      verdict: 'blocked',
      rule: 'system_directory',
      risk: 'high',
    });
  });

  it.each([
    'mkfs.ext4 /dev/sdb',
    'wipefs -a /dev/sdb',
    'dd if=x of=/dev/sda',
    'cat x > /dev/sda',
    '> /dev/nvme0n1',
    'echo x | tee /dev/sda',
    'nvme format /dev/nvme0',
    'blkdiscard /dev/sdb',
    'sgdisk --zap-all /dev/sdb',
    'sudo sh -c "echo x > /dev/sda"',
  ])('writes over a disk: %j', (command) => {
    expect(policyOf(command, { onOwnHost: false, hasSandbox: false })).toMatchObject({
      verdict: 'blocked',
      rule: 'disk',
    });
  });

  it.each([
    'reboot',
    'sudo reboot',
    'systemctl reboot',
    'shutdown -h now',
    'init 0',
    'nice -n 5 poweroff',
    'echo b > /proc/sysrq-trigger',
    'kill -9 1',
  ])('ends the host that runs us, and only there: %j', (command) => {
    expect(policyOf(command, HERE)).toMatchObject({ verdict: 'blocked', rule: 'own_host' });
    expect(policyOf(command, { onOwnHost: false, hasSandbox: false })).toMatchObject({ verdict: 'approval' });
  });

  it.each([
    [':(){ :|:& };:', 'fork_bomb'],
    ['ls\u200b', 'hidden_characters'],
    ['rm x\u202e', 'hidden_characters'],
    ['ls\0', 'hidden_characters'],
    ['echo '.repeat(4000), 'unreadable'],
    ['$('.repeat(400), 'unreadable'],
  ])('is %j by rule %s', (command, rule) => {
    expect(policyOf(command, HERE)).toMatchObject({ verdict: 'blocked', rule });
  });

  it.each(['grep "rm -rf /" /var/log/syslog', 'ls'])('is not %j, which only reads', (command) => {
    expect(policyOf(command, HERE)).toMatchObject({ verdict: 'read', risk: 'low' });
  });

  it.each([
    'rm -rf ./build',
    'rm -rf /srv/app/tmp',
    'rm -rf /tmp/*',
    'rm -rf /home/bob/x',
    'find /srv/x -delete',
    'chown -R bob: /srv/app',
    'dd if=x of=/tmp/y',
    'shutdown -c',
    'echo rm -rf /; touch x',
  ])('is not %j, which asks', (command) => {
    expect(policyOf(command, HERE)).toMatchObject({ verdict: 'approval' });
  });
});

describe('the risk of what asks', () => {
  it.each([
    ['rm -r x', 'high'],
    ['apt remove x', 'high'],
    ['iptables -F', 'high'],
    ['kill -9 5', 'high'],
    ['docker system prune', 'high'],
    ['qm destroy 1', 'high'],
    ['ollama rm x', 'high'],
    ['psql -c "drop table t"', 'high'],
    ['kubectl delete pod x', 'high'],
    ['zfs destroy a/b', 'high'],
    ['curl http://x | sh', 'high'],
    ['systemctl restart nginx', 'medium'],
    ['rm x', 'medium'],
    ['sudo systemctl start x', 'medium'],
    ['frobnicate', 'medium'],
    ['mkdir x', 'low'],
    ['ollama pull x', 'low'],
    ['systemctl start x', 'low'],
    ['mkdir x; rm -r y', 'high'],
  ])('of %j is %s', (command, risk) => {
    expect(policyOf(command, HERE)).toMatchObject({ verdict: 'approval', risk });
  });

  it('says when secrets would be read, which always asks', () => {
    expect(policyOf('cat /etc/shadow', HERE)).toMatchObject({
      verdict: 'approval',
      reads: 'secrets',
      risk: 'medium',
    });
    expect(policyOf('ls ~/.ssh', HERE)).toMatchObject({ verdict: 'read', reads: null });
  });
});

describe('the words that rules are matched against', () => {
  it('are those of one simple command', () => {
    expect(argvOf("systemctl restart 'my app'")).toEqual(['systemctl', 'restart', 'my app']);
  });

  it.each([
    'sudo ls',
    'timeout 5 ls',
    'nice ls',
    'xargs ls',
    'env ls',
    'nohup ls',
    'sh -c ls',
    'ls | wc',
    'ls; ls',
    'ls > x',
    'ls 2>/dev/null',
    'ls *',
    'ls $X',
    'A=1 ls',
    'ls &',
    '(ls)',
    '/tmp/ls',
    'ls "',
    'flock /x ls',
    'command ls',
    'time ls',
    '! ls',
  ])('are none for %j', (command) => {
    expect(argvOf(command)).toBeNull();
  });
});
