// A statement of a brief: a sentence or a few that code computed, each with the sources that make it true. What a model may do with them is to order them. Pure.
// Called by statements.ts and compose.ts. Source: structure S3.
import type { Cite } from './sources.ts';

/** In the order in which a brief has them without a model, and the section each stands in. */
export const KINDS = {
  verdict: 'summary',
  withdrawn: 'summary',
  affected: 'summary',
  more: 'summary',
  unchecked: 'summary',
  reach: 'summary',
  exploited: 'summary',
  likelihood: 'summary',
  severity: 'summary',
  about: 'summary',
  fact: 'summary',
  upgrade: 'remediation',
  no_fix: 'remediation',
  remedy: 'remediation',
  finish: 'remediation',
  policy: 'remediation',
  claim: 'conflicts',
  disagreement: 'conflicts',
  decision: 'conflicts',
  position: 'conflicts',
  change: 'change',
} as const;
export type StatementKind = keyof typeof KINDS;

/** Kinds that stand in a brief whatever a model leaves out. */
export const ESSENTIAL: ReadonlySet<StatementKind> = new Set([
  ...([
    'verdict',
    'withdrawn',
    'affected',
    'unchecked',
    'claim',
    'exploited',
    'upgrade',
    'no_fix',
    'remedy',
  ] as const),
  ...(['policy', 'disagreement', 'decision'] as const),
]);

export interface Statement {
  /** `s1`, `s2`, in the order of the brief without a model. */
  readonly id: string;
  readonly kind: StatementKind;
  /** Markdown, with its markers. */
  readonly text: string;
  readonly cites: readonly Cite[];
}

export type Told = Omit<Statement, 'id'>;

/** A sentence with its source behind it; `cites` may not be empty. */
export interface Sentence {
  readonly text: string;
  readonly cites: readonly Cite[];
}

/** Of sentences that have a source; those that have none are not told. */
export function told(kind: StatementKind, ...sentences: readonly Sentence[]): Told[] {
  const there = sentences.filter(({ cites }) => cites.length > 0);
  if (there.length === 0) return [];
  return [
    {
      kind,
      text: there.map(({ text, cites }) => `${text} ${markerOf(cites)}.`).join(' '),
      cites: there.flatMap(({ cites }) => cites),
    },
  ];
}

const markerOf = (cites: readonly Cite[]): string =>
  `[${[...new Set(cites.map(({ n }) => n))].sort((a, b) => a - b).join(', ')}]`;
