// Promises (memory, Recollection; decision 084): general questions about software recall no host that is named after it; who
// speaks of the host itself has its facts; a framework's own name in a system prompt recalls nothing.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { DEFAULT_SETTINGS } from '../../../shared/model/settings.ts';
import { ConceptGraph } from '../../graph/columns/concept-graph.ts';
import { parseFact } from '../../graph/text/fact-grammar.ts';
import { readDictionary } from '../../store/words/dictionary.ts';
import { ordinaryWords } from '../../store/words/word-lists.ts';
import { readWordLists } from '../../store/words/word-lists-read.ts';
import { NOW } from '../testing/rig.ts';
import { explainPrompt } from './explain-prompt.ts';

const everybodysWords = ordinaryWords(await readWordLists());
const dictionary = readDictionary();

/** Every fact as `gutask` tells it. */
function graphOf(facts: readonly string[]): ConceptGraph {
  const graph = new ConceptGraph();
  const idOf = (token: string, common = false): number => {
    const id = graph.conceptId(token) ?? graph.conceptCount + 1;
    if (graph.concept(id) === undefined)
      graph.putConcept({ id, token, encounterCount: 0, lastSeen: 0, novelty: 0, common });
    return id;
  };
  for (const word of dictionary) idOf(word, true);
  facts.forEach((text, at) => {
    const parsed = parseFact(text);
    if (!parsed.ok) throw new Error(`${text}: ${parsed.message}`);
    const { dimension, isIsa } = parsed.fact;
    const [concept, parent, dim] = [parsed.fact.concept, parsed.fact.parent, dimension].map((name) =>
      idOf(name),
    ) as [number, number, number];
    graph.putEdge({
      ...{ edgeId: at + 1, project: 'default', concept, parent, dim, isIsa, confidence: 1 },
      ...{ lastConfirmed: NOW, source: 'gutask', doNotUse: false },
    });
  });
  return graph;
}

/** The names a prompt is reminded of. */
function recalled(graph: ConceptGraph, ...messages: object[]): string[] {
  const options = { now: NOW, ordinaryWords: everybodysWords };
  const { block } = explainPrompt('chat', { model: 'm', messages }, graph, DEFAULT_SETTINGS, options);
  return (block ?? '').split('\n').flatMap((line) => /^(\S+): \[/.exec(line)?.[1] ?? []);
}

const user = (content: string) => ({ role: 'user', content });

/** Hosts by the software they are named after: alone, or as the beginning of their name. */
const SOFTWARE = [
  'grafana',
  'nextcloud',
  'jellyfin',
  'consul',
  'gitea',
  'vaultwarden',
  'influxdb',
  'portainer',
];
const BEGINNINGS = [
  'git-server',
  'redis-cache',
  'docker-prod',
  'postgres-main',
  'nginx-proxy',
  'kafka-broker-1',
];
const LAB = graphOf([...SOFTWARE, ...BEGINNINGS].map((name) => `${name} -ispart pve1 in context of runs-on`));

const GENERAL = [
  'How do I install X on Debian?',
  'X explained for beginners',
  'What is the difference between X and its competitors?',
  'Write a compose file for X with a named volume.',
  'Can X run without root?',
  'X or something lighter for a small machine?',
  'Is X free for companies?',
  'Explain the architecture of X in five sentences.',
  'how many cores does X need',
  'X best practices',
];
const MEANT = [
  'restart X',
  'Is X up?',
  'X is slow since this morning.',
  'Why is X down again?',
  'Add a user for Olaf to X.',
  'Which host runs X?',
  'our X needs a new certificate',
];

describe('recalled in vain', () => {
  it.each(SOFTWARE)(
    'is no host called %s by a general question, and the host is by who speaks of it',
    (name) => {
      const spelt = (text: string) => text.replace('X', name);
      const by = (texts: readonly string[]) =>
        texts.filter((text) => recalled(LAB, user(spelt(text))).includes(name));
      expect(by(GENERAL)).toEqual([]);
      expect(by(MEANT)).toEqual(MEANT);
    },
  );

  it.each(BEGINNINGS)('is %s by no word it begins with, and by its name wherever it stands', (name) => {
    const beginning = name.split('-', 1)[0] as string;
    const by = (word: string) =>
      [...GENERAL, ...MEANT].filter((text) => recalled(LAB, user(text.replace('X', word))).length > 0);
    expect(by(beginning)).toEqual([]);
    expect(by(name)).toEqual([...GENERAL, ...MEANT]);
  });

  it('is no name whose words stand apart as words', () => {
    expect(recalled(LAB, user('Is a redis cache better than a big server?'))).toEqual([]);
    expect(recalled(LAB, user('What is the best git server for a small team?'))).toEqual([]);
    expect(recalled(LAB, user('why is the redis cache slow'))).toEqual(['redis-cache']);
  });

  it('another name of the lab shows that its namesakes are meant', () => {
    expect(recalled(LAB, user('How do I move grafana?'))).toEqual([]);
    expect(recalled(LAB, user('How do I move grafana to docker-prod?')).sort()).toEqual([
      'docker-prod',
      'grafana',
    ]);
  });

  it('what a tool shows is there', () => {
    expect(recalled(LAB, user('What is there?'), { role: 'tool', content: 'grafana  Up 3 days' })).toEqual([
      'grafana',
    ]);
  });
});

describe('a system prompt', () => {
  const SMART_HOME = graphOf(
    ['home-assistant', 'plex', 'zorblatt'].map((name) => `${name} -ispart pve2 in context of runs-on`),
  );
  const system = (content: string) => ({ role: 'system', content });

  it('recalls nothing by the name of the framework, nor by words for what it drives', () => {
    const prompt = system(
      'You are a voice assistant for Home Assistant. Home Assistant is up.\n- names: Plex',
    );
    expect(recalled(SMART_HOME, prompt, user('Turn on the television'))).toEqual([]);
    expect(recalled(SMART_HOME, prompt, user('Restart Plex'))).toEqual(['plex']);
  });

  it('recalls names that are nobody else’s', () => {
    expect(recalled(SMART_HOME, system('You watch zorblatt.'), user('Good morning'))).toEqual(['zorblatt']);
  });

  const REPORT = join(
    import.meta.dirname,
    '../../../../../shared/data/reports/proxy/system-prompt-brings-a-recollection-always.json',
  );
  it.skipIf(!existsSync(REPORT))(
    'as it was reported (skipped where the reports are not beside the checkout)',
    () => {
      const Report = z.object({
        seed: z.array(z.string()),
        request: z.object({ body: z.object({ messages: z.array(z.looseObject({})) }) }),
      });
      const { seed, request } = Report.parse(JSON.parse(readFileSync(REPORT, 'utf8')));
      expect(recalled(graphOf(seed), ...request.body.messages)).toEqual([]);
    },
  );
});
