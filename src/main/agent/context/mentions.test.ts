// Promise: what a message names is looked up, and hardly ever anything else: on both halves of the labelled messages nineteen in twenty of what is looked
// up is meant; the rules hold as they are told; and no message takes long or throws.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { readDictionary } from '../../store/words/dictionary.ts';
import { measure, TARGET } from './eval/measure.ts';
import { readSet } from './eval/sets.ts';
import { worldOf } from './eval/worlds.ts';
import { mentionsIn } from './mentions.ts';

const dictionary = new Set(readDictionary());
const isWord = (word: string) => dictionary.has(word);
const HOMELAB = worldOf('homelab');
const ids = (text: string, world = HOMELAB): string[] => mentionsIn(text, world, isWord).map(({ id }) => id);

describe('on labelled messages', () => {
  /** What was measured, a little below. */
  it.each([
    ['dev', 0.94],
    ['held-out', 0.88],
  ] as const)('%s: precision at least 0.95, recall at least %d', (name, recall) => {
    const messages = readSet(name);
    const figures = measure(messages, isWord);
    expect(messages.length).toBeGreaterThanOrEqual(120);
    expect(figures.named).toBeGreaterThan(150);
    expect(figures.precision).toBeGreaterThanOrEqual(TARGET);
    expect(figures.recall).toBeGreaterThanOrEqual(recall);
  });

  it('no message is in both halves', () => {
    const dev = new Set(readSet('dev').map(({ text }) => text));
    expect(readSet('held-out').filter(({ text }) => dev.has(text))).toEqual([]);
  });
});

describe('the rules', () => {
  it.each([
    ['a whole name', 'sonarr is down', ['docker_container:sonarr']],
    ['with an s', "sonarr's log", ['docker_container:sonarr']],
    ['joined otherwise', 'UptimeKuma is down', ['docker_container:uptime-kuma']],
    ['with blanks', 'uptime kuma is down', ['docker_container:uptime-kuma']],
    ['a part between hyphens', 'kuma is down', ['docker_container:uptime-kuma']],
    ['a beginning of four letters', 'vaul is down', ['docker_container:vaultwarden']],
    ['not of three', 'vau is down', []],
    ['a beginning', 'vaultw is down', ['docker_container:vaultwarden']],
    ['glued to a kind', 'der Sonarr-Container', ['docker_container:sonarr']],
    ['by its kind', 'the jellyfin VM', ['vm:jellyfin']],
    ['by both where none is said', 'jellyfin', ['docker_container:jellyfin', 'vm:jellyfin']],
    ['in the host of an address', 'http://sonarr.lan:8989/x', ['docker_container:sonarr']],
    ['not in its path', 'https://github.com/x/sonarr', []],
    ['in a path', '/srv/sonarr/config', ['docker_container:sonarr']],
    ['not within a longer name', 'my-sonarr-old', []],
    ['a guest by its number', 'vm 104', ['vm:win11']],
    ['not a number', 'got 104 errors', []],
    ['a word of the dictionary, said to be a name', 'the media container', ['docker_container:media']],
    ['and in its own sense', 'the media file', []],
    ['quoted', 'is `test` up', ['docker_container:test']],
    ['not one of many', 'I need a proxy', []],
    [
      'what is at work before what lies there',
      'nextcloud_data of nextcloud',
      ['docker_volume:nextcloud_data', 'docker_container:nextcloud'],
    ],
    ['not the words of a program', '```py\nimport redis\n```', []],
  ])('%s: %s', (_what, text, expected) => {
    expect(ids(text)).toEqual(expected);
  });

  it.each([
    ['quoted', 'is "a" up, and `it`?', ['a', 'it']],
    ['with an @', '@a1 is slow', ['a1']],
    ['behind its kind', 'restart container db', ['db']],
    ['behind its kind, as a word of every sentence', 'restart container it, please', ['it']],
    ['of the kind that is said', 'reboot vm a1', ['a1']],
    ['named so', 'the container named a is down', ['a']],
    ['behind its kind, and said to be', 'container a is down', ['a']],
    ['before its kind', 'the db container is slow', ['db']],
    ['not in prose', 'Is it a problem that the db of a shop is slow? a1 or db, it is up to it.', []],
    ['not at the beginning', 'db is full', []],
    ['not of another kind', 'the vm db', []],
    ['not what every sentence says', 'give each container a name, and the container it runs in', []],
    ['not as markup', '[x] done, *a* and **it**', []],
    ['not as an article', 'a container, a vm', []],
  ])('a name of one or two letters, %s: %s', (_what, text, expected) => {
    const short = ['a', 'it', 'db', 'x'].map((name) => ({
      ...{ id: name, kind: 'docker_container' as const, name, aliases: [] },
    }));
    const vm = { id: 'a1', kind: 'vm' as const, name: 'a1', aliases: [] };
    expect(ids(text, [...short, vm]).toSorted()).toEqual(expected);
  });

  it('five at most, the surest first', () => {
    const text = 'kuma, sonarr, radarr, prowlarr, gitea, frigate and grafana';
    expect(ids(text)).toHaveLength(5);
    expect(ids('kuma and sonarr')).toEqual(['docker_container:sonarr', 'docker_container:uptime-kuma']);
  });

  it('what fits more than five names none of them', () => {
    const six = Array.from({ length: 6 }, (_, n) => ({
      ...{ id: `k8s_pod:${n}`, kind: 'k8s_pod' as const, name: `shard-${n}`, aliases: [] },
    }));
    expect(ids('shard is down', six)).toEqual([]);
    expect(ids('shard is down', six.slice(1))).toHaveLength(5);
  });
});

describe('whatever is said', () => {
  it('it names each thing once, of those there are', () => {
    const word = fc.constantFrom(
      ...'jellyfin the container - _ / . : @ ` " \n vm 104 kuma uptime https:// ``` media is down'.split(' '),
      ' ',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(word, fc.string({ maxLength: 8 })), { maxLength: 60 }), (words) => {
        const found = ids(words.join(''));
        expect(found.length).toBeLessThanOrEqual(5);
        expect(new Set(found).size).toBe(found.length);
        expect(found.every((id) => HOMELAB.some((one) => one.id === id))).toBe(true);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('20,000 characters among 5,000 resources take no second', () => {
    const many = Array.from({ length: 5000 }, (_, n) => ({
      ...{
        id: `docker_container:${n}`,
        kind: 'docker_container' as const,
        name: `web-worker-${n}`,
        aliases: [`w${n}`],
      },
    }));
    const texts = ['a ', 'web-', 'webworker ', 'http://', 'webw1 webw2 ', '```', '@"\'`', 'web and worker '];
    for (const text of texts) {
      const spent = processorTime();
      ids(text.repeat(20_000 / text.length), many);
      expect(spent(), text).toBeLessThan(1000);
    }
  });
});
