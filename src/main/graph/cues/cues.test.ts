// Promises of the relationship cue scanner: every row of the table of wordings, every refusal, and the
// properties that make it safe on any text. The labelled sets are measured by `npm run eval:cues`.

import { describe, expect, test } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { dictionaryLexicon } from '../eval/dictionary-lexicon.ts';
import { proseOf } from '../text/prose.ts';
import { canonicalToken } from '../text/tokenise.ts';
import type { CueTriple } from '../types.ts';
import { scanCues } from './cues.ts';

const lexicon = dictionaryLexicon();

function scan(text: string, role: 'user' | 'assistant' = 'user'): CueTriple[] {
  return scanCues(proseOf(text), lexicon, { role });
}

/** `subject isa|ispart parent [dim]` of each triple, in order. */
function facts(text: string): string[] {
  return scan(text).map((t) => `${t.subject} ${t.isIsa ? 'isa' : 'ispart'} ${t.parent} [${t.dim}]`);
}

describe('the table of wordings', () => {
  test.each([
    ['gnommoweb is a repo', 'gnommoweb isa repo [type]', 0.8],
    ['gnommoweb is an API', 'gnommoweb isa api [type]', 0.8],
    ['gnommoweb ISA repo', 'gnommoweb isa repo [type]', 0.9],
    ['State is a kind of region', 'state isa region [type]', 0.8],
    ['gnommoweb is a type of service', 'gnommoweb isa service [type]', 0.8],
    ['dobby is an instance of agent', 'dobby isa agent [type]', 0.8],
    ['gnommoweb kind of repo', 'gnommoweb isa repo [type]', 0.65],
    ['gnommoweb type of service', 'gnommoweb isa service [type]', 0.65],
    ['dobby instance of agent', 'dobby isa agent [type]', 0.65],
    ['gnommoweb is part of Glitch University', 'gnommoweb ispart glitch_university [membership]', 0.8],
    ['gnommoweb ISPART glitch_university', 'gnommoweb ispart glitch_university [membership]', 0.9],
    ['gnommoweb part of Agent0', 'gnommoweb ispart agent0 [membership]', 0.65],
    ['gnommoweb belongs to Glitch University', 'gnommoweb ispart glitch_university [membership]', 0.8],
    ['gnommoweb is owned by jenstandstad', 'gnommoweb ispart jenstandstad [owned-by]', 0.8],
    ['gnommoweb owned by jenstandstad', 'gnommoweb ispart jenstandstad [owned-by]', 0.65],
    ['dobby member of agent_pool', 'dobby ispart agent_pool [membership]', 0.65],
    ['dobby is a member of agent_pool', 'dobby ispart agent_pool [membership]', 0.8],
    ['gnommoweb runs on Docker', 'gnommoweb ispart docker [runs-on]', 0.8],
    ['gnommoweb hosted by ramanujan', 'gnommoweb ispart ramanujan [runs-on]', 0.65],
    ['gnommoweb deployed on Docker', 'gnommoweb ispart docker [runs-on]', 0.65],
    ['gnommoweb contained in agent0_stack', 'gnommoweb ispart agent0_stack [membership]', 0.65],
  ])('%s', (text, fact, confidence) => {
    expect(facts(text)).toEqual([fact]);
    expect(scan(text)[0]?.confidence).toBe(confidence);
  });

  test('an assistant is believed four fifths as much as a user', () => {
    expect(scan('gnommoweb is a repo', 'assistant')[0]?.confidence).toBe(0.64);
    expect(scan('gnommoweb ISA repo', 'assistant')[0]?.confidence).toBe(0.72);
  });

  test('seed test B: a participle after the object is no second fact', () => {
    expect(facts('gnommoweb is a container deployed on Docker')).toEqual(['gnommoweb isa container [type]']);
  });
});

describe('names with a number or a code', () => {
  test.each([
    ['Rack A1 is a rack.', ['rack_a1 isa rack [type]']],
    ['Agent Dobby is a worker.', ['dobby isa worker [type]']],
    ['ramanujan belongs to Rack 4.', []],
    ['web-1 runs on Debian 12.', ['web-1 ispart debian [runs-on]']],
    ['dobby runs on a Raspberry Pi 4.', ['dobby ispart raspberry_pi [runs-on]']],
    ['billing-api ISPART payments', ['billing-api ispart payments [membership]']],
    ['Traefik kind of reverse proxy', ['traefik isa reverse_proxy [type]']],
  ])('%s', (text, expected) => {
    expect(facts(text)).toEqual(expected);
  });
});

