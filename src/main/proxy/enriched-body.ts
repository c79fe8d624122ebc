// From an enrichment to the bytes that go upstream: the recollection and what is done against a loop, as edits of the client's
// own bytes. What it must never do: change a byte beside them. Pure but for the conversation's last insertion, which it
// keeps. Source: proxy.md Fidelity, Injection. Called by exchange.ts and explain-prompt.ts.
import type { Enrichment } from './enrich.ts';
import { buildInsertion, insertionText } from './inject.ts';
import { applyEdits, commonPrefix, type Edit, type Insertion, splice } from './splice.ts';

/** A body as it goes upstream. */
export interface EnrichedBody {
  /** The client's own buffer when nothing changed. */
  readonly body: Buffer;
  /** The recollection; null when none went in. */
  readonly insertion: Insertion | null;
  /** Leading bytes of the new body that equal those of the conversation's previous enriched body. */
  readonly prefixBytes: number;
  /** The model's own SYSTEM that was written with the block; empty when there was none to carry on. */
  readonly modelSystem: string;
}

/**
 * Carries an enrichment out: the recollection, and what is done against a loop.
 * @param modelSystem the model's own SYSTEM, where the plan takes it; null when it could not be read, so that nothing
 * may be injected
 */
export function applyEnrichment(
  enrichment: Enrichment,
  body: Buffer,
  modelSystem: string | null,
): EnrichedBody {
  const { planned, loop } = enrichment;
  const edits = loop?.plan.answer === 'upstream' ? loop.plan.edits : [];
  const { insertion, prefixBytes } =
    planned && modelSystem !== null
      ? inserted(planned, enrichment, modelSystem)
      : { insertion: null, prefixBytes: enrichment.sharedBytes };
  if (edits.length === 0) {
    const whole = insertion ? splice(body, insertion) : body;
    return { body: whole, insertion, prefixBytes, modelSystem: modelSystem ?? '' };
  }
  // At one offset the recollection stands in front.
  const first = insertion ? [{ start: insertion.at, end: insertion.at, bytes: insertion.bytes }] : [];
  return {
    body: applyEdits(body, [...first, ...edits]),
    insertion,
    prefixBytes: Math.min(prefixBytes, untouchedBytes(edits, insertion)),
    modelSystem: modelSystem ?? '',
  };
}

/** The recollection's bytes, taken from the request before where they say the same. */
function inserted(
  { plan, block }: NonNullable<Enrichment['planned']>,
  { conversation, sharedBytes }: Enrichment,
  modelSystem: string,
): { readonly insertion: Insertion; readonly prefixBytes: number } {
  const before = conversation?.inserted ?? null;
  const text = insertionText(plan, block, modelSystem);
  const insertion =
    before && conversation?.insertedText === text
      ? { at: plan.at, bytes: before.bytes }
      : buildInsertion(plan, block, modelSystem);
  if (conversation) {
    conversation.inserted = insertion;
    conversation.insertedText = text;
  }
  return { insertion, prefixBytes: preservedPrefix(before, insertion, sharedBytes) };
}

/** Bytes in front of the first edit, with the recollection where it stands there. */
function untouchedBytes(edits: readonly Edit[], insertion: Insertion | null): number {
  const first = Math.min(...edits.map(({ start }) => start));
  return insertion && insertion.at <= first ? first + insertion.bytes.length : first;
}

/** Leading bytes two enriched bodies have in common, from what their plain bodies share. */
function preservedPrefix(before: Insertion | null, now: Insertion, sharedBytes: number): number {
  if (sharedBytes === 0) return 0;
  if (!before || before.at !== now.at || before.at > sharedBytes)
    return Math.min(sharedBytes, now.at, before?.at ?? now.at);
  const same = before.bytes === now.bytes ? now.bytes.length : commonPrefix(before.bytes, now.bytes);
  return same === now.bytes.length && same === before.bytes.length ? sharedBytes + same : now.at + same;
}
