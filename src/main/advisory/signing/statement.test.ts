// Promise: what a statement says of files is read as it was signed or refused, and the first file that is not what was signed is named.
import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { firstMismatch, readStatement, type Statement, statementBytes } from './statement.ts';

const hash = (digit: string) => digit.repeat(64);
const STATEMENT: Statement = {
  subjects: [
    { name: 'summary.md', sha256: hash('a') },
    { name: 'citations.json', sha256: hash('b') },
  ],
  ...{ predicateType: 'https://example.org/brief/v1', predicate: { task: 'summary', n: [1, null] } },
};
const raw = () => JSON.parse(Buffer.from(statementBytes(STATEMENT)).toString());
const read = (value: unknown) => readStatement(Buffer.from(JSON.stringify(value)));

describe('a statement', () => {
  it('has one spelling, and comes back', () => {
    const text = Buffer.from(statementBytes(STATEMENT)).toString();
    expect(text).toBe(
      `{"_type":"https://in-toto.io/Statement/v1","predicate":{"n":[1,null],"task":"summary"},"predicateType":"https://example.org/brief/v1","subject":[{"digest":{"sha256":"${hash('b')}"},"name":"citations.json"},{"digest":{"sha256":"${hash('a')}"},"name":"summary.md"}]}`,
    );
    const reversed = { ...STATEMENT, subjects: STATEMENT.subjects.toReversed() };
    expect(Buffer.from(statementBytes(reversed)).toString()).toBe(text);
    expect(readStatement(Buffer.from(text))).toEqual({ ok: true, statement: reversed });
  });

  it('may say more than is known here, and need not say anything of its subjects', () => {
    const more = { ...raw(), extra: 1, predicate: undefined };
    more.subject = [{ ...more.subject[0], uri: 'x', digest: { sha256: hash('c'), sha512: 'x' } }];
    expect(read(more)).toEqual({
      ok: true,
      statement: {
        ...{ predicateType: STATEMENT.predicateType, predicate: {} },
        subjects: [{ name: 'citations.json', sha256: hash('c') }],
      },
    });
  });

  it.each([
    ['of another version', { _type: 'https://in-toto.io/Statement/v0.1' }],
    ['without subjects', { subject: [] }],
    ['with a subject without a name', { subject: [{ digest: { sha256: hash('a') } }] }],
    ['with a subject that has no SHA-256', { subject: [{ name: 'a', digest: { sha512: 'x' } }] }],
    ['with a digest in capitals', { subject: [{ name: 'a', digest: { sha256: hash('A') } }] }],
    ['with a digest that goes on', { subject: [{ name: 'a', digest: { sha256: `${hash('a')}\n` } }] }],
    ['without saying what is said', { predicateType: '' }],
    ['with a predicate that is a list', { predicate: [] }],
    [
      'that names a file twice',
      { subject: [...raw().subject, { ...raw().subject[0], digest: { sha256: hash('c') } }] },
    ],
  ])('%s is refused', (_, change) => {
    expect(read({ ...raw(), ...change })).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/^What is signed/),
    });
  });

  it('that is no JSON, or has a member twice, is refused', () => {
    const text = JSON.stringify(raw());
    for (const bytes of ['', '{', 'null', '\ufeff', `{"predicateType":"x",${text.slice(1)}`])
      expect(readStatement(Buffer.from(bytes))).toMatchObject({ ok: false });
    expect(readStatement(Buffer.from([0xff]))).toMatchObject({ ok: false });
  });

  it('is not made with a file that is there twice', () => {
    const { subjects } = STATEMENT;
    expect(() => statementBytes({ ...STATEMENT, subjects: [...subjects, ...subjects] })).toThrow(
      /citations\.json/,
    );
  });
});

describe('files', () => {
  const { subjects } = STATEMENT;

  it('that are the subjects match, in whichever order they come', () => {
    expect(firstMismatch(STATEMENT, subjects)).toBeNull();
    expect(firstMismatch(STATEMENT, subjects.toReversed())).toBeNull();
  });

  it.each([
    ['changed', [{ name: 'summary.md', sha256: hash('c') }, ...subjects.slice(1)], 'summary.md'],
    ['missing', subjects.slice(1), 'summary.md'],
    ['not_signed', [{ name: 'more.md', sha256: hash('a') }, ...subjects], 'more.md'],
    ['not_signed', [...subjects, ...subjects.slice(0, 1)], 'summary.md'],
    ['changed', [...subjects.slice(0, 1), { name: 'citations.json', sha256: '' }], 'citations.json'],
  ])('that are not are named: %s', (why, files, name) => {
    expect(firstMismatch(STATEMENT, files)).toEqual({ name, why });
  });

  it('with names of Object.prototype are names like any other', () => {
    const names = ['__proto__', 'constructor', 'toString'];
    fc.assert(
      fc.property(fc.subarray(names, { minLength: 1 }), (some) => {
        const files = some.map((name) => ({ name, sha256: hash('d') }));
        const bytes = statementBytes({ ...STATEMENT, subjects: files });
        const back = readStatement(bytes);
        expect(back.ok && firstMismatch(back.statement, files)).toBeNull();
        expect(firstMismatch({ subjects: [] }, files)).toMatchObject({ why: 'not_signed' });
      }),
    );
  });
});
