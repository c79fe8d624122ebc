// Promise: a client of /v1/responses reads its own `instructions`, wherever the upstream's bytes are cut; every other byte stays.

import { describe, expect, it } from 'vitest';
import { fc } from '../../../shared/testing/campaign.ts';
import { type AddedInstructions, type EchoFormat, InstructionsEcho } from './instructions-echo.ts';

const BLOCK = '<recollection>\ngnommoweb: [type] repo, "new" \u00fc \u{1f600}\n</recollection>';

const added = (text: string, isBehind = false, mostBytes = 100_000): AddedInstructions => ({
  ...{ text, isBehind, mostBytes },
});

/** As Go writes it. */
const goString = (text: string) =>
  JSON.stringify(text).replace(/[<>&]/g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`);
/** As Python writes it. */
const asciiString = (text: string) =>
  JSON.stringify(text).replace(
    /[\x7f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
const SPELLINGS = [JSON.stringify, goString, asciiString];

function through(echo: InstructionsEcho, bytes: Buffer, cuts: readonly number[] = []): string {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  const chunks = [...ends, bytes.length].map((end, i) => bytes.subarray(ends[i - 1] ?? 0, end));
  return Buffer.concat(chunks.flatMap((chunk) => echo.add(chunk))).toString();
}

const everyByte = (bytes: Buffer) => Array.from(bytes.keys());

function restored(format: EchoFormat, sent: AddedInstructions, text: string): string {
  const bytes = Buffer.from(text);
  const whole = through(new InstructionsEcho(sent, format), bytes);
  expect(through(new InstructionsEcho(sent, format), bytes, everyByte(bytes))).toBe(whole);
  return whole;
}

const event = (type: string, response: string) =>
  `event: ${type}\ndata: {"response":${response},"sequence_number":0,"type":"${type}"}\n\n`;

describe('one body', () => {
  it.each(SPELLINGS)('keeps the upstream’s own spelling of what the client wrote', (spell) => {
    const own = 'Answer <b>kindly</b> & in "caf\u00e9" \u{1f600}';
    const body = (instructions: string) =>
      `{"id":"r", "instructions" : ${spell(instructions)},"output":[]}\n`;
    expect(restored('body', added(`${BLOCK}\n\n`), body(`${BLOCK}\n\n${own}`))).toBe(body(own));
    expect(restored('body', added(`\n\n${BLOCK}`, true), body(`${own}\n\n${BLOCK}`))).toBe(body(own));
  });

  it('says null where the client wrote none', () => {
    expect(restored('body', added(BLOCK), `{"instructions":${goString(BLOCK)}}`)).toBe(
      '{"instructions":null}',
    );
  });

  it('takes out what was added, not what the client wrote like it', () => {
    const twice = (text: string) => `{"instructions":${JSON.stringify(text)}}`;
    const own = `a ${BLOCK} b`;
    expect(restored('body', added(`${BLOCK}\n\n`), twice(`${BLOCK}\n\n${own}`))).toBe(twice(own));
    expect(restored('body', added(`\n\n${BLOCK}`, true), twice(`${own}\n\n${BLOCK}`))).toBe(twice(own));
  });

  it.each([
    ['in the text', { output: [{ content: [{ text: BLOCK, instructions: BLOCK }] }] }],
    ['deeper', { response: { instructions: BLOCK }, metadata: { instructions: BLOCK } }],
    ['in a list', { instructions: [{ role: 'system', content: BLOCK }] }],
    [
      'by another name',
      { instruction: BLOCK, instructionss: BLOCK, 'in\u0073tructions"': BLOCK, x: 'instructions' },
    ],
    ['other than we wrote it', { instructions: BLOCK.slice(1) }],
    ['null', { instructions: null, x: BLOCK }],
  ])('leaves everything else: %s', (_what, body) => {
    const text = JSON.stringify(body);
    expect(restored('body', added(BLOCK), text)).toBe(text);
  });

  it('leaves what is no JSON, or no string to the end', () => {
    for (const text of [
      '',
      '"a"',
      '[]',
      '{"instructions":"\\x"}',
      '{"instructions":"\\u00"}',
      '<html>"instructions":"',
    ])
      expect(restored('body', added(BLOCK), text)).toBe(text);
    const broken = Buffer.concat([
      Buffer.from('{"instructions":"'),
      Buffer.of(0xff),
      Buffer.from(`${BLOCK}"}`),
    ]);
    expect(Buffer.concat(new InstructionsEcho(added(BLOCK), 'body').add(broken))).toEqual(broken);
  });

  it('holds no more than an upstream needs to repeat what it was sent', () => {
    const echo = new InstructionsEcho(added(BLOCK, false, 100), 'body');
    const long = Buffer.from(`{"instructions":${JSON.stringify(`${'x'.repeat(500)}\\"${BLOCK}`)}}`);
    let out = 0;
    for (const [i, at] of everyByte(long).entries()) {
      for (const piece of echo.add(long.subarray(at, at + 1))) out += piece.length;
      expect(i + 1 - out).toBeLessThanOrEqual(101);
    }
    expect([out, echo.removed]).toEqual([long.length, 0]);
  });

  it('says how much shorter it became, and that nothing follows', () => {
    const echo = new InstructionsEcho(added(BLOCK), 'body');
    const bytes = Buffer.from(`{"instructions":${goString(BLOCK)},"output":[`);
    const out = Buffer.concat(echo.add(bytes));
    expect([echo.isOver, echo.removed]).toEqual([true, bytes.length - out.length]);
    const rest = Buffer.from('"instructions"');
    expect(echo.add(rest)).toEqual([rest]);
    expect(echo.add(rest)[0]).toBe(rest);
  });
});

