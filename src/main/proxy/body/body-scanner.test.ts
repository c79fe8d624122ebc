// Promises: the scanner says what JSON.parse says of any body, accepts nothing JSON.parse refuses, and a resumed scan
// equals a fresh one.

import { describe, expect, it } from 'vitest';
import { fc, runs } from '../../../shared/testing/campaign.ts';
import { PROMPT_SHAPES, type PromptRoute } from '../routes.ts';
import { growingBodies, jsonText, oddString, promptBody } from '../testing/arbitrary-bodies.ts';
import { type BodyIndex, scanBody } from './body-scanner.ts';
import { decodeString } from './json-strings.ts';
import { commonPrefix } from './splice.ts';
import type { Content, ContentParts } from './turn-scanner.ts';

const ROUTES = Object.keys(PROMPT_SHAPES) as PromptRoute[];

const scanned = (text: string, kind: PromptRoute = 'chat'): BodyIndex => {
  const index = scanBody(Buffer.from(text), kind);
  if (!index) throw new Error(`not scanned: ${text}`);
  return index;
};

const slice = (bytes: Buffer, span: { start: number; end: number }) =>
  bytes.toString('utf8', span.start, span.end);

function contentValue(bytes: Buffer, content: Content): unknown {
  if (content.kind === 'string') return decodeString(bytes, content.span);
  if (content.kind === 'parts') return JSON.parse(slice(bytes, content.list));
  return undefined;
}

function checkParts(bytes: Buffer, list: ContentParts, value: unknown[]): void {
  expect(list.parts.map((part) => JSON.parse(slice(bytes, part)))).toEqual(value);
  for (const [i, part] of list.parts.entries()) {
    const element = value[i] as { text?: unknown; type?: unknown; cache_control?: unknown } | null;
    const isObject = typeof element === 'object' && element !== null && !Array.isArray(element);
    const text = isObject && typeof element.text === 'string' ? element.text : undefined;
    expect(part.text ? decodeString(bytes, part.text) : undefined).toBe(text);
    expect(part.type).toBe(isObject && typeof element.type === 'string' ? element.type : '');
    expect(part.cached).toBe(
      isObject && element.cache_control !== undefined && element.cache_control !== null,
    );
  }
}

function checkTurns(bytes: Buffer, index: BodyIndex, value: unknown): void {
  if (!Array.isArray(value)) {
    expect(index.list).toBeNull();
    return;
  }
  const turns = index.list?.turns ?? [];
  expect(turns.map((turn) => JSON.parse(slice(bytes, turn)))).toEqual(value);
  for (const [i, turn] of turns.entries()) {
    const message = value[i] as {
      role?: unknown;
      content?: unknown;
      output?: unknown;
      type?: unknown;
    } | null;
    if (typeof message !== 'object' || message === null || Array.isArray(message)) {
      expect(turn.content.kind).toBe('none');
      continue;
    }
    if (typeof message.role === 'string' && message.role !== '') expect(turn.role).toBe(message.role);
    const isText = (v: unknown) => typeof v === 'string' || Array.isArray(v);
    const said = isText(message.content)
      ? message.content
      : isText(message.output)
        ? message.output
        : undefined;
    expect(contentValue(bytes, turn.content)).toEqual(said);
    if (turn.content.kind === 'parts') checkParts(bytes, turn.content.list, said as unknown[]);
  }
}

/** Compares everything the index says with the parsed body. */
function checkIndex(text: string, kind: PromptRoute): void {
  const bytes = Buffer.from(text);
  const index = scanned(text, kind);
  const body = JSON.parse(text) as Record<string, unknown>;
  const { list, text: textKey, system } = PROMPT_SHAPES[kind];
  expect(bytes[index.open]).toBe(0x7b);
  expect(bytes[index.close]).toBe(0x7d);
  if (list) checkTurns(bytes, index, body[list]);
  if (textKey) {
    const prompt = body[textKey];
    expect(index.text ? decodeString(bytes, index.text.span) : undefined).toBe(
      typeof prompt === 'string' ? prompt : undefined,
    );
  }
  if (system) {
    const blocks = body[system];
    if (Array.isArray(blocks)) checkParts(bytes, index.systemBlocks as ContentParts, blocks);
    else expect(index.systemBlocks).toBeNull();
  }
  for (const [name, field] of Object.entries(index.fields)) {
    expect(JSON.parse(slice(bytes, field))).toEqual(body[name]);
    expect(field.string ? decodeString(bytes, field.string) : undefined).toBe(
      typeof body[name] === 'string' ? body[name] : undefined,
    );
  }
  for (const name of ['model', 'stream', 'raw', 'suffix', 'format', 'options', 'tools'] as const) {
    expect(index.fields[name] !== undefined).toBe(Object.hasOwn(body, name));
  }
}

