// A model is asked at http and https addresses only, and never at the services that hand out a cloud host's credentials.
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { baseUrlProblem, baseUrlWarning, effectiveBaseUrl, guardedLookup, isOfficial } from './base-url.ts';

describe('addresses', () => {
  it.each([
    'http://127.0.0.1:11434',
    'https://api.example.com/v1',
    'http://[::1]:8080/v1/',
    'http://ramanujan.lan:8000',
  ])('%s may be asked', (url) => {
    expect(baseUrlProblem(url)).toBeNull();
  });

  it.each([
    ['file:///etc/passwd', /no http or https/],
    ['ftp://example.com', /no http or https/],
    ['not an address', /no http or https/],
    ['http://169.254.169.254/latest', /metadata/],
    ['http://0xA9FEA9FE/', /metadata/],
    ['http://2852039166/', /metadata/],
    ['http://169.254.1.1', /metadata/],
    ['http://[fd00:ec2::254]/', /metadata/],
    ['http://[::ffff:169.254.169.254]/', /metadata/],
    ['http://[fe80::1]/', /metadata/],
    ['https://me:secret@example.com', /user name or password/],
    ['https://example.com/v1?key=1', /query/],
  ])('%s may not', (url, why) => {
    expect(baseUrlProblem(url)).toMatch(why);
  });

  it('over plain http are warned of when they leave the house', () => {
    expect(baseUrlWarning('http://api.example.com/v1')).toMatch(/plain http/);
    expect(baseUrlWarning('http://8.8.8.8/v1')).toMatch(/plain http/);
    expect(baseUrlWarning('http://[2001:4860::1]/v1')).toMatch(/plain http/);
    for (const near of [
      'https://api.example.com',
      'http://127.0.0.1:1',
      'http://192.168.1.4:8000',
      'http://[fd12::1]/',
      'http://localhost:1',
      'http://gpu-box:8000',
      'http://nas.local',
    ]) {
      expect(baseUrlWarning(near), near).toBeNull();
    }
  });

  it('default to the provider, and for Ollama to the upstream', () => {
    expect(effectiveBaseUrl('openai', null, 'http://up')).toBe('https://api.openai.com/v1');
    expect(effectiveBaseUrl('claude', null, 'http://up')).toBe('https://api.anthropic.com');
    expect(effectiveBaseUrl('ollama', null, 'http://up:1')).toBe('http://up:1');
    expect(effectiveBaseUrl('openai', 'http://x/v1//', '')).toBe('http://x/v1');
    expect(isOfficial('openai', 'https://api.openai.com/v1')).toBe(true);
    expect(isOfficial('openai', 'https://api.openai.com.evil.example/v1')).toBe(false);
  });
});

describe('names', () => {
  const lookup = promisify(guardedLookup as never) as (host: string, options: object) => Promise<unknown>;

  it('that lead to a metadata service are refused', async () => {
    await expect(lookup('169.254.169.254', {})).rejects.toThrow(/metadata address/);
    await expect(lookup('169.254.169.254', { all: true })).rejects.toThrow(/metadata address/);
  });

  it('that lead elsewhere are not', async () => {
    expect(await lookup('127.0.0.1', { all: true })).toEqual([{ address: '127.0.0.1', family: 4 }]);
  });
});
