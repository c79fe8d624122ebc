// Promises: of the command a Podman container was created with, only its options are read, wherever the name of its image stands; fixed addresses come from
// these options or from the label that Festinger wrote, and an option that inspect does not show is found.
import { expect, it } from 'vitest';
import { fixedAddresses, optionsNotInspected } from './podman-command.ts';

const setup = (Cmd: string[], Labels: Record<string, string> = {}) => ({
  Config: { Image: 'docker.io/library/nginx:latest', Cmd, Labels },
});
const NGINX = ['nginx', '-g', 'daemon off;'];
const podman = (...CreateCommand: string[]) => ({ Config: { CreateCommand } });
const run = (...words: string[]) => podman('podman', '--root', '/srv', 'run', '-d', ...words);

it.each([
  [
    ['--net', 'front:ip=10.0.0.9,alias=web', '--net=back:ip=10.1.0.9'],
    { front: '10.0.0.9', back: '10.1.0.9' },
  ],
  [['--network', 'front', '--ip', '10.0.0.9'], { front: '10.0.0.9' }],
  [['--ip=10.88.0.9'], { podman: '10.88.0.9' }],
  [['--net', 'bridge:ip=10.88.0.9'], { podman: '10.88.0.9' }],
  [
    ['--net', 'front:alias=web', '-e', 'PEER=10.0.0.9', '--add-host', 'x:10.0.0.9', '-p', '10.0.0.9:80:80'],
    {},
  ],
])('reads the addresses that %s fix', (options, expected) => {
  expect(fixedAddresses(setup(NGINX), run(...options, '--name', 'nginx', 'nginx'))).toEqual(expected);
  // The same with arguments that look like options.
  const own = ['sh', '-c', 'ip', '--ip', '10.9.9.9'];
  expect(fixedAddresses(setup(own), run(...options, 'nginx', ...own))).toEqual(expected);
});

it('reads them from the label that Festinger wrote, and from none that holds something else', () => {
  const service = podman('podman', 'system', 'service', '-t', '0');
  const label = (value: string) => setup(NGINX, { 'io.festinger.fixed-addresses': value });
  expect(fixedAddresses(label('{"front":"10.0.0.9"}'), service)).toEqual({ front: '10.0.0.9' });
  expect(fixedAddresses(label('{"front":"; rm"}'), service)).toEqual({});
  expect(fixedAddresses(label('front'), { Config: null })).toEqual({});
  expect(fixedAddresses(setup(NGINX), service)).toEqual({});
});

it.each([
  [['--name', 'nginx', '--sysctl', 'a=1', 'nginx'], ['--sysctl']],
  [
    ['--sysctl=a=1', '--secret', 's', 'docker.io/library/nginx'],
    ['--sysctl', '--secret'],
  ],
  [['--net', 'front:mac=92:d0:c6:0a:29:33', 'nginx'], ['--network …:mac=']],
  [['--net', 'front:ip=fd00::9', 'nginx'], ['--network …:ip=']],
  [['--name', 'nginx', '--net', 'front:ip=10.0.0.9', 'nginx'], []],
  [['nginx', '--timeout', '3'], []],
])('of %s, these would be lost: %s', (words, expected) => {
  const at = words.lastIndexOf('nginx');
  const own = words.slice(at + 1);
  expect(optionsNotInspected(setup(own.length > 0 ? own : NGINX), run(...words))).toEqual(expected);
});
