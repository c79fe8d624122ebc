// Promise (memory D17): a known name is that concept wherever it stands and however it is spelt; what only looks like it is not.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { ConceptGraph } from '../columns/concept-graph.ts';
import { foldOf } from '../text/fold.ts';
import { canonicalToken } from '../text/words.ts';
import { aliasOf, lookUp, NameReader, type NameSpan } from './lookup.ts';

const words = ordinaryWords(await readWordLists());

const COMMON = ['deploy', 'home', 'the', 'house', 'cloud', 'model'];

/** A graph in which each of the names is of type `thing`; ids follow the order of the names, from 1. */
function graphOf(names: readonly string[], more: readonly (readonly [string, string, string])[] = []) {
  const graph = new ConceptGraph();
  let ids = 0;
  let edges = 0;
  const idOf = (token: string, common = false): number => {
    const known = graph.conceptId(token);
    if (known !== undefined) return known;
    graph.putConcept({ id: ++ids, token, encounterCount: 1, lastSeen: 0, novelty: 0, common });
    return ids;
  };
  for (const name of names) idOf(name);
  for (const word of COMMON) idOf(word, true);
  const facts = [...names.map((name) => [name, 'type', 'thing'] as const), ...more];
  for (const [concept, dim, parent] of facts) {
    graph.putEdge({
      ...{
        edgeId: ++edges,
        project: 'default',
        isIsa: true,
        confidence: 1,
        lastConfirmed: 0,
        source: 'gutask',
      },
      ...{ concept: idOf(concept), parent: idOf(parent), dim: idOf(dim), doNotUse: false },
    });
  }
  return graph;
}

interface Named {
  readonly token: string;
  readonly start: number;
  readonly end: number;
}

function namesOf(graph: ConceptGraph, scope: string, text: string): Named[] {
  const found: Named[] = [];
  const take = ({ id, start, end }: NameSpan): void => {
    found.push({ token: graph.tokenOf(id), start, end });
  };
  new NameReader(graph, scope, text, take, () => words).takeWithin(0, text.length);
  return found;
}

const namedIn = (graph: ConceptGraph, text: string): string[] =>
  namesOf(graph, 'default', text).map(({ token, start, end }) => `${token}<${text.slice(start, end)}>`);

const LAB = graphOf([
  'gnommoweb',
  'agent_zero',
  'home_assistant',
  'uptime-kuma',
  'pihole',
  'redis',
  'redis-cache',
  'grafana',
  'nas01',
  'paperless-ngx',
  'gnommo-server',
  'old-zorblatt',
  'glitch.university',
  'büro_pc',
  'switch-core',
]);

