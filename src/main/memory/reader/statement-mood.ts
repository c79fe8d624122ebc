// Why a clause states nothing that is so: the guards of the cue rules as vetoes, and what grammar tells of orders, wishes and the
// past. Pure. Called by check-statement.ts. Source: structure S2.
import { PLURALS } from '../../graph/cues/coordination.ts';
import { skipOpeners } from '../../graph/cues/fronted.ts';
import { isNameLike } from '../../graph/cues/names.ts';
import type { Chunk, Sentence, Word } from '../../graph/cues/sentences/sentences.ts';
import { type VetoKind, vetoStatement } from '../../graph/cues/veto.ts';
import { FINITE_VERBS, PREPOSITIONS, PRONOUNS } from '../../graph/cues/words/function-words.ts';
import { isKind } from '../../graph/cues/words/kinds.ts';
import { ORDERS, REFUSED_LABEL_WORDS, SPEAKERS, UNREAL_BREAKS } from '../../graph/cues/words/moods.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isPreposition, LABELS } from './relation-words.ts';
import { isDeterminer, isWithin, type StatedSpans } from './sentence-words.ts';
import { chunkOf, hasVerb, statementWindow } from './statement-clause.ts';
import { NAMING } from './statement-names.ts';

const LABEL_WORDS = new Set(Object.values(LABELS).flat());

/** "dns: unbound on ns-a": a plain noun before the colon is what the thing is for; a name may be a speaker's. */
const isRole = (label: readonly Word[]): boolean =>
  label.length > 0 &&
  label.length < 4 &&
  label.every(({ text, lower }) => /^\p{Ll}/u.test(text) && !SPEAKERS.has(lower) && !ORDERS.has(lower));