describe('the dimension modifier', () => {
  test.each([
    ['gnommoweb is a repo of Glitch University', 'gnommoweb isa repo [glitch_university]'],
    ['Michigan is a state of USA', 'michigan isa state [usa]'],
    ['Michigan is a state of the USA.', 'michigan isa state [usa]'],
    ['dobby ISA worker of agent_pool', 'dobby isa worker [agent_pool]'],
    ['gnommoweb is a kind of service of Glitch University', 'gnommoweb isa service [glitch_university]'],
    ['gnommoweb is a repo of scripts', 'gnommoweb isa repo [type]'],
  ])('%s', (text, fact) => {
    expect(facts(text)).toEqual([fact]);
  });

  test('a place in itself is no fact', () => {
    expect(facts('Oslo is a city of Oslo')).toEqual([]);
    expect(facts('A repo is a repo.')).toEqual([]);
  });
});

describe('auxiliaries, adverbs, articles and modifiers are read through', () => {
  test.each([
    ['gnommoweb is currently deployed on Docker.', 'gnommoweb ispart docker [runs-on]'],
    ['gnommoweb has been deployed on the Docker host.', 'gnommoweb ispart docker_host [runs-on]'],
    ['gnommoweb has always been owned by jenstandstad.', 'gnommoweb ispart jenstandstad [owned-by]'],
    ['gnommoweb is now running on ramanujan.', 'gnommoweb ispart ramanujan [runs-on]'],
    ['festinger is an integral part of Agent0.', 'festinger ispart agent0 [membership]'],
    ['gnommoweb is a small internal web service.', 'gnommoweb isa web_service [type]'],
    ['Redis is an in-memory data store.', 'redis isa data_store [type]'],
    ['ramanujan is an Ubuntu 24.04 server of ours.', 'ramanujan isa server [type]'],
    ['ramanujan is a Raspberry Pi.', 'ramanujan isa raspberry_pi [type]'],
    ['The gnommoweb service runs on the ramanujan server.', 'gnommoweb ispart ramanujan [runs-on]'],
    ['New York City is a city.', 'new_york_city isa city [type]'],
    ["dobby's an agent.", 'dobby isa agent [type]'],
  ])('%s', (text, fact) => {
    expect(facts(text)).toEqual([fact]);
  });
});

describe('a subject is carried through its sentence', () => {
  test.each([
    [
      'gnommoweb is a repo and runs on Docker',
      ['gnommoweb isa repo [type]', 'gnommoweb ispart docker [runs-on]'],
    ],
    [
      'gnommoweb, which runs on Docker, is owned by jenstandstad.',
      ['gnommoweb ispart docker [runs-on]', 'gnommoweb ispart jenstandstad [owned-by]'],
    ],
    [
      'Dobby, our build agent, is a member of agent_pool.',
      ['dobby ispart agent_pool [membership]', 'dobby isa build_agent [type]'],
    ],
    [
      'Our build agent, Dobby, is a member of agent_pool.',
      ['dobby ispart agent_pool [membership]', 'dobby isa build_agent [type]'],
    ],
    [
      'web-1, web-2 and web-3 run on ramanujan.',
      [
        'web-1 ispart ramanujan [runs-on]',
        'web-2 ispart ramanujan [runs-on]',
        'web-3 ispart ramanujan [runs-on]',
      ],
    ],
    ['gnommoweb was a script and is now a server.', ['gnommoweb isa server [type]']],
    ['gnommoweb is a repo, but I think dobby is a worker.', ['gnommoweb isa repo [type]']],
  ])('%s', (text, wanted) => {
    expect(facts(text)).toEqual(wanted);
  });

  test('a conjunct of a noun phrase is not taken for its subject', () => {
    expect(facts('The team behind gnommoweb and festinger is a group.')).toEqual([]);
    expect(facts('gnommoweb or festinger is a repo.')).toEqual([]);
  });
});

