// Why a clause states nothing that is so: the guards of the cue rules as vetoes, and what grammar tells of orders, wishes and the
// past. Pure. Called by check-statement.ts. Source: structure S2.
import { skipOpeners } from '../../graph/cues/fronted.ts';
import { isNameLike } from '../../graph/cues/names.ts';
import type { Sentence, Word } from '../../graph/cues/sentences/sentences.ts';
import { type VetoKind, vetoStatement } from '../../graph/cues/veto.ts';
import {
  CLOSED_DETERMINERS,
  FINITE_VERBS,
  OPEN_DETERMINERS,
  PRONOUNS,
} from '../../graph/cues/words/function-words.ts';
import type { Lexicon, Range } from '../../graph/types.ts';
import { isPreposition } from './relation.ts';
import { isWithin, type StatedSpans } from './sentence-words.ts';

/** Verbs that can open a clause whose subject is left out. */
const SUBJECTLESS = new Set(['got', 'have', 'had', 'just', 'currently', 'now']);

/** Why the clause of a statement states nothing that is so: asked, supposed, denied, planned, ordered, over, or somebody else's word. */
export function moodProblem(
  text: string,
  { chunks }: Sentence,
  { concept, parent }: StatedSpans,
  lexicon: Lexicon,
): string | null {
  // An aside is read here, and is nothing foreign.
  const plain = text.replace(/[()]/g, ',');
  const veto = vetoStatement(plain, lexicon, concept === null ? [parent] : [concept, parent]);
  if (veto !== null && !isPassed(veto.kind, text, parent, chunks[0]?.words ?? [])) return veto.reason;
  const at = chunkOf({ chunks }, parent);
  const from = concept === null ? at : chunkOf({ chunks }, concept);
  const last = Math.max(parent.end, concept?.end ?? 0);
  const clause = [...new Set([Math.min(from, at), Math.max(from, at)])]
    .flatMap((i) => chunks[i]?.words ?? [])
    .filter(({ end }) => end <= last);
  if (isOrder(clause, concept, lexicon)) return 'The sentence tells somebody to do it.';
  const begin = Math.min(parent.start, concept?.start ?? parent.start);
  const that = clause.findIndex(({ lower, end }) => lower === 'that' && end <= begin);
  if (that > 0 && skipOpeners(clause, clause.length) <= that) return 'It is said within another statement.';
  const own = clause.filter((word) => !isWithin(word, concept) && !isWithin(word, parent));
  if (own.some(({ lower }) => WANTS.has(lower))) return 'Somebody wants or plans it.';
  return isOver(own) ? 'It was so, and is not said to be so now.' : null;
}

/**
 * Of a compound the head alone is no judgement ("access point"), who talks to somebody before a colon labels nothing, and
 * "please remember that" orders nothing but to take note.
 */
function isPassed(kind: VetoKind, text: string, parent: Range, opening: readonly Word[]): boolean {
  if (kind === 'order') return opening[skipOpeners(opening, opening.length) - 1]?.lower === 'that';
  if (kind === 'metaphor') return text.slice(parent.start, parent.end).trim().includes(' ');
  return kind === 'label' && /\b(?:I|we|you)\b/.test(text.slice(0, text.indexOf(':')));
}

/** The chunk in which a span stands; -1 for none. */
function chunkOf({ chunks }: Pick<Sentence, 'chunks'>, span: Range): number {
  return chunks.findIndex(({ words }) => words.some((word) => isWithin(word, span)));
}

/** Whose object is not there yet: "we want jellyfin on nas01". */
const WANTS = new Set(['want', 'wants', 'wanted', 'wish', 'prefer', 'imagine']);
/** Verbs that say how things were: over, where "moved to" or "written in" still holds. */
const WAS_SO = new Set(['ran', 'lived', 'sat', 'stood', 'resided']);

/** Whether the clause speaks of the past only. */
function isOver(own: readonly Word[]): boolean {
  return own.some(({ lower }, at) => {
    if (lower === 'used') return own[at + 1]?.lower === 'to';
    if (lower === 'had') return own[at + 1]?.lower === 'been';
    const next = own[at + 1]?.lower ?? '';
    if (lower === 'was' || lower === 'were')
      return !LASTING.test(next) && !LASTING.test(own[at + 2]?.lower ?? '');
    return WAS_SO.has(lower) && !/^(?:is|are|was|were|be|been|being|'s)$/.test(own[at - 1]?.lower ?? '');
  });
}

/** What was done once and holds since. */
const LASTING =
  /^(?:moved|migrated|installed|deployed|put|set|built|written|made|implemented|developed|renamed|named|switched)$/;

/** "Install grafana on marlowe": a plain verb opens the clause, and nobody does it. */
function isOrder(clause: readonly Word[], concept: Range | null, lexicon: Lexicon): boolean {
  const [first, ...rest] = clause.slice(skipOpeners(clause, clause.length));
  if (first === undefined || isWithin(first, concept) || isNameLike(first, lexicon)) return false;
  const { lower } = first;
  const isFunction =
    PRONOUNS.has(lower) ||
    OPEN_DETERMINERS.has(lower) ||
    CLOSED_DETERMINERS.has(lower) ||
    isPreposition(lower);
  if (isFunction || SUBJECTLESS.has(lower) || /(?:ed|ing|ly)$/.test(lower)) return false;
  // "Photos live on immich": the first word is the subject, since a verb follows.
  return !rest
    .slice(0, 4)
    .some((word) => FINITE_VERBS.has(word.lower) || word.lower === 'we' || word.lower === 'i');
}
