// Promise: of what a model gets wrong, the reader's checks refuse at least 99 in 100, and of what is true they refuse next to nothing.
import { describe, expect, it } from 'vitest';
import { dictionaryLexicon } from '../../src/main/graph/eval/dictionary-lexicon.ts';
import { checked } from '../../src/main/memory/reader/read-sentences.ts';
import { MISTAKES, shippedLabels } from './labelled.ts';
import { measureChecks } from './measure.ts';

const lexicon = dictionaryLexicon();
const texts = [...shippedLabels('cues-dev'), ...shippedLabels('cues-held-out')];

describe('the checks of what a model reads', () => {
  const { true: all, lost, mistakes, pairs } = measureChecks(texts, lexicon, 38);

  it.each(MISTAKES)('refuse at least 99 of 100 answers with: %s', (mistake) => {
    const { made, taken } = mistakes.get(mistake) ?? { made: 0, taken: [] };
    expect(made).toBeGreaterThan(600);
    expect(taken.length, taken.join('\n')).toBeLessThanOrEqual(made / 100);
  });

  it('refuse at most 1 of 100 true statements', () => {
    expect(all).toBeGreaterThan(600);
    expect(lost.length, lost.join('\n')).toBeLessThanOrEqual(all / 100);
  });

  it('refuse at least 95 of 100 statements of two names that a sentence holds and does not join', () => {
    expect(pairs.made).toBeGreaterThan(60);
    expect(pairs.taken.length, pairs.taken.join('\n')).toBeLessThanOrEqual(pairs.made / 20);
  });

  const read = (texts: readonly string[], concept: string, parent: string, dimension: string) =>
    checked(
      [
        {
          ...{ sentence: texts.length, mode: 'asserts', concept, parent, dimension },
          concept_sentence: texts.findIndex((text) => text.includes(concept)) + 1,
          is_isa: dimension === 'type',
        },
      ],
      {
        sentences: texts.map((text) => ({ text, paragraph: 0 })),
        dimensions: new Set([dimension]),
        lexicon,
      },
    )[0]?.fact ?? null;

  it.each([
    [
      'the place is a pronoun',
      ['Borealis is my main server', 'It runs Sonarr'],
      'Sonarr',
      'Borealis',
      'runs-on',
    ],
    ['the name is the label', ['gnommoweb: lives on ramanujan'], 'gnommoweb', 'ramanujan', 'runs-on'],
    [
      'an order goes before',
      ['restart gnommoweb, it runs on ramanujan'],
      'gnommoweb',
      'ramanujan',
      'runs-on',
    ],
    ['a word is called so', ['the gamebox is an old NUC called larder'], 'larder', 'NUC', 'type'],
    ['an owner is the subject', ['Mireille looks after gnommoweb'], 'gnommoweb', 'Mireille', 'owned-by'],
    ['a person has it', ['gnommoweb belongs to Priyanka'], 'gnommoweb', 'Priyanka', 'owned-by'],
    ['it is left behind', ['ramanujan is the box gnommoweb runs on'], 'gnommoweb', 'ramanujan', 'runs-on'],
    [
      'a question says it in passing',
      ["Can you look at gnommoweb, that's our portal on ramanujan?"],
      'gnommoweb',
      'ramanujan',
      'runs-on',
    ],
    [
      'an order takes it for granted',
      ['Write a note for our web shop gnommoweb'],
      'gnommoweb',
      'web shop',
      'type',
    ],
    [
      'a condition stands in another clause',
      ['It restarts whenever I save (gnommoweb is a portal on ramanujan)'],
      'gnommoweb',
      'ramanujan',
      'runs-on',
    ],
    [
      'a label says whose it is',
      ['gnommoweb: a portal', 'Owner: Mireille'],
      'gnommoweb',
      'Mireille',
      'owned-by',
    ],
    [
      'it is what something is made of',
      ["gnommoweb died, it's Rust with tokio"],
      'gnommoweb',
      'Rust',
      'tech',
    ],
    ['particulars stand in a list', ['gnommoweb (our portal, Java 21)'], 'gnommoweb', 'Java 21', 'tech'],
    [
      'a possessive and a name say whose it is',
      ["Ada's tablet is called larder"],
      'larder',
      'Ada',
      'owned-by',
    ],
    ['people run it', ['The data team runs gnommoweb'], 'gnommoweb', 'data team', 'owned-by'],
    [
      'a place goes on',
      ['ramanujan is in the server room in Leeds'],
      'ramanujan',
      'server room in Leeds',
      'geography',
    ],
    ['a place has a number', ['ramanujan sits in rack B7'], 'ramanujan', 'rack B7', 'geography'],
  ])('take a statement where %s', (_, texts, concept, parent, dimension) => {
    expect(read(texts, concept, parent, dimension)).toMatchObject({ dimension });
    expect(read(texts, parent, concept, dimension)).toBeNull();
  });

  it('take plain sentences, each in its own wording', () => {
    const refused = [
      ['nas01 runs Debian', 'nas01', 'Debian', 'runs-on'],
      ['nas01 is running Debian', 'nas01', 'Debian', 'runs-on'],
      ['jellyfin runs on our managed server', 'jellyfin', 'managed server', 'runs-on'],
      ['gnommoweb is part of our self-hosted media stack', 'gnommoweb', 'media stack', 'membership'],
      ['gnommoweb died and its maintainer is Ada', 'gnommoweb', 'Ada', 'owned-by'],
      ['jellyfin runs on a VM we call atlas', 'jellyfin', 'atlas', 'runs-on'],
      ['gnommoweb belongs to my mother-in-law', 'gnommoweb', 'mother-in-law', 'owned-by'],
      ['gnommoweb is the laptop of my lodger', 'gnommoweb', 'lodger', 'owned-by'],
      ["the media stack's jellyfin is slow", 'jellyfin', 'media stack', 'membership'],
      ['the NAS goes by the name of atlas', 'atlas', 'NAS', 'type'],
    ].filter(
      ([text = '', concept = '', parent = '', dimension = '']) => !read([text], concept, parent, dimension),
    );
    expect(refused).toEqual([]);
  });

  it('refuse what something is sent to, taken from or made by', () => {
    const taken = [
      ['grafana sends alerts to the ops team', 'grafana', 'ops team', 'owned-by'],
      ['I showed gnommoweb to Ada', 'gnommoweb', 'Ada', 'owned-by'],
      ['I borrowed gnommoweb from Ada', 'gnommoweb', 'Ada', 'owned-by'],
      ['gnommoweb is a NAS from Synology', 'gnommoweb', 'Synology', 'owned-by'],
      ['gnommoweb is a laptop from Dell', 'gnommoweb', 'Dell', 'owned-by'],
      ['we removed gnommoweb from the cluster', 'gnommoweb', 'cluster', 'membership'],
      ['I unplugged nas01 from the network', 'nas01', 'network', 'membership'],
      ['gnommoweb is banned from the network', 'gnommoweb', 'network', 'membership'],
      ['gnommoweb talks to the cluster', 'gnommoweb', 'cluster', 'membership'],
      ["my wife's laptop gnommoweb is slow", 'gnommoweb', 'wife', 'membership'],
      ['our access point and gnommoweb are slow', 'gnommoweb', 'access point', 'type'],
      ['our business server and gnommoweb are slow', 'gnommoweb', 'business server', 'type'],
      ['gnommoweb is Rust with tests', 'gnommoweb', 'tests', 'tech'],
      ['the cable to gnommoweb runs under the floor', 'gnommoweb', 'floor', 'geography'],
      ['I own wren, gnommoweb is under Ada', 'gnommoweb', 'Ada', 'runs-on'],
    ].filter(([text = '', concept = '', parent = '', dimension = '']) =>
      read([text], concept, parent, dimension),
    );
    expect(taken).toEqual([]);
  });

  it('take nothing out of questions, conditions, guesses, orders, or two names that the sentence does not join', () => {
    const dimensions = new Set(['runs-on', 'type', 'membership', 'owned-by', 'geography', 'tech']);
    const wrong = [
      ['Does gnommoweb run on ramanujan', 'gnommoweb', 'ramanujan'],
      ['If gnommoweb ran on ramanujan we would know', 'gnommoweb', 'ramanujan'],
      ['I think gnommoweb runs on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Ada says gnommoweb runs on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Put gnommoweb on ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb does not run on ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb used to run on ramanujan', 'gnommoweb', 'ramanujan'],
      ['We want gnommoweb on ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb was hosted by ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb is owned by Web Team and runs on ramanujan', 'Web Team and', 'ramanujan'],
      ['gnommoweb is owned by Web Team and runs on ramanujan', 'Web Team', 'ramanujan'],
      ['gnommoweb is a repo of Glitch University and runs on ramanujan', 'Glitch University', 'ramanujan'],
      ["Ada says gnommoweb is a proxy, it's on ramanujan", 'gnommoweb', 'ramanujan'],
      ['Ada says gnommoweb is a proxy and it is on ramanujan', 'gnommoweb', 'ramanujan'],
      ['The plan is: gnommoweb on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Compare larder and gnommoweb hosted on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Is it true that gnommoweb, our portal, runs on ramanujan', 'gnommoweb', 'ramanujan'],
      ['If gnommoweb (our portal) runs on ramanujan, we are done', 'gnommoweb', 'ramanujan'],
      ['When it rains, it runs on ramanujan and gnommoweb fails', 'gnommoweb', 'ramanujan'],
      ['The last tenant had a server named gnommoweb on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Tell a story in which a portal named gnommoweb runs on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Can you put gnommoweb, our portal, on ramanujan', 'gnommoweb', 'ramanujan'],
      ['Suppose gnommoweb (our portal on ramanujan) dies', 'gnommoweb', 'ramanujan'],
      ['Write a poem about gnommoweb (our portal on ramanujan)', 'gnommoweb', 'ramanujan'],
      ['You are gnommoweb, our portal on ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb talks to postgres on ramanujan', 'gnommoweb', 'ramanujan'],
      ['gnommoweb crashed, Debian 12 as well', 'gnommoweb', 'Debian 12'],
    ].flatMap(([text = '', concept = '', parent = '']) =>
      checked(
        [
          {
            sentence: 1,
            mode: 'asserts',
            concept,
            concept_sentence: 1,
            parent,
            dimension: 'runs-on',
            is_isa: false,
          },
        ],
        { sentences: [{ text, paragraph: 0 }], dimensions, lexicon },
      ).filter(({ fact }) => fact !== null),
    );
    expect(wrong).toEqual([]);
  });
});
