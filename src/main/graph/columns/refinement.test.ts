import { describe, expect, it } from 'vitest';
import { refinement } from './refinement.ts';

describe('a kind with more words before the same head', () => {
  it.each([
    ['media_server', 'server', 'more'],
    ['server', 'media_server', 'less'],
    ['self-hosted_media_server', 'media_server', 'more'],
    ['media-server', 'server', 'more'],
    ['home_media_server', 'home-media-server', null],
    ['server', 'server', null],
    // Another head, another thing.
    ['server_rack', 'server', null],
    ['web_server', 'media_server', null],
    ['observer', 'server', null],
    // What denies its head is not one.
    ['former_server', 'server', null],
    ['non-relational_database', 'relational_database', null],
    ['anti-virus', 'virus', null],
    ['_', 'server', null],
  ])('%s against %s: %s', (claimed, known, expected) => {
    expect(refinement(claimed, known)).toBe(expected);
  });
});
