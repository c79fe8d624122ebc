import { describe, expect, it } from 'vitest';
import { refines } from './refinement.ts';

describe('a parent with more or fewer words before the same head refines (D19)', () => {
  it.each([
    ['server', 'media_server', 'more'],
    ['media_server', 'server', 'less'],
    ['server', 'home_media_server', 'more'],
    ['media_server', 'self-hosted_media_server', 'more'],
    ['chat_server', 'internet_relay_chat_server', 'more'],
    ['relay_server', 'internet_relay_chat_server', 'more'],
  ])('%s, then %s: %s', (known, said, more) => {
    expect(refines(known, said)).toBe(more);
  });

  it.each([
    ['server', 'server'],
    ['server', 'client'],
    ['media_server', 'mail_server'],
    ['media_server', 'home_mail_server'],
    ['server', 'server_rack'],
    ['server', 'webserver'],
    ['server_media', 'media_server'],
    ['', 'server'],
    ['server', ''],
  ])('%s, then %s: neither', (known, said) => {
    expect(refines(known, said)).toBeNull();
  });
});
