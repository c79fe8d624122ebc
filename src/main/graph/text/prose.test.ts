import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { processorTime } from '../../../shared/testing/processor-time.ts';
import { proseOf, proseSlices } from './prose.ts';

/** What is left of the text, white space folded. */
const left = (text: string) => proseOf(text).replace(/\s+/g, ' ').trim();

describe('prose stays', () => {
  it.each([
    'gnommoweb is a repo of Glitch University.',
    'Please update gnommoweb to use FastAPI instead',
    'docker is a container runtime, and git is a tool; node runs on V8 (mostly).',
    'make sure that dobby is a worker!',
    'go is a language. cat is a command.',
    'Select the server from the list',
    'If it fails, error handling belongs to dobby',
    '# Title\n\n- one is a list\n* two\n1. three',
    'He said "gnommoweb is a repo" [sic] {really}, 24/7 and/or so: a < b > c',
    'Let gnommoweb be. From Oslo with love. Update: it works.',
    'the 2024-11-21 release of gnommoweb',
    'gnommoweb owned by jenstandstad | maybe',
    'Ω is a letter – “quoted”, naïve. 漢字 is a script。',
  ])('%j', (text) => expect(proseOf(text)).toBe(text));
});

describe('the rest goes', () => {
  it.each<[string, string, string]>([
    ['a fence', 'see\n```js\nx is a y\n```\nthere', 'see there'],
    ['a fence of tildes', 'see\n~~~\nx is a y\n~~~\nthere', 'see there'],
    ['a fence that never closes', 'see\n```\nx is a y', 'see'],
    ['a longer fence around a shorter one', 'a\n````\n```\nx\n```\n````\nb', 'a b'],
    ['a code span', 'the `x is a y` and ``a ` b`` here', 'the and here'],
    ['an unpaired backtick is text', 'the ` x', 'the ` x'],
    ['nothing between two names in code spans', '`a1` runs on `b1`, not `x = y`', '`a1` runs on `b1`, not'],
    ['JSON in a line', 'send {"x": {"is": ["a", "}"]}} now', 'send now'],
    ['JSON over lines', 'send\n{\n  "x": "is a y"\n}\nnow', 'send now'],
    ['a Python dict', "send {'x': 'is a y'} now", 'send now'],
    ['a list of strings', 'send ["x is a y", "z"] now', 'send now'],
    ['JSON that never closes, to the line’s end', 'send {"x": "is a y"\nnow', 'send now'],
    ['a URL', 'at https://x.is/a/y?z=1 now', 'at now'],
    ['a path', 'in /x/is/a and ./y/z now', 'in and now'],
    ['an element with its content', 'so <code>x is a y</code> and <p class="z">x is a y</p> go', 'so and go'],
    ['a placeholder tag', 'name <parent> here <br/> and <task>do it</task>', 'name here and do it'],
    ['an HTML comment', 'a <!-- x is a y\n --> b', 'a b'],
    [
      'a time-stamped log',
      '2026-11-21T10:00:00Z x is a y\n[2026-11-21 10:00:01] x is a y\n10:00:00 x is a y',
      '',
    ],
    ['a syslog line', 'Nov 21 10:00:00 host x[1]: x is a y', ''],
    ['a level', 'ERROR: x is a y\nINFO  x is a y\n[warn] x is a y\nnpm ERR! x is a y', ''],
    ['an access log', '10.0.0.1 - - [21/Nov] "GET /x HTTP/1.1" 200', ''],
    [
      'a Python trace',
      'so\nTraceback (most recent call last):\n  File "a.py", line 1, in f\n    x is a y\nValueError: x is a y\nend',
      'so end',
    ],
    ['a JavaScript trace', 'TypeError: x is a y\n    at f (a.js:1:2)\n    at a.js:3:4\nend', 'end'],
    [
      'a Java trace',
      'Exception in thread "main" java.lang.X\n\tat a.B.c(D.java:1)\nCaused by: x is a y\n\t... 3 more',
      '',
    ],
    ['a Go panic', 'panic: x is a y\n\ngoroutine 1 [running]:', ''],
    ['SQL', 'SELECT x FROM y\nWHERE z IS a\nORDER BY x;\nCREATE TABLE x (\nselect x from y where z;', ''],
    ['a shell prompt', '$ echo x is a y\nuser@host:~$ ls\nsudo x is a y\n>>> x', ''],
    [
      'a command with a flag',
      'docker run -d x\ngit commit -m "x is a y"\ncurl x | grep y\nkubectl get pods',
      '',
    ],
    ['our own command', "gutask iknowthat 'x -isa y'\n> gutask list\nfestinger iknowthat 'x -isa y'", ''],
    [
      'code without a fence',
      'const x = isa(y);\nimport x from "y"\ndef f(x):\nclass X(Y):\nfoo.bar(x, y)\nif (x) {\n}',
      '',
    ],
    ['a comment line', '// x is a y\n/* x is a y */', ''],
    ['a Dockerfile', 'FROM python:3\nRUN x is a y', ''],
    ['a diff', '@@ -1 +1 @@\ndiff --git a b\n+++ b/x', ''],
    ['a table', '| x | is a | y |\n|---|---|---|\nx | is a | y', ''],
    ['a table of tabs', 'x\tis a\ty', ''],
    ['box drawing', '┌──┐\n│x is a y│\n├── x', '│x is a y│'],
    ['a line that is code once its markup is gone', '<b>x</b> $ echo y', ''],
  ])('%s', (_name, text, expected) => expect(left(text)).toBe(expected));
});

