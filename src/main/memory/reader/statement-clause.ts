// Which part of a sentence a statement stands or falls with. What is said in passing, beside a name or in a clause of its own, holds
// whatever the sentence around it asks, orders or doubts: "can you restart raccoon, that's our Jenkins box", "What does Goliath, our
// printer in the hall, want?". Pure. Called by statement-mood.ts. Source: structure S2, decision 080.
import { skipOpeners } from '../../graph/cues/fronted.ts';
import type { Chunk, Sentence, Word } from '../../graph/cues/sentences/sentences.ts';
import { FINITE_VERBS, PREPOSITIONS } from '../../graph/cues/words/function-words.ts';
import { ATTRIBUTIONS, SUPPOSITIONS, UNREAL_BREAKS } from '../../graph/cues/words/moods.ts';
import { INVENTED } from '../../graph/text/foreign-names.ts';
import type { Range } from '../../graph/types.ts';
import { isDeterminer, isWithin, type StatedSpans } from './sentence-words.ts';

/** Opens a clause about what was named before it: "it's", "that is", "she runs". */
const POINTS_BACK = /^(?:it|its|that|thats|this|they|he|she)$/;
/** What people write for "it's" and "that's". */
const IS_IT = /^(?:its|thats)$/;
/** Conjunctions behind which somebody gives a reason or goes on; what they open is said to be so. */
const SAYS_SO = /^(?:which|who|because|since|as|although|though)$/;
const GOES_ON = /^(?:and|so|but|because|since|which|who)$/;
/** What is told to whoever keeps the memory: "add to memory: ...", "note down that ...". */
const TELLS = /^(?:memory|notes|log|down)$/;

/**
 * The part of the sentence that bears on what it says of two names.
 * @param text with its brackets, of which the sentence makes commas
 */
export function statementWindow(text: string, sentence: Sentence, { concept, parent }: StatedSpans): Range {
  const chunks = withBrackets(text, sentence.chunks);
  const at = chunkOf(chunks, parent);
  const other = concept.end === 0 ? at : chunkOf(chunks, concept);
  const [first, last] = [Math.min(at, other), Math.max(at, other)];
  if (first < 0) return { start: 0, end: Infinity };
  const [chunk, before] = [chunks[first] as Chunk, chunks[first - 1]];
  const names = { start: Math.min(concept.start, parent.start), end: Math.max(concept.end, parent.end) };
  const isReal = !isSupposed(chunks, first);
  const phrase = { ...names, start: articleBefore(chunk.words, names.start) };
  if (isReal && first === last && isDefinite(chunk.words, names)) return phrase;
  const isAside = isReal && isSaidAside(chunks, first, last, concept);
  // "..., so if you need it"
  const goesOn = (i: number): boolean =>
    /\b(?:so|and|but) \w+ $/.test(
      text.slice(chunks[i - 1]?.words.at(-1)?.end ?? 0, chunks[i]?.words[0]?.start),
    );
  const next = chunks.findIndex(
    (one, i) => i > last && ((isAside && isBack(one)) || isOwnClause(one) || goesOn(i)),
  );
  const isOpen = next < 0 && !isAside;
  const end = isOpen ? Infinity : (chunks.at(next < 0 ? -1 : next - 1)?.words.at(-1)?.end ?? Infinity);
  if (isAside && first < last) return { start: phrase.start, end };
  // With the "which" before it.
  const opening = (chunk.conjunction === null ? chunk.words[0]?.start : before?.words.at(-1)?.end) ?? 0;
  const isTold = before !== undefined && first === 1 && TELLS.test(before.words.at(-1)?.lower ?? '');
  return { start: isAside || isTold ? opening : 0, end };
}

/** The chunks with the brackets before them as their marks. */
function withBrackets(text: string, chunks: readonly Chunk[]): readonly Chunk[] {
  return chunks.map((chunk, i) => {
    const between = text.slice(chunks[i - 1]?.words.at(-1)?.end ?? 0, chunk.words[0]?.start);
    return between.includes('(')
      ? { ...chunk, mark: '(' }
      : between.includes(')')
        ? { ...chunk, mark: ')' }
        : chunk;
  });
}

/** The chunk in which a span stands; -1 for none. */
export function chunkOf(chunks: readonly Chunk[], span: Range): number {
  return chunks.findIndex(({ words }) => words.some((word) => isWithin(word, span)));
}

const isVerb = ({ lower, possessive }: Word): boolean =>
  FINITE_VERBS.has(lower) || possessive || IS_IT.test(lower);
export const hasVerb = ({ words }: Pick<Chunk, 'words'>): boolean => words.some(isVerb);

/** Where the article of a phrase stands, so that its first word reads as no verb: "the build server elm". */
function articleBefore(words: readonly Word[], start: number): number {
  const article = words.findLast((word) => word.end <= start && isDeterminer(word));
  const isNear =
    article !== undefined &&
    words.filter((word) => word.start > article.start && word.end <= start).length < 4;
  return isNear ? article.start : start;
}

