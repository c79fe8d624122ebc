// Which concept a name means, and which concepts a text names: one notion for recall, cues, `iknowthat`, `/recall`, the
// palette and search. Known names come first, wherever they stand and however they are spelt; only what nobody knows is
// cut by the tokeniser's rules. Pure reads, linear in the text. Source: memory D17.
import { ALIAS_DIMENSION } from '../../../shared/model/graph.ts';
import type { RecalledGraph } from '../columns/scoped-graph.ts';
import {
  ASCII_CLASS,
  classAt,
  DASH,
  DOT,
  LETTER,
  LINE_END,
  SPACE,
  UNDERSCORE,
  UPPER,
  widthAt,
} from '../text/characters.ts';
import { foldJoint, foldOf, foldToken, foldUnit, HASH_START } from '../text/fold.ts';
import { nameKind, type OrdinaryWords } from '../text/particular.ts';
import type { NameFinder } from '../text/tokenise.ts';
import { canonicalToken, MAX_TOKEN_CHARS } from '../text/words.ts';

/** What looking a name up asks of a graph. */
export type NamedGraph = Pick<
  RecalledGraph,
  'names' | 'conceptId' | 'tokenOf' | 'isCommon' | 'hasFacts' | 'pendingDims' | 'mayHaveChildren' | 'edgeAt'
>;

/** A stretch of text that names a concept; offsets are UTF-16. */
export interface NameSpan {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

/** Words of a name at most. */
const MOST_WORDS = 6;
/** A longer word is no name: it is read in stretches of so many characters. */
const MOST_WORD_CHARS = 2 * MAX_TOKEN_CHARS;
/** Words that begin with capitals are tried as one name up to so many, whatever stands behind. */
const MOST_CAPITALS = 3;

/** Whether something is known about the concept, or disputed, where `scope` looks. */
export function isKnownIn(graph: NamedGraph, scope: string, id: number): boolean {
  return graph.hasFacts(scope, id) || graph.pendingDims(scope, id).length > 0;
}

/** Whether the concept's name is known where `scope` looks: it is in a fact or a conflict, as the subject or the parent. */
export function isNamedIn(graph: NamedGraph, scope: string, id: number): boolean {
  return isKnownIn(graph, scope, id) || graph.mayHaveChildren(scope, id);
}

/**
 * The concept a name means in a scope: the one spelt so if that name is known, else one known under another spelling, else
 * the one spelt so, if there is one.
 * @param name in any spelling: `Home Assistant`, `home-assistant`, `homeassistant`
 * @param isKnown what counts as a known name; by default `isNamedIn`
 */
export function lookUp(
  graph: NamedGraph,
  scope: string,
  name: string,
  isKnown: (id: number) => boolean = (id) => isNamedIn(graph, scope, id),
): number | undefined {
  const token = canonicalToken(name);
  const exact = graph.conceptId(token);
  if (exact !== undefined && isKnown(exact)) return exact;
  return alike(graph, token, isKnown) ?? exact;
}

/** Whether something is known of a name in a scope, by whatever spelling. */
export function isExplained(graph: NamedGraph, scope: string, name: string): boolean {
  const id = lookUp(graph, scope, name);
  return id !== undefined && isKnownIn(graph, scope, id);
}

/** What the concept is another name of, if it is one (a fact in the dimension `alias`). */
export function aliasOf(graph: NamedGraph, scope: string, id: number): number | undefined {
  const dim = graph.conceptId(ALIAS_DIMENSION);
  return dim === undefined ? undefined : graph.edgeAt(scope, id, dim)?.parent;
}

function alike(graph: NamedGraph, token: string, isKnown: (id: number) => boolean): number | undefined {
  const candidates = graph.names.named(foldToken(HASH_START, token));
  if (candidates.length === 0) return undefined;
  const folded = foldOf(token);
  return candidates.find((id) => foldOf(graph.tokenOf(id)) === folded && isKnown(id));
}

/**
 * Finds what names a concept known to a scope in one text, the longest name first: at the start of sentences, behind verbs, in
 * code, as a path part, a file's name or a host of a URL. A part of a longer identifier (`redis` in `redis-cache`) is no
 * name. For the tokeniser, which meets every word anyway.
 */
export class NameReader implements NameFinder {
  readonly #graph: NamedGraph;
  readonly #text: string;
  readonly #visit: (span: NameSpan) => void;
  readonly #scope: string;
  readonly #words: () => OrdinaryWords | null;
  /** The word read last: where it ends, its fold, and the same of its part before the first dot. */
  #end = 0;
  #state = 0;
  #labelEnd = 0;
  #labelState = 0;
  /** The name found last. */
  #found: NameSpan | null = null;

