import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import {
  canonicalToken,
  forEachToken,
  isNoiseToken,
  MAX_TOKEN_CHARS,
  tokenise,
  tokenSlices,
} from './tokenise.ts';

const DICTIONARY = new Set([
  'update',
  'agent',
  'zero',
  'please',
  'new',
  'university',
  'the',
  'is',
  'it',
  'city',
]);
const dictionary = { isCommon: (token: string) => DICTIONARY.has(token) };

/** The tokens of the text, read in slices of so many characters. */
function inSlices(text: string, size: number): string[] {
  const tokens: string[] = [];
  const sink = {
    word: (start: number, end: number) => tokens.push(text.slice(start, end).toLowerCase()),
    token: (token: string) => tokens.push(token),
  };
  for (const _ of tokenSlices(text, sink, dictionary, undefined, size));
  return tokens;
}

describe('words', () => {
  it.each<[string, string[]]>([
    ['gnommoweb, a repo!', ['gnommoweb', 'a', 'repo']],
    ['runs-on agent_pool v1.2.3', ['runs-on', 'agent_pool', 'v1.2.3']],
    ['visit glitch.university.', ['visit', 'glitch.university']],
    ['__init__ -flag .hidden trailing- dot.', ['init', 'flag', 'hidden', 'trailing', 'dot']],
    ['well--known wait...what a.-b', ['well', 'known', 'wait', 'what', 'a', 'b']],
    ["gnommoweb's repo", ['gnommoweb', 's', 'repo']],
    ['naïve Ωmega 漢字 straße', ['naïve', 'ωmega', '漢字', 'straße']],
    ['ｇｌｉｔｃｈ．ｕｎｉ ﬁle x²', ['glitch.uni', 'file', 'x2']],
    ['gpt‑oss runs‐on', ['gpt-oss', 'runs-on']],
    ['a\u00adb \u{1D400}lpha \ud800x', ['a', 'b', 'alpha', 'x']],
    ['', []],
    ['... --- ___', []],
  ])('%j gives %j', (text, tokens) => expect(tokenise(text)).toEqual(tokens));

  it('takes no token from a blob longer than a name can be, and goes on after it', () => {
    expect(tokenise(`x ${'a'.repeat(MAX_TOKEN_CHARS)} y`)).toEqual(['x', 'a'.repeat(MAX_TOKEN_CHARS), 'y']);
    expect(tokenise(`x ${'a'.repeat(MAX_TOKEN_CHARS + 1)} y`)).toEqual(['x', 'y']);
    expect(tokenise(`x ${'é'.repeat(5000)} y`)).toEqual(['x', 'y']);
  });
});

describe('capitalised runs', () => {
  it.each<[string, string[]]>([
    ['a repo of Glitch University', ['a', 'repo', 'of', 'glitch_university']],
    ['the Agent Zero of New York City', ['the', 'agent_zero', 'of', 'new_york_city']],
    ['Glitch, University', ['glitch', 'university']],
    ['Glitch  University', ['glitch', 'university']],
    ['Glitch\nUniversity', ['glitch', 'university']],
    ['Glitch\tUniversity', ['glitch', 'university']],
    ['Glitch (University)', ['glitch', 'university']],
    ['Glitch university', ['glitch', 'university']],
    ['University Of Oslo In Norway', ['university', 'of', 'oslo', 'in', 'norway']],
    ['Gnommoweb ISA Repo', ['gnommoweb', 'isa', 'repo']],
    ['Gnommoweb ISPART Glitch University', ['gnommoweb', 'ispart', 'glitch_university']],
    ['use FastAPI REST API2', ['use', 'fastapi_rest_api2']],
    ['to Émile Zola', ['to', 'émile_zola']],
    ['to Glitch University', ['to', 'glitch_university']],
  ])('%j gives %j', (text, tokens) => expect(tokenise(text)).toEqual(tokens));

  it('keeps six words together and takes seven for a heading', () => {
    expect(tokenise('Aa Bb Cc Dd Ee Ff')).toEqual(['aa_bb_cc_dd_ee_ff']);
    expect(tokenise('Aa Bb Cc Dd Ee Ff Gg')).toEqual(['aa', 'bb', 'cc', 'dd', 'ee', 'ff', 'gg']);
    expect(tokenise('Aa Bb Cc Dd Ee Ff Gg Hh, Ii Jj')).toEqual(
      [...'abcdefgh'].map((c) => c + c).concat('ii_jj'),
    );
  });

  it.each<[string, string[]]>([
    ['Update Glitch University', ['update', 'glitch_university']],
    ['Done. Update Glitch University', ['done', 'update', 'glitch_university']],
    ['Done! "Update Glitch University', ['done', 'update', 'glitch_university']],
    ['see v1.2 Update Glitch', ['see', 'v1.2', 'update_glitch']],
    ['we Update Glitch University', ['we', 'update_glitch_university']],
    ['Glitch University is new', ['glitch_university', 'is', 'new']],
    ['- Agent Zero', ['agent', 'zero']],
    ['in Agent Zero', ['in', 'agent_zero']],
  ])('with a dictionary, the first word of a sentence stays apart: %j gives %j', (text, tokens) =>
    expect(tokenise(text, dictionary)).toEqual(tokens),
  );
});