describe('a known name in a text', () => {
  it.each([
    ['Deploy Gnommoweb', 'gnommoweb<Gnommoweb>'],
    ['Agent Zero fails to start', 'agent_zero<Agent Zero>'],
    ['Home Assistant was updated', 'home_assistant<Home Assistant>'],
    ['Restart Home Assistant Core', 'home_assistant<Home Assistant>'],
    ['is home assistant up?', 'home_assistant<home assistant>'],
    ['homeassistant hangs', 'home_assistant<homeassistant>'],
    ['HomeAssistant hangs', 'home_assistant<HomeAssistant>'],
    ['home-assistant hangs', 'home_assistant<home-assistant>'],
    ['the HOME_ASSISTANT container', 'home_assistant<HOME_ASSISTANT>'],
    ['check home\nassistant', 'home_assistant<home\nassistant>'],
    ['uptime kuma says no', 'uptime-kuma<uptime kuma>'],
    ['Pi-hole blocks it', 'pihole<Pi-hole>'],
    ['Pi Hole blocks it', 'pihole<Pi Hole>'],
    ["Grafana's disk is full", 'grafana<Grafana>'],
    ['see `docker logs grafana --since 1h`', 'grafana<grafana>'],
    ['open https://grafana.lab.lan:3000/d/x', 'grafana<grafana>'],
    ['ssh root@nas01', 'nas01<nas01>'],
    ['/mnt/nas01/media is gone', 'nas01<nas01>'],
    ['edit /etc/grafana.ini', 'grafana<grafana>'],
    ['glitch.university is down', 'glitch.university<glitch.university>'],
    ['https://glitch.university/x', 'glitch.university<glitch.university>'],
    ['the redis-cache is full', 'redis-cache<redis-cache>'],
    ['the gnommo stopped', 'gnommo-server<gnommo>'], // a beginning that no list has
    ['Zorblatt’s disk is full', 'old-zorblatt<Zorblatt>'], // the distinguishing part
    ['Der Büro PC brummt', 'büro_pc<Büro PC>'],
    ['büro-pc', 'büro_pc<büro-pc>'],
    ['"gnommoweb", (grafana)', 'gnommoweb<gnommoweb> grafana<grafana>'],
  ])('%j names %s', (text, named) => {
    expect(namedIn(LAB, text).join(' ')).toBe(named);
  });

  it.each([
    'a redis-like store', // another identifier
    'my_redis and redis_old',
    'xredis redisx',
    'home is where the assistant is',
    'home. Assistant', // two sentences
    'the uptime is 20 days', // words of the lists mean themselves: a beginning is none of theirs
    'paperless stopped',
    'a switch and its core',
    'gnommos and the gnommo-ish', // other words
    'buro pc', // accents are kept
    'the home',
  ])('%j names nothing', (text) => {
    expect(namedIn(LAB, text)).toEqual([]);
  });

  it('the longest name wins, and the words behind it are read on', () => {
    const graph = graphOf(['media_server', 'media_server_box', 'box_office']);
    expect(namedIn(graph, 'media server box office')).toEqual(['media_server_box<media server box>']);
    expect(namedIn(graph, 'media server, box office')).toEqual([
      'media_server<media server>',
      'box_office<box office>',
    ]);
  });

  it('is only known where something is known about it', () => {
    expect(namesOf(LAB, 'other', 'grafana')).toEqual([]);
    const graph = graphOf(['grafana']);
    graph.removeEdge(1);
    expect(namedIn(graph, 'grafana')).toEqual([]);
  });

  it('two spellings that are both known are two names; a third spelling is one of them', () => {
    const graph = graphOf(['re-sort', 'resort']);
    expect(namedIn(graph, 're-sort the resort')).toEqual(['re-sort<re-sort>', 'resort<resort>']);
    expect(namedIn(graph, 're_sort')).toHaveLength(1);
  });

  it('numbers side by side are kept apart', () => {
    const graph = graphOf(['web-1-11', 'web-11-1']);
    expect(namedIn(graph, 'web-1-11 and web_11_1, web 11 1')).toEqual([
      'web-1-11<web-1-11>',
      'web-11-1<web_11_1>',
      'web-11-1<web 11 1>',
    ]);
    expect(namedIn(graph, 'web111')).toEqual([]);
  });

  it('a beginning or a part that several names share is short for none', () => {
    expect(namedIn(graphOf(['gnommo-one', 'gnommo-two']), 'gnommo stopped')).toEqual([]);
    expect(namedIn(graphOf(['gnommo-one', 'old-gnommo']), 'gnommo stopped')).toEqual([]);
  });

  it('is found by no part of it while the lists are not there', () => {
    const found: NameSpan[] = [];
    new NameReader(LAB, 'default', 'gnommo stopped', (span) => found.push(span)).takeWithin(0, 14);
    expect(found).toEqual([]);
  });
});

describe('looking a name up', () => {
  it.each(['Home Assistant', 'home-assistant', 'HOMEASSISTANT', 'home_assistant'])('%s', (name) => {
    expect(LAB.tokenOf(lookUp(LAB, 'default', name) as number)).toBe('home_assistant');
  });

  it('an exact spelling of which nothing is known gives way to one that is known', () => {
    const graph = graphOf(['home_assistant']);
    graph.putConcept({
      id: 900,
      token: 'homeassistant',
      encounterCount: 5,
      lastSeen: 0,
      novelty: 0,
      common: false,
    });
    expect(graph.tokenOf(lookUp(graph, 'default', 'homeassistant') as number)).toBe('home_assistant');
    expect(graph.tokenOf(lookUp(graph, 'other', 'homeassistant') as number)).toBe('homeassistant');
  });

  it('follows an alias, in its own project', () => {
    const graph = graphOf(['kubernetes'], [['k8s', 'alias', 'kubernetes']]);
    const k8s = graph.conceptId('k8s') as number;
    expect(graph.tokenOf(aliasOf(graph, 'default', k8s) as number)).toBe('kubernetes');
    expect(aliasOf(graph, 'other', k8s)).toBeUndefined();
  });
});

const name = fc
  .array(fc.stringMatching(/^[a-zäß0-9]{1,6}$/), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('_'))
  .filter((token) => token.length > 1 && canonicalToken(token) === token);

it('any name is found in any spelling in any place, and nothing is found that is not there', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 30, selector: foldOf }),
      fc.nat(),
      fc.constantFrom('-', '_'),
      fc.boolean(),
      (names, pick, joint, isUpper) => {
        const graph = graphOf(names);
        const sought = names[pick % names.length] as string;
        const spelt = sought.replaceAll('_', joint);
        const written =
          isUpper && canonicalToken(spelt.toUpperCase()) === spelt ? spelt.toUpperCase() : spelt;
        const text = `!! ${written} ??`;
        const spans = namesOf(graph, 'default', text);
        expect(spans).toEqual([{ token: sought, start: 3, end: 3 + written.length }]);
        for (const { token, start, end } of namesOf(graph, 'default', `${written}x ${written}`)) {
          expect(names).toContain(token);
          expect(end).toBeGreaterThan(start);
        }
      },
    ),
    { numRuns: runs(300) },
  );
});
