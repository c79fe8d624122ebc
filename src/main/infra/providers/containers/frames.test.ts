// Promise: an engine's stream is read the same however the socket cuts it, and what a frame claims costs nothing before it comes.
import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../../shared/testing/campaign.ts';
import { Frames } from './frames.ts';
import { LONGEST_LINE, LogLines } from './log-lines.ts';

function frame(kind: 0 | 1 | 2, content: string): Buffer {
  const bytes = Buffer.from(content);
  const head = Buffer.from([kind, 0, 0, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(bytes.length, 4);
  return Buffer.concat([head, bytes]);
}

function linesOf(tty: boolean, pieces: readonly Buffer[]) {
  const lines = new LogLines(tty);
  return [...pieces.flatMap((piece) => [...lines.add(piece)]), ...lines.end()];
}

const AT = '2026-11-24T18:52:53.123456789Z';

describe('the frames of a stream', () => {
  it('give the same text for each output wherever the stream is cut', () => {
    const output = fc.array(fc.tuple(fc.constantFrom(1 as const, 2 as const), fc.string()), { maxLength: 8 });
    fc.assert(
      fc.property(output, fc.array(fc.integer({ min: 1, max: 9 })), (frames, cuts) => {
        const whole = Buffer.concat(frames.map(([kind, text]) => frame(kind, text)));
        const reader = new Frames(false);
        const said = { out: '', err: '' };
        const pieces = { out: [] as Uint8Array[], err: [] as Uint8Array[] };
        for (let at = 0, cut = 0; at < whole.length; cut++) {
          const end = at + (cuts[cut] ?? 5);
          for (const { stream, bytes } of reader.parts(whole.subarray(at, end))) pieces[stream].push(bytes);
          at = end;
        }
        for (const stream of ['out', 'err'] as const) said[stream] = Buffer.concat(pieces[stream]).toString();
        const expected = (kind: 1 | 2) =>
          frames.flatMap(([of, text]) => (of === kind ? [text] : [])).join('');
        expect(said).toEqual({
          out: Buffer.from(expected(1)).toString(),
          err: Buffer.from(expected(2)).toString(),
        });
      }),
      { numRuns: runs(1000) },
    );
  });

  it('are none where a terminal wrote, or where no head is', () => {
    for (const [tty, text] of [
      [true, '\u0001\0\0\0 is what it wrote'],
      [false, 'plain text without any head'],
    ] as const) {
      const parts = [...new Frames(tty).parts(Buffer.from(text))];
      expect(Buffer.concat(parts.map(({ bytes }) => bytes)).toString()).toBe(text);
    }
  });

  it('that claim four gigabytes cost nothing', () => {
    const claim = Buffer.from([1, 0, 0, 0, 255, 255, 255, 255, 0x61]);
    expect([...new Frames(false).parts(claim)].map(({ bytes }) => bytes.length)).toEqual([1]);
  });
});

describe('log lines', () => {
  it('have the time the engine wrote before them, as Podman and as Docker write it', () => {
    expect(linesOf(false, [frame(2, '2026-11-24T18:52:53Z err\n'), frame(1, `${AT} tick 1\n`)])).toEqual([
      { at: Date.UTC(2026, 10, 24, 18, 52, 53), stream: 'err', text: 'err' },
      { at: Date.UTC(2026, 10, 24, 18, 52, 53, 123), stream: 'out', text: 'tick 1' },
    ]);
  });

  it('that an engine cut are put together without the time of the second part', () => {
    const lines = linesOf(false, [
      frame(1, `${AT} begun, `),
      frame(2, `${AT} between\n`),
      frame(1, `${AT} ended\n`),
    ]);
    expect(lines.map(({ text }) => text)).toEqual(['between', 'begun, ended']);
  });

  it('of a terminal end without its carriage return, and the last needs no line break', () => {
    const lines = linesOf(true, [Buffer.from(`${AT} on`), Buffer.from(`e\r\n${AT} two`)]);
    expect(lines.map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('without a time have none, and keep their first word', () => {
    expect(linesOf(true, [Buffer.from('2026 was a year\n')])).toEqual([
      { at: null, stream: 'out', text: '2026 was a year' },
    ]);
  });

  it('are cut at their longest, and say by how much', () => {
    const [line] = linesOf(true, [Buffer.alloc(LONGEST_LINE, 'x'), Buffer.from('more\n')]);
    expect(line?.text).toBe(`${'x'.repeat(LONGEST_LINE)}… (4 more bytes)`);
  });
});