describe('body scanner', () => {
  it.each(ROUTES)('says of a %s body what JSON.parse says: any key order, duplicates, escapes', (kind) => {
    fc.assert(
      fc.property(promptBody(PROMPT_SHAPES[kind]), (text) => checkIndex(text, kind)),
      { numRuns: runs(400) },
    );
  });

  it('accepts a damaged body exactly when JSON.parse does', () => {
    fc.assert(
      fc.property(
        promptBody(PROMPT_SHAPES.chat),
        fc.nat(),
        fc.nat(255),
        fc.constantFrom('cut', 'put', 'drop'),
        (text, at, byte, how) => {
          const bytes = Buffer.from(text);
          const i = at % bytes.length;
          const damaged =
            how === 'cut'
              ? bytes.subarray(0, i)
              : how === 'drop'
                ? Buffer.concat([bytes.subarray(0, i), bytes.subarray(i + 1)])
                : Buffer.concat([bytes.subarray(0, i), Buffer.from([byte]), bytes.subarray(i)]);
          const accepts = () => {
            try {
              const value: unknown = JSON.parse(damaged.toString('utf8'));
              return typeof value === 'object' && value !== null && !Array.isArray(value);
            } catch {
              return false;
            }
          };
          fc.pre(!damaged.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])));
          expect(scanBody(damaged, 'chat') !== null).toBe(accepts());
        },
      ),
      { numRuns: runs(3000) },
    );
  });

  it.each(ROUTES)('resumes a %s body to the same index as a fresh scan', (kind) => {
    fc.assert(
      fc.property(growingBodies(PROMPT_SHAPES[kind]), ([first, second]) => {
        const before = Buffer.from(first);
        const next = Buffer.from(second);
        const index = scanBody(before, kind);
        if (!index) throw new Error('the first body is JSON');
        const same = commonPrefix(before, next);
        expect(scanBody(next, kind, { index, same })).toEqual(scanBody(next, kind));
        expect(scanBody(next, kind)).not.toBeNull();
      }),
      { numRuns: runs(400) },
    );
  });

  it('resumes behind the turns both bodies share', () => {
    const message = (content: string) => ({ role: 'user', content });
    const first = Buffer.from(
      JSON.stringify({ model: 'm', messages: [message('a'), message('b')], stream: true }),
    );
    const second = Buffer.from(
      JSON.stringify({ model: 'm', messages: [message('a'), message('b'), message('c')], stream: true }),
    );
    const index = scanBody(first, 'chat');
    if (!index) throw new Error('scanned');
    const again = scanBody(second, 'chat', { index, same: commonPrefix(first, second) });
    expect(again?.list?.turns[1]).toBe(index.list?.turns[1]);
    expect(again?.list?.turns).toHaveLength(3);
    expect(again?.fields.model).toEqual(index.fields.model);
    expect(again?.fields.stream).toBeDefined();
  });

  it('resumes a flat prompt at its last shared heading', () => {
    const prompt = '### System:\nBe kind.\n\n### User:\nhello\n\n';
    const first = Buffer.from(JSON.stringify({ model: 'm', prompt }));
    const second = Buffer.from(
      JSON.stringify({ model: 'm', prompt: `${prompt}### Assistant:\nhi\n\n### User:\nmore\n\n` }),
    );
    const index = scanBody(first, 'generate');
    if (!index) throw new Error('scanned');
    const again = scanBody(second, 'generate', { index, same: commonPrefix(first, second) });
    expect(again).toEqual(scanBody(second, 'generate'));
    expect(again?.text?.headings.map((h) => h.role)).toEqual(['system', 'user', 'assistant', 'user']);
  });

  it('finds a heading only at the start or behind an empty line, never behind an escaped backslash', () => {
    const roles = (prompt: string) =>
      scanned(JSON.stringify({ prompt }), 'generate').text?.headings.map((h) => h.role);
    expect(roles('### User:\nx ### System:\ny\n### System:\nz')).toEqual(['user']);
    expect(roles('see \\n\\n### System:\ny')).toEqual([]);
    expect(roles('a\n\n### Assistant:\nb')).toEqual(['assistant']);
    expect(roles('### System:\\n')).toEqual([]);
  });

  it('does not look into an image: 10 MB of base64 cost a tenth of what parsing them does', () => {
    const image = 'A'.repeat(10_000_000);
    const message = { role: 'user', content: 'look', images: [image] };
    const body = Buffer.from(JSON.stringify({ model: 'm', messages: [message] }));
    const quickest = (work: () => unknown) =>
      Math.min(
        ...Array.from({ length: 5 }, () => {
          const started = performance.now();
          work();
          return performance.now() - started;
        }),
      );
    const index = scanBody(body, 'chat');
    expect(index?.list?.turns[0]?.content).toMatchObject({ kind: 'string' });
    const parsing = quickest(() => JSON.parse(body.toString()));
    expect(quickest(() => scanBody(body, 'chat'))).toBeLessThan(parsing / 10);
  });

  it.each([
    ['', 'nothing'],
    ['[]', 'an array'],
    ['"x"', 'a string'],
    ['{"a":1}x', 'something behind it'],
    ['{"a":01}', 'a leading zero'],
    ['{"a":1,}', 'a trailing comma'],
    ['\ufeff{}', 'a byte order mark'],
    [`${'['.repeat(20_000)}`, 'depth without end'],
    [`{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, 'deeper than the upstream reads'],
    ['{"a":"\\x"}', 'an escape that is none'],
    ['{"a":"\u0001"}', 'a control character'],
  ])('refuses %j: %s', (text) => {
    expect(scanBody(Buffer.from(text), 'chat')).toBeNull();
  });

  it('decodes strings as JSON.parse does', () => {
    fc.assert(
      fc.property(jsonText(oddString), (text) => {
        const bytes = Buffer.from(`{"model":${text}}`);
        const span = scanBody(bytes, 'chat')?.fields.model?.string;
        if (!span) throw new Error('a string');
        expect(decodeString(bytes, span)).toBe(JSON.parse(bytes.toString('utf8')).model);
      }),
    );
  });
});