describe('URLs and paths', () => {
  it.each<[string, string[]]>([
    ['see https://glitch.university/x?y=1#z now', ['see', 'now']],
    ['glitch.university/repos is down', ['is', 'down']],
    ['on localhost:8080/health there', ['on', 'there']],
    ['in /usr/local/bin, ./a and ~/b.', ['in', 'and']],
    ['src/main/graph/text/tokenise.ts and src/', ['and']],
    ['C:\\Users\\me\\x.txt is it', ['is', 'it']],
    ['and/or 24/7 client/server', ['and', 'or', '24', '7', 'client', 'server']],
    ['[docs](https://a.b/c)[more](x) end', ['docs', 'more', 'x', 'end']],
    ['see https://a.b/c_(d). Then', ['see', 'then']],
    ["open '/etc/hosts' please", ['open', 'please']],
    ['a / b // c', ['a', 'b', 'c']],
  ])('%j gives %j', (text, tokens) => expect(tokenise(text)).toEqual(tokens));

  it('ends a capitalised run at a path', () => {
    expect(tokenise('Glitch /x/y University')).toEqual(['glitch', 'university']);
  });
});

describe('noise', () => {
  it.each([
    'a 漢 7 42 1.2.3 v2 v1.2.3-beta.1 10ms 4gb 7b 2nd 2024-01-02 20240102 2024-01-02t10 12-jan-2024 0x1f deadbeef1 1a2b3c4',
    'd41d8cd98f00b204e9800998ecf8427e 123e4567-e89b-42d3-a456-426614174000 01hzx5k9q8w7e6r5t4y3u2i1o0 isa ispart 192.168.0.1',
  ])('%s are never asked about', (tokens) => {
    for (const token of tokens.split(' ')) expect([token, isNoiseToken(token)]).toEqual([token, true]);
  });

  it('but names with digits are', () => {
    for (const token of 'gnommoweb agent0 qwen2.5 k8s glitch.university decade facade llama3-8b node24-pool 3com postgres16'.split(
      ' ',
    )) {
      expect([token, isNoiseToken(token)]).toEqual([token, false]);
    }
  });
});

// --- properties

const pieces = fc.oneof(
  fc.constantFrom(
    'Glitch University',
    'ISA',
    'the',
    'agent_pool',
    'glitch.university',
    'https://x.y/z',
    '/a/b',
    'and/or',
  ),
  fc.constantFrom(
    '. ',
    ' ',
    '  ',
    '-',
    '_',
    '.',
    '"',
    "'",
    '(',
    ')',
    '/',
    '\\',
    ':\\',
    'C',
    'é',
    'ﬁ',
    '½',
    '漢',
    '😀',
    '\u0301',
  ),
  fc.constantFrom('\ud800', 'İ', 'ẞ', 'ͺ', '\ufdfa', '\u200d', 'Ⅷ', '㏂', 'ΟΔΟΣ', 'ﹰ', '\u1e9b\u0323'),
  fc.string({ unit: 'binary', maxLength: 5 }),
  fc.string({ maxLength: 8 }),
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));

describe('for any text', () => {
  it('canonicalToken is idempotent', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const token = canonicalToken(text);
        expect(canonicalToken(token)).toBe(token);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('canonicalToken is idempotent on every single character', () => {
    for (let code = 0; code <= 0x1ffff; code++) {
      const token = canonicalToken(String.fromCodePoint(code));
      if (canonicalToken(token) !== token) expect.fail(`U+${code.toString(16)}: ${token}`);
    }
  });

  it('every token is canonical, not empty, and made of the text between its offsets, in order', () => {
    fc.assert(
      fc.property(texts, (text) => {
        let last = 0;
        forEachToken(text, (token, start, end) => {
          expect(token).not.toBe('');
          expect(canonicalToken(token)).toBe(token);
          expect(canonicalToken(text.slice(start, end))).toBe(token);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeLessThanOrEqual(text.length);
          last = end;
        });
      }),
      { numRuns: runs(2000) },
    );
  });

  it('two texts on two lines give the tokens of each', () => {
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        expect(tokenise(`${a}\n${b}`, dictionary)).toEqual([
          ...tokenise(a, dictionary),
          ...tokenise(b, dictionary),
        ]);
      }),
      { numRuns: runs(1000) },
    );
  });

  it('slices of any size give the same tokens as the whole', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 40 }), (text, size) => {
        expect(inSlices(text, size)).toEqual(tokenise(text, dictionary));
      }),
    );
  });
});

describe('hostile input', () => {
  const MIB = 1 << 20;
  const shapes: Record<string, string> = {
    'one word': 'a',
    'one run of capitals': 'Aa ',
    slashes: '/',
    'slashes and dots': './',
    'almost paths': 'and/or ',
    'dots before a slash': '.',
    underscores: '_',
    'word and hyphen': 'a-',
    'combining marks': '\u0301',
    ligatures: '\ufdfa',
    brackets: '(',
    surrogates: '\ud800',
  };
  it.each(Object.entries(shapes))('%s: time grows with the length only', (_name, shape) => {
    const time = (length: number) => {
      const text = `${shape.repeat(Math.ceil(length / shape.length)).slice(0, length)}/x`;
      const started = performance.now();
      inSlices(text, 16_384);
      return performance.now() - started;
    };
    time(MIB / 16);
    // Quadratic work on a MiB would take minutes; a generous bound keeps a busy machine from failing this.
    expect(time(MIB)).toBeLessThan(4000);
  });
});
