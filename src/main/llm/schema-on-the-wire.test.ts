// Providers refuse schemas with keywords they do not know; what is sent is the part all of them take.
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fitsStrictMode, portableSchema } from './schema-on-the-wire.ts';

const Triples = z.strictObject({
  triples: z
    .array(
      z.strictObject({
        parent: z.string().min(1).max(80),
        format: z.enum(['a', 'b']),
        confidence: z.number().min(0).max(1).nullable(),
      }),
    )
    .max(5),
  verdict: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('keep') }),
    z.strictObject({ kind: z.literal('move'), to: z.string().regex(/^x/) }),
  ]),
});

describe('a schema on the wire', () => {
  const sent = portableSchema(z.toJSONSchema(Triples) as Record<string, unknown>);

  it('says nothing about values, and keeps properties that are named like keywords', () => {
    const text = JSON.stringify(sent);
    expect(text).not.toMatch(/"(?:minLength|maxLength|minimum|maximum|maxItems|pattern|\$schema|oneOf)"/);
    expect(text).toContain('"format":{"type":"string","enum":["a","b"]}');
    expect(text).toContain('"required":["parent","format","confidence"]');
  });

  it('fits strict mode when every property is required', () => {
    expect(fitsStrictMode(sent)).toBe(true);
  });

  it('does not where one is optional, or the top is no object', () => {
    const optional = z.toJSONSchema(z.strictObject({ a: z.string().optional() })) as Record<string, unknown>;
    expect(fitsStrictMode(portableSchema(optional))).toBe(false);
    expect(fitsStrictMode({ type: 'array', items: {} })).toBe(false);
  });
});