  /** @param words the large lists; without them no name is found by a part of it */
  constructor(
    graph: NamedGraph,
    scope: string,
    text: string,
    visit: (span: NameSpan) => void,
    words: () => OrdinaryWords | null = () => null,
  ) {
    this.#graph = graph;
    this.#words = words;
    this.#scope = scope;
    this.#text = text;
    this.#visit = visit;
  }

  mayStart(state: number): boolean {
    return this.#graph.names.mayHold(state);
  }

  find(start: number): number {
    this.#readWord(start, HASH_START);
    this.#found = this.#match(start, classAt(this.#text, start) === UPPER);
    return this.#found === null ? start : this.#found.end;
  }

  take(): void {
    if (this.#found !== null) this.#visit(this.#found);
  }

  /** A name that starts in the stretch may end behind it; a word that does, too. */
  takeWithin(start: number, end: number): void {
    const text = this.#text;
    let at = start;
    while (at < end) {
      const unit = text.charCodeAt(at);
      const kind = unit < 128 ? (ASCII_CLASS[unit] as number) : classAt(text, at);
      if (kind < LETTER) {
        at += unit < 128 ? 1 : widthAt(text, at);
        continue;
      }
      this.#readWord(at, HASH_START);
      const wordEnd = this.#end;
      const found = this.#match(at, kind === UPPER);
      if (found !== null) this.#visit(found);
      // Behind a host's name the rest of the host is not looked at for names.
      at = Math.max(wordEnd, found?.end ?? 0);
    }
  }

  /** Reads the word that starts at the offset, on from a running fold. */
  #readWord(start: number, from: number): void {
    const text = this.#text;
    const limit = Math.min(text.length, start + MOST_WORD_CHARS);
    let state = from;
    let end = start;
    this.#labelEnd = 0;
    for (; end < limit; end++) {
      const unit = text.charCodeAt(end);
      if (unit >= 128) {
        this.#readForeign(start, end, from);
        return;
      }
      const kind = ASCII_CLASS[unit] as number;
      if (kind >= LETTER) state = foldUnit(state, kind === UPPER ? unit | 0x20 : unit);
      else if (kind < DOT || !this.#goesOn(end + 1)) break;
      else if (kind === DOT) {
        if (this.#labelEnd === 0) this.#label(end, state);
        state = foldUnit(state, unit);
      } else state = foldJoint(state, text.charCodeAt(end - 1), text.charCodeAt(end + 1));
    }
    this.#end = end;
    this.#state = state;
  }

  #label(end: number, state: number): void {
    this.#labelEnd = end;
    this.#labelState = state;
  }

  /** Whether a word goes on behind a dot, a dash or an underscore. */
  #goesOn(at: number): boolean {
    return at < this.#text.length && classAt(this.#text, at) >= UNDERSCORE;
  }