describe('what states nothing', () => {
  test.each([
    ['pronoun', 'It is part of the job. He is a member of staff. This is a repo. There is a repo.'],
    [
      'definite',
      'The server is a mess. The database runs on Docker. Our crawler is a script. The CEO is a developer.',
    ],
    ['possessive', "gnommoweb's database is a cluster. Jens' server is a VM."],
    [
      'quantifier',
      'Every agent is a member of agent_pool. Some services are hosted by Hetzner. Everything runs on Docker.',
    ],
    ['indefinite with a name', 'A container runs on ramanujan.'],
    ['gerund', 'Caching is a technique. Running gnommoweb is a chore.'],
    ['adverb', 'Here is a repo. Below is a list. Tomorrow is a holiday.'],
    [
      'evaluative',
      'gnommoweb is a mess. dobby is a good example. Redis is a lot faster. gnommoweb is part of the problem.',
    ],
    ['question', 'Is gnommoweb a repo? gnommoweb is a repo, right? What is a container?'],
    ['question without a mark', 'which service runs on Docker'],
    [
      'negation',
      "gnommoweb is not a repo. gnommoweb isn't part of Agent0. Neither dobby nor kreacher is a worker.",
    ],
    ['condition', 'If gnommoweb is a repo, delete it. Suppose dobby is a worker and runs on Docker.'],
    [
      'trailing condition',
      'gnommoweb is a container if Docker is up. dobby is an agent as long as the key is valid.',
    ],
    [
      'modal',
      'gnommoweb might be a container. dobby should be part of agent_pool. gnommoweb will run on Docker.',
    ],
    ['hedge', 'I think gnommoweb is a repo. gnommoweb is probably a repo. gnommoweb is a repo, maybe.'],
    ['attribution', 'She says gnommoweb is a repo. According to Jens, dobby is a worker and runs on Docker.'],
    ['past', 'gnommoweb was a repo. dobby ran on Docker. gnommoweb had been hosted by ramanujan.'],
    ['perfect without since', 'gnommoweb has been a container.'],
    ['imperative', 'Make sure gnommoweb is a repo. Pretend dobby is a pirate.'],
    [
      'format',
      'The output format is a JSON object. a tool request is a JSON. user_id is a string. format ISA json',
    ],
    ['prompt parts', 'A thought is a sentence. A message is a role and a content.'],
    ['role-play', 'You are an agent. Your role is a reviewer. Act as if dobby is a pirate.'],
    ['code fence', '```\ngnommoweb is a repo\n```'],
    ['code span', 'Use `gnommoweb is a repo` as the title.'],
    ['comment', '// gnommoweb is a repo'],
    ['heading', '## gnommoweb is a repo'],
    ['underlined heading', 'gnommoweb is a repo\n==================='],
    ['section of examples', '## Examples\n\ngnommoweb is a repo.'],
    ['log', '2024-05-01T10:00:00Z ERROR gnommoweb is a zombie\n[WARN] dobby runs on Docker'],
    ['JSON', '{"note": "gnommoweb is a repo"}'],
    ['SQL', "INSERT INTO facts VALUES ('gnommoweb is a repo');"],
    ['shell', '$ echo gnommoweb is a repo'],
    ['fact command', "gutask iknowthat 'gnommoweb -isa repo in context of glitch_university'"],
    [
      'stack trace',
      'Traceback (most recent call last):\n  File "x.py", line 2\nValueError: gnommoweb is a str',
    ],
    ['quotation', 'The sticker reads "gnommoweb is a repo".'],
    ['quoted mail', '> gnommoweb is a repo'],
    ['speaker', 'Jens: gnommoweb is a repo'],
    ['table', '| gnommoweb | is a repo | runs on Docker |'],
    ['YAML', 'description: gnommoweb is a repo'],
    ['file', 'config.yaml is a file, /srv/gnommoweb is a directory.'],
    ['masked subject', 'Use                 is a repo.'],
    ['masked object', 'gnommoweb is a                 '],
    ['time or trigger', 'gnommoweb runs on Mondays. dobby runs on demand. dobby runs on port 8080.'],
    ['disjunction', 'gnommoweb is a repo or a service. gnommoweb is either a repo or a service.'],
    ['portion', 'gnommoweb is a collection of scripts. gnommoweb is a combination of Redis and Kafka.'],
    ['privative', 'gnommoweb is a former repo. dobby is a potential worker.'],
    ['future', 'gnommoweb runs on Docker from next month. Soon dobby is a worker.'],
  ])('%s', (_kind, text) => {
    expect(facts(text)).toEqual([]);
  });
});

describe('the shape of a triple', () => {
  test('the sentence is the one as written, at most 280 characters', () => {
    const text = `Hello there. gnommoweb is a\nrepo of Glitch University. ${'and so on '.repeat(60)}`;
    expect(scan(text)[0]?.sentence).toBe('gnommoweb is a repo of Glitch University.');
    const long = `${'we saw it here, '.repeat(40)}gnommoweb is a repo, ${'and so on, '.repeat(40)}`;
    const [triple] = scan(long);
    expect(triple?.sentence.length).toBeLessThanOrEqual(280);
    expect(triple?.sentence).toContain('gnommoweb is a repo');
  });

  test('a fact said twice is reported once, at its higher confidence', () => {
    const triples = scan('gnommoweb type of service. gnommoweb is a service. gnommoweb ISA service.');
    expect(triples.map((triple) => triple.confidence)).toEqual([0.9]);
  });

  test('a known concept of several words is one name, even in lower case', () => {
    const knowing = dictionaryLexicon(['glitch_university']);
    const [triple] = scanCues('gnommoweb is part of glitch university', knowing, { role: 'user' });
    expect(triple?.parent).toBe('glitch_university');
  });
});

