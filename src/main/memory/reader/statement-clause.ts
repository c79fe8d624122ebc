// Which part of a sentence a statement stands or falls with. What is said in passing, beside a name or in a clause of its own, holds
// whatever the sentence around it asks, orders or doubts: "can you restart raccoon, that's our Jenkins box", "What does Goliath, our
// printer in the hall, want?". Pure. Called by statement-mood.ts. Source: structure S2, decision 080.
import { skipOpeners } from '../../graph/cues/fronted.ts';
import type { Chunk, Sentence, Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS } from '../../graph/cues/words/function-words.ts';
import { UNREAL_BREAKS } from '../../graph/cues/words/moods.ts';
import type { Range } from '../../graph/types.ts';
import { isDeterminer, isWithin, type StatedSpans } from './sentence-words.ts';

/** Opens a clause about what was named before it: "it's", "that is", "she runs". */
const POINTS_BACK = /^(?:it|its|that|thats|this|they|he|she)$/;
/** Conjunctions behind which somebody gives a reason or goes on; what they open is said to be so. */
const SAYS_SO = /^(?:which|who|because|since|as|although|though)$/;
const GOES_ON = /^(?:and|so|but|because|since|which|who)$/;

/** The part of the sentence that bears on what it says of two names. */
export function statementWindow({ chunks }: Sentence, { concept, parent }: StatedSpans): Range {
  const at = chunkOf(chunks, parent);
  const other = concept.end === 0 ? at : chunkOf(chunks, concept);
  const [first, last] = [Math.min(at, other), Math.max(at, other)];
  if (first < 0) return { start: 0, end: Infinity };
  const isAside = !isSupposed(chunks, first) && isSaidAside(chunks, first, last, concept);
  const next = chunks.findIndex((chunk, i) => i > last && (isAside ? isBack(chunk) : isOwnClause(chunk)));
  const end = chunks[next < 0 ? chunks.length - 1 : next - 1]?.words.at(-1)?.end ?? 0;
  if (!isAside) return { start: 0, end: next < 0 ? Infinity : end };
  if (first < last) return { start: Math.min(concept.start, parent.start), end };
  const chunk = chunks[first] as Chunk;
  // With the "which" before it.
  return {
    start: (chunk.conjunction === null ? chunk.words[0]?.start : chunks[first - 1]?.words.at(-1)?.end) ?? 0,
    end,
  };
}

/** The chunk in which a span stands; -1 for none. */
export function chunkOf(chunks: readonly Chunk[], span: Range): number {
  return chunks.findIndex(({ words }) => words.some((word) => isWithin(word, span)));
}

export const hasVerb = ({ words }: Pick<Chunk, 'words'>): boolean =>
  words.some(({ lower, possessive }) => FINITE_VERBS.has(lower) || possessive);

/** Whether the two names stand beside each other, or in a clause that only points back. */
function isSaidAside(chunks: readonly Chunk[], first: number, last: number, concept: Range): boolean {
  const { mark, conjunction, words } = chunks[last] as Chunk;
  if (last === 0) return false;
  if (first < last) {
    // "Goliath, our big printer in the hall", "quill (our service, Java 21)": it ends with the name, and goes on with particulars.
    const [beside, ...more] = chunks.slice(first + 1, last + 1) as [Chunk, ...Chunk[]];
    const isBeside =
      /^[,(-]$/.test(beside.mark ?? '') &&
      beside.conjunction === null &&
      (beside.mark !== ',' || opensKind(beside.words));
    return (
      chunks[first]?.words.at(-1)?.end === concept.end &&
      isBeside &&
      more.every((chunk) => chunk.mark === ',' && !hasVerb(chunk))
    );
  }
  if (mark === '(' || SAYS_SO.test(conjunction ?? '')) return true;
  return (
    conjunction === null &&
    /^[,-]$/.test(mark ?? '') &&
    POINTS_BACK.test(words[0]?.lower ?? '') &&
    hasVerb({ words })
  );
}

const opensKind = ([word]: readonly Word[]): boolean => word !== undefined && isDeterminer(word);

/** Whether a chunk before supposes what comes: "if", "whether", "is it true that". */
function isSupposed(chunks: readonly Chunk[], at: number): boolean {
  return chunks.slice(0, at + 1).some(({ conjunction, words }, i) => {
    const opens = i === 0 || /^(?:if|unless|whether)$/.test(conjunction ?? '');
    if (opens && UNREAL_BREAKS.has(conjunction ?? '')) return true;
    return i === 0 && words.some(({ lower }, n) => n > 0 && /^(?:that|if)$/.test(lower) && n < 5);
  });
}

/** Whether the sentence goes back behind an aside to what it was about; a doubt or a condition about the aside does not. */
const isBack = (chunk: Chunk): boolean =>
  chunk.mark === ')' || (chunk.words.length > 3 && !UNREAL_BREAKS.has(chunk.conjunction ?? ''));

/** Whether a chunk goes on with a clause that has a subject of its own. */
function isOwnClause({ conjunction, words }: Chunk): boolean {
  if (!GOES_ON.test(conjunction ?? '')) return false;
  const verb = words.findIndex(({ lower, possessive }) => FINITE_VERBS.has(lower) || possessive);
  return verb > skipOpeners(words, words.length);
}
