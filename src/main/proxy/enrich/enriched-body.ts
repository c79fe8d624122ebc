// From an enrichment to the bytes that go upstream: the recollection and what is done against a loop, as edits of the client's
// own bytes. What it must never do: change a byte beside them. Pure but for the conversation's last insertion, which it
// keeps. Source: proxy, Fidelity, Injection. Called by write-prompt.ts and explain-prompt.ts.

import { applyEdits, commonPrefix, type Edit, type Insertion, spliced } from '../body/splice.ts';
import type { Conversation } from './conversation.ts';
import type { Enrichment } from './enrichment.ts';
import { buildInsertion, insertionText } from './inject.ts';

/** A body as it goes upstream. */
export interface EnrichedBody {
  /** What goes out, in order; the client's own buffer alone when nothing changed. */
  readonly pieces: readonly Buffer[];
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
 * @param more edits that say nothing to the model
 */
export function applyEnrichment(
  enrichment: Enrichment,
  body: Buffer,
  modelSystem: string | null,
  more: readonly Edit[] = [],
): EnrichedBody {
  const { planned, loop, conversation } = enrichment;
  const edits = loop?.plan.answer === 'upstream' ? loop.plan.edits : [];
  const insertion = planned && modelSystem !== null ? insertionOf(planned, conversation, modelSystem) : null;
  const prefixBytes = conversation ? keptPrefix(conversation, body, insertion, edits) : 0;
  return {
    pieces: edited(body, insertion, [...edits, ...more]),
    insertion,
    prefixBytes,
    modelSystem: modelSystem ?? '',
  };
}

function edited(body: Buffer, insertion: Insertion | null, edits: readonly Edit[]): readonly Buffer[] {
  if (edits.length === 0) return insertion ? spliced(body, insertion) : [body];
  // At one offset the recollection stands in front.
  const first = insertion ? [{ start: insertion.at, end: insertion.at, bytes: insertion.bytes }] : [];
  return [applyEdits(body, [...first, ...edits])];
}

/** The recollection's bytes, taken from the request before where they say the same. */
function insertionOf(
  { plan, block }: NonNullable<Enrichment['planned']>,
  conversation: Conversation | null,
  modelSystem: string,
): Insertion {
  const text = insertionText(plan, block, modelSystem);
  const before = conversation?.inserted;
  if (before && conversation.insertedText === text) return { at: plan.at, bytes: before.bytes };
  if (conversation) conversation.insertedText = text;
  return buildInsertion(plan, block, modelSystem);
}

/**
 * Leading bytes this request has in common with the one that was written before it; it takes that one's place in the books.
 * Requests of a conversation are not always written in the order in which they were read (they wait, or go to a second
 * upstream), so both are compared by way of the one read last. Never more than the body has.
 */
function keptPrefix(
  conversation: Conversation,
  body: Buffer,
  now: Insertion | null,
  edits: readonly Edit[],
): number {
  const before = conversation.inserted;
  const newest = conversation.last?.body;
  const sharedWithNewest = newest === body ? body.length : newest ? commonPrefix(newest, body) : 0;
  const plainUntil = edits.reduce((least, { start }) => Math.min(least, start), sharedWithNewest);
  const shared = Math.min(conversation.plainUntil, plainUntil);
  conversation.inserted = now;
  conversation.plainUntil = plainUntil;
  if (before && now && before.at === now.at && now.at <= shared) {
    const same = before.bytes === now.bytes ? now.bytes.length : commonPrefix(before.bytes, now.bytes);
    const isSame = same === now.bytes.length && same === before.bytes.length;
    return isSame && shared > 0 ? shared + same : now.at + same;
  }
  return Math.min(shared, now?.at ?? shared, before?.at ?? shared);
}
