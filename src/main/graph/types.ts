// The shapes that pass between the graph's readers and writers. No behaviour lives here.
// Ids are the database's; tokens are canonical. Source: memory, Nouns, Segmenting.
import type { Source } from '../../shared/model/graph.ts';

/** A concept as held in memory. Saliency is derived: ln(encounterCount), 0 for common words. */
export interface ConceptRow {
  readonly id: number;
  readonly token: string;
  readonly encounterCount: number;
  /** Epoch milliseconds; 0 when never seen in a prompt. */
  readonly lastSeen: number;
  readonly novelty: number;
  readonly common: boolean;
}

/** An edge as held in memory. A root has concept = parent = dim. */
export interface EdgeRow {
  readonly edgeId: number;
  readonly project: string;
  readonly concept: number;
  readonly parent: number;
  readonly dim: number;
  readonly isIsa: boolean;
  readonly confidence: number;
  /** Epoch milliseconds. */
  readonly lastConfirmed: number;
  readonly source: Source;
  readonly doNotUse: boolean;
  /** Only an assistant said it; left out where a person or `gutask` did. */
  readonly isGuess?: true | undefined;
  /** From when on it holds no more, epoch milliseconds; left out of a fact without an end. */
  readonly until?: number | undefined;
}

/** Texts of many rows in one run of UTF-8; a row's text ends at its entry in `ends` and starts where the one before ended. */
export interface TextColumn {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/** Texts of many rows of which few differ: a row's text is the word its code counts to. */
export interface WordColumn {
  readonly codes: Int32Array;
  readonly words: readonly string[];
}

/** Concepts as columns, for filling the graph; see ConceptRow. */
export interface ConceptPage {
  readonly rowCount: number;
  readonly ids: Float64Array;
  readonly tokens: TextColumn;
  readonly encounterCounts: Float64Array;
  readonly lastSeen: Float64Array;
  readonly novelty: Float64Array;
  /** 0 or 1. */
  readonly common: Float64Array;
}

/** Edges as columns, roots included, for filling the graph; see EdgeRow. */
export interface EdgePage {
  readonly rowCount: number;
  readonly edgeIds: Float64Array;
  readonly projects: WordColumn;
  readonly concepts: Float64Array;
  readonly parents: Float64Array;
  readonly dims: Float64Array;
  readonly confidence: Float64Array;
  readonly lastConfirmed: Float64Array;
  /** 0 for a fact without an end. */
  readonly until: Float64Array;
  /** 1 for an ISA edge, 2 for "do not use", four times the place in SOURCES, 32 for a guess. */
  readonly flags: Float64Array;
}

export type Role = 'system' | 'user' | 'assistant' | 'tool';

/** What a piece of text was wrapped in when it reached us. */
export type Envelope =
  | 'plain'
  | 'user_message'
  | 'user_intervention'
  | 'response'
  | 'tool_call'
  | 'tool_result'
  | 'framework'
  | 'extras'
  | 'note'
  | 'recollection';

/** Whose word it is, most trusted first; `system` prompts and `tool` output never write. */
export type Trust = 'user' | 'assistant' | 'system' | 'tool';

/** A stretch of a prompt that one party wrote. `scanned` says whether the cue scanner may read it. */
export interface Segment {
  readonly role: Role;
  readonly envelope: Envelope;
  readonly trust: Trust;
  readonly scanned: boolean;
  readonly text: string;
  /** Which rule decided whose words these are, for people to read. */
  readonly why: string;
}

/**
 * What a person's words change about the present (memory D21). `ends`: the triple itself is said to hold no longer.
 * `now`: the triple holds from now on, in the place of another parent; `from` names that parent where the words do.
 */
export type CueChange = { readonly kind: 'ends' } | { readonly kind: 'now'; readonly from?: string };

/** What the cue scanner read out of prose, in canonical tokens. */
export interface CueTriple {
  readonly subject: string;
  readonly parent: string;
  readonly dim: string;
  readonly isIsa: boolean;
  readonly confidence: number;
  /** The sentence it stood in, at most 280 characters. */
  readonly sentence: string;
  /** A correction. Only ever present in a user's text; absent in a plain statement. With `ends` it is no statement. */
  readonly change?: CueChange;
}

/** What the cue scanner may know about words; answered from the vocabulary, without I/O. */
export interface Lexicon {
  /** A word of the English dictionary (canonical form). */
  isCommon(token: string): boolean;
  /** A concept of the graph that is not a dictionary word. */
  isKnownConcept(token: string): boolean;
}

/** Half-open offsets, UTF-16. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * What is not the speaker's. `note`: a harness's, new with every turn. `material`: a text that the speaker hands over or made
 * up, whoever wrote it: recalled and counted as the speaker's, never learnt, never asked about.
 */
export interface Foreign extends Range {
  readonly kind: 'tool' | 'note' | 'material';
  /** Which rule decided it, for people to read. */
  readonly why: string;
  /** Nothing closed it: what follows in the turn belongs to it as well. */
  readonly isOpen: boolean;
}