/** "You are Olga, our ticket machine" */
const GIVES_PART = /^(?:now,? )?(?:you are|you're|act as)\b/i;

/** Verbs that can open a clause whose subject is left out. */
const SUBJECTLESS = new Set(['got', 'have', 'had', 'just', 'currently', 'now']);

/**
 * Why the clause of a statement states nothing that is so: asked, supposed, denied, planned, ordered, over, or somebody else's word. What an
 * earlier clause orders, asks or was does not bear on a later one with a subject of its own: "restart quill, it runs on nas2".
 */
export function moodProblem(
  text: string,
  sentence: Sentence,
  { concept, parent }: StatedSpans,
  named: Range | undefined,
  lexicon: Lexicon,
): string | null {
  if (GIVES_PART.test(text)) return 'It gives somebody a part to play.';
  const spans = concept.end === 0 ? [parent] : [concept, parent];
  const begin = Math.min(...spans.map(({ start }) => start));
  const window = statementWindow(text, sentence, { concept, parent });
  const crossedOut = (word: string) => 'x'.repeat(word.length);
  // "I wrote it in Go" tells what nobody says, and "which" asks nothing behind a name.
  const plain = text
    .slice(0, window.end)
    .replace(/[();]/g, ',')
    .replace(/\bwrote\b(?!\s+that\b|:)|(?<=\S\W+)\b(?:which|who)\b/gi, crossedOut);
  const { chunks } = sentence;
  let from = window.start;
  for (;;) {
    const here = spans
      .filter(({ start }) => start >= from)
      .map(({ start, end }) => ({ start: start - from, end: end - from }));
    const veto = vetoStatement(plain.slice(from), lexicon, here);
    // Of a compound the head alone is no judgement: "access point".
    const kind = text.slice(parent.start, parent.end).toLowerCase();
    if (
      veto === null ||
      (veto.kind === 'foreign' && from > 0) ||
      (veto.kind === 'metaphor' && (kind.includes(' ') || isKind(kind)))
    )
      break;
    const label = veto.kind === 'label' ? Math.max(parent.start, concept.start) : begin;
    const next = reachOf(veto.kind, text, sentence, { from, begin: label, named });
    if (next === null) return veto.reason;
    from = next;
  }
  const at = chunkOf(chunks, parent);
  const other = concept.end === 0 ? at : chunkOf(chunks, concept);
  const last = Math.max(parent.end, concept.end);
  const clause = [...new Set([Math.min(other, at), Math.max(other, at)])]
    .flatMap((i) => chunks[i]?.words ?? [])
    .filter(({ start, end }) => start >= window.start && end <= last);
  // "Compare quill and elm on nas1": what joins without a verb of its own goes on with the order.
  const joined = chunks[Math.min(other, at)];
  const isJoined =
    joined !== undefined &&
    /^(?:and|or)$/.test(joined.conjunction ?? '') &&
    !hasVerb(joined) &&
    !joined.words.some(({ lower }) => PLURALS.includes(lower));
  const ordered = isJoined ? (chunks[Math.min(other, at) - 1]?.words ?? []) : [];
  const stated = [...ordered, ...clause].filter(({ start }) => start >= from);
  if (isOrder(stated, spans, lexicon)) return 'The sentence tells somebody to do it.';
  const that = clause.findIndex(({ lower, start, end }) => lower === 'that' && start >= from && end <= begin);
  if (that > 0 && !FACTIVE.has(clause[that - 1]?.lower ?? '') && skipOpeners(clause, clause.length) <= that)
    return 'It is said within another statement.';
  const own = clause.filter((word) => !isWithin(word, concept) && !isWithin(word, parent));
  if (own.some(({ lower }) => WANTS.has(lower))) return 'Somebody wants or plans it.';
  return isOver(own) ? 'It was so, and is not said to be so now.' : null;
}

/** Before "that", they say that what follows is so: "don't forget that", "the fact that". */
const FACTIVE = new Set(['fact', 'forget', 'notes', 'note', 'down', 'mind', 'remember']);

/**
 * Where what makes a clause no statement ends, and the statement is in a clause behind it; null where it bears on the statement.
 * @returns an offset
 */
function reachOf(
  kind: VetoKind,
  text: string,
  { chunks, isQuestion }: Sentence,
  {
    from,
    begin,
    named,
  }: { readonly from: number; readonly begin: number; readonly named: Range | undefined },
): number | null {
  const isBefore = (chunk: Chunk) => (chunk.words[0]?.start ?? Infinity) <= begin;
  const first = chunks.findIndex(({ words }) => (words[0]?.start ?? -1) >= from);
  const [opening, next] = chunks[first]?.words ?? [];
  if (isQuestion || opening === undefined) return null;
  const isSupposed = chunks.some(
    ({ conjunction, words }, i) =>
      i >= first && (words[0]?.start ?? 0) <= begin && UNREAL_BREAKS.has(conjunction ?? ''),
  );
  if (isSupposed && kind !== 'condition') return null;
  // "Don't touch elm because", "What you must know first:"
  const isTold = next !== undefined && /^(?:what|don't)$/.test(opening.lower);
  if (kind === 'order' || (kind === 'question' && isTold)) {
    const words = chunks[first]?.words ?? [];
    const that = words.findIndex(
      ({ lower, end }, i) =>
        lower === 'that' &&
        end <= begin &&
        (FACTIVE.has(words[i - 1]?.lower ?? '') || skipOpeners(words, words.length) === i + 1),
    );
    if (that >= 0) return words[that]?.end ?? null;
  } else if (kind === 'question') return null;
  const label = (at: number) => chunks.slice(first, at).flatMap(({ words }) => words);
  const at = chunks.findIndex((chunk, i) => {
    if (i <= first || !isBefore(chunk)) return false;
    const { mark, conjunction } = chunk;
    const isApart = text.slice(label(i).at(-1)?.end, chunk.words[0]?.start).includes(';');
    if (kind === 'condition' || kind === 'report' || kind === 'hedge')
      return (
        (conjunction === 'but' ||
          /^(?:anyway|anyhow|btw)$/.test(chunk.words[0]?.lower ?? '') ||
          (isApart && kind !== 'condition')) &&
        hasVerb(chunk)
      );
    // "quill: a proxy", "The task is done: quill runs on nas2": what stands before the colon is no label.
    if (kind === 'label')
      return (
        mark === ':' &&
        (NAMING.has(label(i).at(-1)?.lower ?? '') ||
          !label(i).some(({ lower }) => REFUSED_LABEL_WORDS.has(lower))) &&
        (isRole(label(i)) ||
          label(i).some(
            (word) =>
              NAMING.has(word.lower) ||
              FINITE_VERBS.has(word.lower) ||
              LABEL_WORDS.has(word.lower) ||
              /^(?:i|we|you)$/.test(word.lower) ||
              (named !== undefined && isWithin(word, named)),
          ))
      );
    return hasVerb(chunk) && (mark !== null || /^(?:but|because|since|as|and|so)$/.test(conjunction ?? ''));
  });
  return chunks[at]?.words[0]?.start ?? null;
}

/** Whose object is not there yet: "we want jellyfin on nas01". */
const WANTS = new Set(['want', 'wants', 'wanted', 'wish', 'prefer', 'imagine']);
/** Verbs that say how things were: over, where "moved to" or "written in" still holds. */
const WAS_SO = new Set(['ran', 'lived', 'sat', 'stood', 'resided']);

/** Whether the clause speaks of the past only. */
function isOver(own: readonly Word[]): boolean {
  return own.some(({ lower }, at) => {
    if (lower === 'used') return own[at + 1]?.lower === 'to';
    if (lower === 'had') return /^(?:been|an?|the|our)$/.test(own[at + 1]?.lower ?? '');
    const next = own[at + 1]?.lower ?? '';
    if (lower === 'was' || lower === 'were')
      return !LASTING.test(next) && !LASTING.test(own[at + 2]?.lower ?? '');
    return WAS_SO.has(lower) && !/^(?:is|are|was|were|be|been|being|'s)$/.test(own[at - 1]?.lower ?? '');
  });
}

/** What was done once and holds since. */
const LASTING =
  /^(?:moved|migrated|installed|deployed|put|set|built|written|made|implemented|developed|renamed|named|switched)$/;

/** "Install grafana on marlowe": a plain verb opens the clause before what it is done to, and nobody does it. */
function isOrder(clause: readonly Word[], spans: readonly Range[], lexicon: Lexicon): boolean {
  const [first, ...rest] = clause.slice(skipOpeners(clause, clause.length));
  if (first === undefined || isNameLike(first, lexicon)) return false;
  if (spans.some((span) => isWithin(first, span))) return false;
  const { lower } = first;
  const isFunction = PRONOUNS.has(lower) || isDeterminer(first) || PREPOSITIONS.has(lower);
  if (isFunction || SUBJECTLESS.has(lower) || FINITE_VERBS.has(lower) || /(?:ed|ing|ly)$/.test(lower))
    return false;
  // What is ordered has an object: "server for films" orders nothing.
  const [object] = rest;
  if (!lexicon.isCommon(lower) || object === undefined || isPreposition(object.lower)) return false;
  // "Photos live on immich": the first word is the subject, since a verb follows.
  return !rest
    .slice(0, 4)
    .some((word) => FINITE_VERBS.has(word.lower) || word.lower === 'we' || word.lower === 'i');
}