describe('a stream of events', () => {
  const response = (instructions: string | null) =>
    `{"id":"r","instructions":${JSON.stringify(instructions)},"x":{"a":[1]}}`;
  const stream = (instructions: string | null) =>
    [
      event('response.created', response(instructions)),
      event('response.in_progress', response(instructions)),
      `event: response.output_text.delta\ndata: {"delta":${JSON.stringify(BLOCK)},"instructions":"${'no'}","type":"d"}\n\n`,
      `: response\r\ndata:${JSON.stringify({ type: 'response.completed' }).slice(0, -1)},\r\ndata: "response":${response(instructions)}}\r\n\r\n`,
      'data: [DONE]\n\n',
    ].join('');

  it('restores every response object, and no delta', () => {
    expect(restored('events', added(`${BLOCK}\n\n`), stream(`${BLOCK}\n\nBe kind.`))).toBe(
      stream('Be kind.'),
    );
    expect(restored('events', added(BLOCK), stream(BLOCK))).toBe(stream(null));
  });

  it('finds the next one behind a line that is broken', () => {
    const good = event('response.created', response(BLOCK));
    const restoredGood = event('response.created', response(null));
    for (const bad of [
      'data: {"response":{"instructions":"abc\n\n',
      'data: "\\\n\n',
      'data: {{{"response\n\n',
      'data\n\n',
    ])
      expect(restored('events', added(BLOCK), bad + good)).toBe(bad + restoredGood);
  });

  it('gives back what it holds as it came, or not at all, when the stream breaks off', () => {
    const echo = new InstructionsEcho(added(BLOCK), 'events');
    const start = 'data: {"response":{"instructions":';
    expect(through(echo, Buffer.from(`${start}${JSON.stringify(BLOCK).slice(0, 20)}`))).toBe(start);
  });
});

it('is the same however it is cut, and parses to what the client would have read', () => {
  const json = fc.jsonValue({ maxDepth: 3 });
  const own = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(
      own,
      json,
      fc.constantFrom(...SPELLINGS),
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.nat(), { maxLength: 12 }),
      (text, other, spell, isBehind, isEvents, cuts) => {
        const sent =
          isBehind && text !== '' ? added(`\n\n${BLOCK}`, true) : added(text === '' ? BLOCK : `${BLOCK}\n\n`);
        const both = sent.isBehind ? text + sent.text : sent.text + text;
        const body = (value: string) =>
          `{"a":${JSON.stringify(other)},"instructions":${value},"z":${JSON.stringify(other)}}`;
        const message = (value: string) => (isEvents ? event('response.created', body(value)) : body(value));
        const echo = new InstructionsEcho(sent, isEvents ? 'events' : 'body');
        const expected = message(text === '' ? 'null' : spell(text));
        expect(through(echo, Buffer.from(message(spell(both))), cuts)).toBe(expected);
      },
    ),
  );
});
