import { describe, expect, it } from 'vitest';
import { isConsoleOrigin } from './console-origin.ts';
import { hostOf, isOwnHost } from './own-host.ts';

const names = {
  names: new Set(['media-server', 'media-server.local', 'host.docker.internal', 'ai.example.org']),
  addresses: new Set(['10.1.2.3']),
};

describe('the Host header decides whether a request was meant for us', () => {
  it.each([
    ['127.0.0.1:11435', true],
    ['127.8.8.8', true],
    ['localhost:11435', true],
    ['LOCALHOST', true],
    ['localhost.', true],
    ['[::1]:11435', true],
    ['console.localhost:80', true],
    ['host.docker.internal:11435', true],
    ['media-server:11435', true],
    ['Media-Server.local.', true],
    ['other.local', false],
    ['evil.internal', false],
    ['host.docker.internal.evil.example', false],
    ['x.host.docker.internal', false],
    ['evil-localhost', false],
    ['10.1.2.3:11435', true],
    ['ai.example.org', true],
    ['10.1.2.4', false],
    ['evil.example', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['evil.example:11435@127.0.0.1', false],
    ['127.0.0.1:11435:1', false],
    ['local', false],
    ['', false],
    [undefined, false],
  ])('%s -> %s', (host, own) => {
    expect(isOwnHost(host, names)).toBe(own);
  });

  it("this machine's addresses only where other machines may connect", () => {
    expect(isOwnHost('10.1.2.3', { ...names, addresses: new Set() })).toBe(false);
    expect(isOwnHost('127.0.0.1', { ...names, addresses: new Set() })).toBe(true);
  });

  it('reads the name without port, brackets or trailing dot', () => {
    expect(hostOf('[2001:db8::1]:80')).toBe('2001:db8::1');
    expect(hostOf('a b')).toBeUndefined();
  });
});

describe('the Origin header decides whether a browser page of ours sent it', () => {
  it.each([
    [undefined, '127.0.0.1:1', true],
    ['http://127.0.0.1:1', '127.0.0.1:1', true],
    ['http://127.0.0.1:2', '127.0.0.1:1', false],
    ['https://127.0.0.1:1', '127.0.0.1:1', false],
    ['http://evil.example', '127.0.0.1:1', false],
    ['null', '127.0.0.1:1', false],
    ['http://127.0.0.1:1', undefined, false],
  ])('%s at %s -> %s', (origin, host, own) => {
    expect(isConsoleOrigin(origin, host)).toBe(own);
  });
});