/** "our webshop quill", "the server elm": who says so takes for granted what it is. */
function isDefinite(words: readonly Word[], names: Range): boolean {
  const within = words.filter((word) => isWithin(word, names));
  const from = words.indexOf(within[0] as Word);
  const isOurs = words.slice(Math.max(0, from - 4), from).some(({ lower }) => /^(?:our|my|the)$/.test(lower));
  const [, ...more] = within;
  return (
    isOurs &&
    names.start >= 0 &&
    !within.some(isVerb) &&
    more.every((word, i) => word.start <= (within[i]?.end ?? 0) + 1 && !PREPOSITIONS.has(word.lower))
  );
}

/** Whether the two names stand beside each other, or in a clause that only points back. */
function isSaidAside(chunks: readonly Chunk[], first: number, last: number, concept: Range): boolean {
  if (first < last) {
    // "Goliath, our big printer in the hall", "quill (our service, Java 21)": it ends with the name, and goes on with particulars.
    const [beside, ...more] = chunks.slice(first + 1, last + 1) as [Chunk, ...Chunk[]];
    const [word] = beside.words;
    const isTold =
      beside.conjunction === null
        ? beside.mark !== ',' || (word !== undefined && isDeterminer(word))
        : /^(?:which|who)$/.test(beside.conjunction);
    // "the baby monitor (Eule, it's ...)"
    const isName = beside.words.every((one) => isWithin(one, concept));
    return (
      (isName || chunks[first]?.words.at(-1)?.end === concept.end) &&
      /^[,(-]$/.test(beside.mark ?? '') &&
      (isName || isTold) &&
      more.every(
        (chunk) =>
          chunk.mark === ',' &&
          !hasVerb(chunk) &&
          (beside.mark === '(' || !PREPOSITIONS.has(chunk.words[0]?.lower ?? '')),
      )
    );
  }
  const { mark, conjunction, words } = chunks[last] as Chunk;
  if (last === 0) return false;
  if (mark === '(') return true;
  // "Bob says quill is a proxy, it's on nas1": what he says goes on.
  if (chunks.slice(0, last).some((chunk) => chunk.words.some(({ lower }) => ATTRIBUTIONS.has(lower))))
    return false;
  // "potato being a laptop"
  if (mark !== null && words[1]?.lower === 'being') return true;
  const pointsBack =
    /^(?:and|but)?$/.test(conjunction ?? '') && POINTS_BACK.test(words[0]?.lower ?? '') && hasVerb({ words });
  const isReason =
    SAYS_SO.test(conjunction ?? '') && (mark !== null || !/^(?:which|who)$/.test(conjunction ?? ''));
  return isReason || (pointsBack && (conjunction !== null || /^[,-]$/.test(mark ?? '')));
}

/** What is told in such a text is made up: "a story about Argus, our mirror". */
const MADE_UP = new RegExp(`^${INVENTED}$`);

/** Whether a chunk before supposes what comes: "if", "whether", "is it true that", "suppose". */
function isSupposed(chunks: readonly Chunk[], at: number): boolean {
  const [first] = chunks;
  const opening = first?.words.slice(skipOpeners(first.words, first.words.length)) ?? [];
  if (SUPPOSITIONS.lengthAt(opening, 0) > 0) return true;
  return chunks.slice(0, at + 1).some(({ conjunction, words }, i) => {
    const opens = i === 0 || /^(?:if|unless|whether)$/.test(conjunction ?? '');
    if (opens && UNREAL_BREAKS.has(conjunction ?? '')) return true;
    if (words.some(({ lower }) => MADE_UP.test(lower))) return true;
    return i === 0 && words.slice(1, 5).some(({ lower }) => lower === 'that' || lower === 'if');
  });
}

/** Whether the sentence goes back behind an aside to what it was about; a doubt or a condition about the aside does not. */
const isBack = (chunk: Chunk): boolean =>
  chunk.mark === ')' || (chunk.words.length > 3 && !UNREAL_BREAKS.has(chunk.conjunction ?? ''));

/** Whether a chunk goes on with a clause that has a subject of its own. */
function isOwnClause({ mark, conjunction, words }: Chunk): boolean {
  const from = skipOpeners(words, words.length);
  const subject = words[from]?.lower ?? '';
  // "..., if that matters"
  if (
    conjunction === 'if' &&
    /^(?:that|it|you)$/.test(subject) &&
    /^(?:matters|helps|want|need|care|ask)$/.test(words[from + 1]?.lower ?? '')
  )
    return true;
  if (!(GOES_ON.test(conjunction ?? '') || (mark === ',' && POINTS_BACK.test(subject)))) return false;
  return words.findIndex(isVerb) > from || IS_IT.test(subject);
}
