// Reads the lines of a recollection block back into their parts, so that the console can mark them up.
// Pure. The format: `token: [dim] parent [dim2?] parent2 [dim3~] parent3 until 2026-12-24`. Used by Traffic, Concepts and Conflicts.

export interface LinePart {
  readonly dimension: string;
  readonly contested: boolean;
  /** Only an assistant stated it: `[dim~]`. */
  readonly isGuess: boolean;
  /** `until 2026-12-24`; empty for a fact without an end. */
  readonly end: string;
  /** Null where the place is empty and only contested: `[dim?]`. */
  readonly parent: string | null;
}

export type BlockLine =
  | { readonly kind: 'edges'; readonly concept: string; readonly parts: readonly LinePart[] }
  | { readonly kind: 'zero_hit'; readonly concept: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const EDGES = /^(\S+): (\[.+)$/;
const PART = /\[([^\]]+?)(~)?(\?)?\](?: ([^\s[\]]+))?(?: (until [^\s[\]]+))?/g;
const ZERO_HIT = /^\? (\S+): (.*)$/;

/** One line of a block, taken apart; a line of any other shape comes back as text. */
export function readBlockLine(line: string): BlockLine {
  const zero = ZERO_HIT.exec(line);
  if (zero) return { kind: 'zero_hit', concept: zero[1] ?? '', text: zero[2] ?? '' };
  const edges = EDGES.exec(line);
  const parts = edges
    ? [...(edges[2] ?? '').matchAll(PART)].map((m) => ({
        dimension: m[1] ?? '',
        isGuess: m[2] === '~',
        contested: m[3] === '?',
        parent: m[4] ?? null,
        end: m[5] ?? '',
      }))
    : [];
  return edges && parts.length > 0
    ? { kind: 'edges', concept: edges[1] ?? '', parts }
    : { kind: 'text', text: line };
}