  /** The same for a word with other letters than those of ASCII: its canonical form is folded. */
  #readForeign(start: number, at: number, from: number): void {
    const text = this.#text;
    const limit = Math.min(text.length, start + MOST_WORD_CHARS);
    let end = at;
    while (end < limit) {
      const kind = classAt(text, end);
      const isJoint = kind === DASH || kind === DOT;
      if (kind < UNDERSCORE && !(isJoint && this.#goesOn(end + 1))) break;
      if (kind === DOT && this.#labelEnd === 0 && end - start <= MAX_TOKEN_CHARS) {
        this.#label(end, foldToken(from, canonicalToken(text.slice(start, end))));
      }
      end += widthAt(text, end);
    }
    this.#end = end;
    const isWord = end - start <= MAX_TOKEN_CHARS;
    this.#state = isWord ? foldToken(from, canonicalToken(text.slice(start, end))) : HASH_START;
  }

  /** Looks for the longest name that starts with the word read last. */
  #match(start: number, isCapital: boolean): NameSpan | null {
    const { names } = this.#graph;
    const [end, labelEnd, labelState] = [this.#end, this.#labelEnd, this.#labelState];
    const mayHold = names.mayHold(this.#state);
    if (!mayHold && !isCapital && labelEnd === 0) return null;
    return (
      this.#longest(start, isCapital, mayHold) ??
      (labelEnd > 0 && names.mayHold(labelState) ? this.#known(start, labelEnd, labelState) : null) ??
      (mayHold ? this.#short(start, end) : null)
    );
  }

  /** Takes in words for as long as names go on like this, and the last one that is a name. */
  #longest(start: number, isCapital: boolean, mayHold: boolean): NameSpan | null {
    const { names } = this.#graph;
    const text = this.#text;
    let best = mayHold ? this.#known(start, this.#end, this.#state) : null;
    let capitals = isCapital;
    let goesOn = mayHold && names.beginning(this.#state) !== undefined;
    for (let words = 1; words < MOST_WORDS && (goesOn || (capitals && words < MOST_CAPITALS)); words++) {
      const next = this.#nextWord(this.#end);
      if (next < 0) break;
      capitals &&= classAt(text, next) === UPPER;
      if (!goesOn && !capitals) break;
      const joint = foldJoint(this.#state, text.charCodeAt(this.#end - 1), text.charCodeAt(next));
      this.#readWord(next, joint);
      if (!names.mayHold(this.#state)) {
        goesOn = false;
        continue;
      }
      best = this.#known(start, this.#end, this.#state) ?? best;
      goesOn = names.beginning(this.#state) !== undefined;
    }
    return best;
  }

  /** Where the next word starts if nothing but one blank (or the end of a line) is between; else -1. */
  #nextWord(end: number): number {
    const text = this.#text;
    if (end + 1 >= text.length) return -1;
    const between = classAt(text, end);
    if (between !== SPACE && between !== LINE_END) return -1;
    return classAt(text, end + 1) >= LETTER ? end + 1 : -1;
  }

  #known(start: number, end: number, state: number): NameSpan | null {
    const candidates = this.#graph.names.named(state);
    if (candidates.length === 0) return null;
    const token = canonicalToken(this.#text.slice(start, end));
    const folded = foldOf(token);
    let best: number | null = null;
    for (const id of candidates) {
      const known = this.#graph.tokenOf(id);
      if (
        (best !== null && known !== token) ||
        foldOf(known) !== folded ||
        !isNamedIn(this.#graph, this.#scope, id)
      )
        continue;
      best = id;
    }
    return best === null ? null : { id: best, start, end };
  }

  /** `gnommo` where only `gnommo-server` or `old-gnommo` has that part and it is no word: words of the lists mean themselves. */
  #short(start: number, end: number): NameSpan | null {
    const token = canonicalToken(this.#text.slice(start, end));
    const id = this.#graph.names.beginning(foldToken(HASH_START, token));
    if (typeof id !== 'number' || !isNamedIn(this.#graph, this.#scope, id)) return null;
    const known = `-${this.#graph.tokenOf(id)}-`.replaceAll('_', '-');
    if (!known.includes(`-${token.replaceAll('_', '-')}-`)) return null;
    const words = this.#words();
    return words !== null && nameKind(token, words) === 'own' ? { id, start, end } : null;
  }
}
