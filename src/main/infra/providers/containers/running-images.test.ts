import { expect, it } from 'vitest';
import { runningImage } from './running-images.ts';
import { ContainerInfo, ImageList } from './shapes.ts';

const hex = (byte: string) => byte.repeat(32);

const info = (more: { mode?: string; ports?: object; user?: string } = {}) =>
  ContainerInfo.parse({
    ...{
      Id: hex('ab'),
      Name: '/web',
      Created: '2026-01-01T00:00:00Z',
      Path: '/bin/web',
      Args: ['--password=hunter2'],
    },
    ...{ State: { Status: 'running', ExitCode: 0 }, Image: `sha256:${hex('01')}`, RestartCount: 0 },
    HostConfig: { NetworkMode: more.mode ?? 'bridge' },
    Config: { Image: 'web:1', Env: ['TOKEN=hunter2'], User: more.user ?? '' },
    NetworkSettings: { Ports: more.ports ?? {} },
  });
const images = ImageList.parse([
  {
    Id: `sha256:${hex('01')}`,
    RepoDigests: [`registry.example/web@sha256:${hex('02')}`],
    Created: 1,
    Size: 1,
  },
]);

it('names the image as registries do and as the engine does, and no argument or variable', () => {
  const running = runningImage('docker_container:here:web', info({ user: '101' }), images);
  expect(running).toMatchObject({
    ...{ digests: [`sha256:${hex('02')}`, `sha256:${hex('01')}`], program: '/bin/web', user: '101' },
  });
  expect(JSON.stringify(running)).not.toContain('hunter2');
});

it('says of each port how far it can be reached', () => {
  const ports = {
    '80/tcp': [
      { HostIp: '0.0.0.0', HostPort: '8080' },
      { HostIp: '::', HostPort: '8080' },
    ],
    '90/tcp': [{ HostIp: '127.0.0.1', HostPort: '9090' }],
    '53/udp': null,
    'odd/tcp': null,
  };
  expect(runningImage('x', info({ ports }), images).ports).toEqual([
    { port: 53, exposure: 'none' },
    { port: 8080, exposure: 'lan' },
    { port: 8080, exposure: 'lan' },
    { port: 9090, exposure: 'loopback' },
  ]);
  const host = runningImage('x', info({ mode: 'host', ports }), images);
  expect([host.ports, host.sharesHostNetwork]).toEqual([[], true]);
});