const SUBJECTS = [
  'gnommoweb',
  'dobby',
  'web-1',
  'agent_pool',
  'Glitch University',
  'FastAPI',
  'glitch.university',
];
const PREDICATES = [
  'is a repo',
  'is an agent of Agent0',
  'is part of Agent0',
  'is owned by jenstandstad',
  'runs on the ramanujan server',
  'has been deployed on Docker',
  'ISA service',
];
const statement = fc
  .tuple(fc.constantFrom(...SUBJECTS), fc.constantFrom(...PREDICATES))
  .map(([subject, predicate]) => `${subject} ${predicate}`);

/** Text made of what the scanner reacts to, so that random inputs reach every pass. */
const cueSoup = fc
  .array(
    fc.oneof(
      statement,
      fc.constantFrom(
        'is a',
        'of',
        ',',
        '.',
        '?',
        '"',
        "'",
        '`',
        '(',
        ')',
        ' - ',
        ':',
        '\n',
        'and',
        'or',
        'which',
      ),
      fc.constantFrom(
        'if',
        'I think',
        'the',
        'a',
        'not',
        'kind of',
        'part of',
        "'s",
        '\u0000',
        '  ',
        '{',
        '```',
        '#',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(' '));

describe('properties', () => {
  test('any text gives well-formed triples and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(cueSoup, fc.string({ unit: 'binary', maxLength: 400 })), (text) => {
        for (const triple of scan(text)) {
          expect(triple.subject).not.toBe(triple.parent);
          for (const token of [triple.subject, triple.parent, triple.dim]) {
            expect(token).not.toBe('');
            expect(canonicalToken(token)).toBe(token);
          }
          expect(triple.confidence).toBeGreaterThan(0);
          expect(triple.confidence).toBeLessThanOrEqual(0.9);
          expect(triple.sentence.length).toBeLessThanOrEqual(280);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  test('a statement says the same after an unrelated sentence, as a bullet and on a line of its own', () => {
    fc.assert(
      fc.property(
        statement,
        fc.constantFrom('It rained all night. ', 'Is it late? ', 'Hi!\n\n', '- ', '3. '),
        (text, before) => {
          expect(facts(text)).not.toEqual([]);
          expect(facts(`${before}${text}.`)).toEqual(facts(text));
        },
      ),
    );
  });

  test('a question mark, a condition, a hedge or a quotation silences any statement', () => {
    fc.assert(
      fc.property(statement, (text) => {
        for (const silent of [
          `${text}?`,
          `If ${text}, stop.`,
          `I think ${text}.`,
          `Ada said: "${text}".`,
          `\`${text}\``,
        ]) {
          expect(facts(silent)).toEqual([]);
        }
      }),
    );
  });

  test('two statements in one text give the facts of each', () => {
    fc.assert(
      fc.property(statement, statement, (one, other) => {
        expect(new Set(facts(`${one}. ${other}.`))).toEqual(new Set([...facts(one), ...facts(other)]));
      }),
    );
  });
});

describe('hostile inputs finish', () => {
  const hostile: Record<string, string> = {
    'a megabyte of "is a"': 'is a '.repeat(200_000),
    'unmatched quotes around cues': `gnommoweb is a "${`'a "b `.repeat(100_000)}`,
    NULs: `${'\u0000'.repeat(500_000)} gnommoweb is a repo`,
    'one endless word': `${'a'.repeat(1_000_000)}ing is a repo`,
    'one endless list': `${'Ab, '.repeat(100_000)}and Cd run on Docker`,
    'one endless sentence': 'gnommoweb is a repo, '.repeat(20_000),
    'brackets without ends': `dobby is a ${'(['.repeat(200_000)}`,
    'fences without ends': `\`\`\`\n${'dobby is a worker\n'.repeat(20_000)}`,
    'underscores and hyphens': `dobby is a ${'a_-'.repeat(200_000)} repo`,
  };
  test.each(Object.entries(hostile))('%s', (_name, text) => {
    const spent = processorTime();
    for (const triple of scan(text)) expect(triple.subject).not.toBe(triple.parent);
    expect(spent()).toBeLessThan(10_000);
  });
});