// --- properties

const pieces = fc.oneof(
  fc.constantFrom(
    '`',
    '``',
    '```',
    '~~~',
    '<p>',
    '</p>',
    '<b>',
    '<x',
    '>',
    '<!--',
    '-->',
    '{"',
    "{'",
    '}',
    '[',
    ']',
    '["',
    '"',
  ),
  fc.constantFrom(
    '\n',
    '\r\n',
    '\u2028',
    ' ',
    '    ',
    '\t',
    '/',
    'a/b/c',
    'https://x',
    '|',
    '$ ',
    ';',
    '{',
    'C:\\',
  ),
  fc.constantFrom(
    'Traceback (most recent call last):',
    'File "x", line 1',
    'ERROR: ',
    'SELECT ',
    ' FROM ',
    'docker ',
    ' -d ',
    'at f (',
    '10:00:00',
  ),
  fc.constantFrom('gnommoweb', ' is a ', 'repo', 'Glitch University', '. ', '😀', '\ud800', 'é'),
  fc.string({ unit: 'binary', maxLength: 4 }),
);
const texts = fc.array(pieces, { maxLength: 30 }).map((parts) => parts.join(''));
const LINE_END = /[\n\r\u2028\u2029]/;

describe('for any text', () => {
  it('keeps length and line ends, and only ever turns characters into spaces', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const prose = proseOf(text);
        expect(prose.length).toBe(text.length);
        for (let i = 0; i < text.length; i++) {
          if (prose[i] !== text[i]) expect([prose[i], LINE_END.test(text.charAt(i))]).toEqual([' ', false]);
        }
      }),
      { numRuns: runs(2000) },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const prose = proseOf(text);
        expect(proseOf(prose)).toBe(prose);
      }),
      { numRuns: runs(3000) },
    );
  });

  it('slices of any size join to a text of the same shape', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 30 }), (text, size) => {
        const slices = [...proseSlices(text, size)];
        const joined = slices.join('');
        expect(joined.length).toBe(text.length);
        expect(proseOf(joined)).toBe(proseOf(text));
      }),
      // An opening bracket whose quote stands on the next line, and that nothing closes.
      {
        numRuns: runs(2000),
        examples: [
          ['\u0000{\n"', 1],
          [' FROM  [\n{"', 1],
        ],
      },
    );
  });

  it('a fence hides whatever stands in it', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !text.includes('`')),
        (code) => {
          expect(left(`before\n\`\`\`\n${code}\n\`\`\`\nafter`)).toBe('before after');
        },
      ),
      { numRuns: runs(1000) },
    );
  });

  it.each([
    '`',
    '`` ',
    '`\n',
    '```',
    '<',
    '<p>',
    '<p',
    '<!--',
    '{"',
    '{"a":',
    "{'",
    '[{',
    '/',
    'a/b ',
    '|',
    ' ',
    '$',
    'File "',
    '(',
    'x=',
    '. ',
  ])('a MiB of %j takes time in proportion', (shape) => {
    const hostile = shape.repeat(Math.ceil((1 << 20) / shape.length));
    const spent = processorTime();
    proseOf(hostile);
    expect(spent()).toBeLessThan(4000);
  });
});
