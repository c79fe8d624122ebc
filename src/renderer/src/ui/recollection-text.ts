// Reads the lines of a recollection block back into their parts, so that the console can mark them up.
// Pure. The format: `token: [dim] parent [dim2?] parent2`. Used by Traffic, Concepts and Conflicts.

export interface LinePart {
  readonly dimension: string;
  readonly contested: boolean;
  /** Null where the place is empty and only contested: `[dim?]`. */
  readonly parent: string | null;
}

export type BlockLine =
  | { readonly kind: 'edges'; readonly concept: string; readonly parts: readonly LinePart[] }
  | { readonly kind: 'zero_hit'; readonly concept: string; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const EDGES = /^(\S+): (\[.+)$/;
const PART = /\[([^\]]+?)(\?)?\](?: ([^\s[\]]+))?/g;
const ZERO_HIT = /^\? (\S+): (.*)$/;

/** One line of a block, taken apart; a line of any other shape comes back as text. */
export function readBlockLine(line: string): BlockLine {
  const zero = ZERO_HIT.exec(line);
  if (zero) return { kind: 'zero_hit', concept: zero[1] ?? '', text: zero[2] ?? '' };
  const edges = EDGES.exec(line);
  const parts = edges
    ? [...(edges[2] ?? '').matchAll(PART)].map((m) => ({
        dimension: m[1] ?? '',
        contested: m[2] === '?',
        parent: m[3] ?? null,
      }))
    : [];
  return edges && parts.length > 0
    ? { kind: 'edges', concept: edges[1] ?? '', parts }
    : { kind: 'text', text: line };
}
