// What the memory knows of a concept, as pieces of a pack: each fact and each conflict by itself, with who told it, when, and in which words. Names are the memory's; ids of
// rows are none of it, so that two databases say the same. Pure. Called by core, which reads the memory. Source: advisory, Retrieval.
import { createHash } from 'node:crypto';
import type { Claim, Conflict, Edge, Provenance } from '../../../shared/model/graph.ts';
import { textHash } from '../retrieval/chunks.ts';
import type { PackChunk } from '../retrieval/pack.ts';
import type { PackFact, PackTelling } from '../retrieval/pack-shape.ts';

export interface ConceptKnown {
  readonly token: string;
  readonly edges: readonly Edge[];
  /** Those that wait, and those that were decided. */
  readonly conflicts: readonly Conflict[];
}

/** How a key of a brief names a concept. */
export const CONCEPT_KEY = /^concept:([\s\S]+)$/;

const MOST_QUOTED = 300;
const day = (time: number): string => new Date(time).toISOString().slice(0, 10);

const conflictName = (token: string, one: Conflict): string =>
  `graph:conflict/${token}/${one.dimension}/${one.incoming.parent ?? 'ends'}/${one.createdAt}`.toWellFormed();
const edgeName = (token: string, { dimension, parent }: Edge): string =>
  `graph:edge/${token}/${dimension}/${parent}`.toWellFormed();

/** The same as values, for statements. */
export function conceptFacts({ token, edges, conflicts }: ConceptKnown): PackFact[] {
  return [
    ...conflicts.map((one): PackFact => {
      const { concept, dimension, existing, incoming, correction, seenCount, status, resolution } = one;
      const claimed = correction === 'ends' ? { ...incoming, parent: null } : incoming;
      return {
        source_id: conflictName(token, one),
        concept,
        dimension,
        known: tellingOf(existing),
        claimed: { ...tellingOf(claimed), times: seenCount },
        status,
        decision: resolution && {
          outcome: resolution.decision,
          reason: oneLine(resolution.reason, MOST_QUOTED),
        },
      };
    }),
    ...edges.map((one): PackFact => {
      const { concept, dimension, parent, isIsa, confidence, source, validFrom, provenance } = one;
      const sentence = provenance[0]?.sentence ?? null;
      return {
        source_id: edgeName(token, one),
        concept,
        dimension,
        known: {
          parent,
          is_isa: isIsa !== false,
          told_by: source,
          confidence,
          at: validFrom,
          sentence: sentence === null ? null : oneLine(sentence, MOST_QUOTED),
        },
        claimed: null,
        status: null,
        decision: null,
      };
    }),
  ];
}

function tellingOf({ parent, isIsa, confidence, source, provenance }: Claim): PackTelling {
  const sentence = provenance?.sentence ?? null;
  return {
    parent,
    is_isa: isIsa !== false,
    told_by: provenance?.client ?? source,
    confidence,
    at: provenance?.at ?? null,
    sentence: sentence === null ? null : oneLine(sentence, MOST_QUOTED),
  };
}

/** Conflicts first: they are what is asked about. */
export function conceptChunks({ token, edges, conflicts }: ConceptKnown): PackChunk[] {
  const said = [
    ...conflicts.map((one) => ({
      name: conflictName(token, one),
      text: conflictText(one),
      issuer: 'Memory',
      at: one.createdAt,
    })),
    ...edges.map((one) => ({
      name: edgeName(token, one),
      text: edgeText(one),
      issuer: one.source,
      at: one.lastConfirmed,
    })),
  ];
  return said.map(({ name, text, issuer, at }, n) => ({
    sourceId: name,
    kind: 'edge',
    sourceUrl: null,
    text,
    textHash: textHash(text),
    issuer,
    licence: null,
    contentHash: createHash('sha256').update(text, 'utf8').digest('hex'),
    retrievedAt: at,
    exact: null,
    rank: n + 1,
  }));
}

const relation = (isIsa: boolean | null): string => (isIsa === false ? 'is part of' : 'is a');

function edgeText({
  concept,
  parent,
  dimension,
  isIsa,
  confidence,
  source,
  validFrom,
  contested,
  provenance,
}: Edge): string {
  return [
    `${concept} ${relation(isIsa)} ${parent} (${dimension})${contested ? ', contested' : ''}.`,
    `Held since ${day(validFrom)}, told by ${source}, confidence ${rounded(confidence)}.`,
    ...provenance.slice(0, 3).map(quoted),
  ]
    .filter((line) => line !== '')
    .join('\n')
    .toWellFormed();
}

function conflictText({
  concept,
  dimension,
  status,
  existing,
  incoming,
  correction,
  seenCount,
  createdAt,
  resolution,
}: Conflict): string {
  return [
    `${concept} (${dimension}): two claims contradict each other since ${day(createdAt)}; ${WORDS[status] ?? status.replaceAll('_', ' ')}.`,
    `Current: ${claimText(concept, existing)}.`,
    correction === 'ends'
      ? `New claim: it no longer holds, told ${times(seenCount)}.`
      : `New claim: ${claimText(concept, incoming)}, told ${times(seenCount)}.`,
    ...[existing, incoming].flatMap(({ provenance }) => (provenance === null ? [] : [quoted(provenance)])),
    resolution === null
      ? ''
      : `Decided: ${resolution.decision}, because ${oneLine(resolution.reason, MOST_QUOTED)}.`,
  ]
    .filter((line) => line !== '')
    .join('\n')
    .toWellFormed();
}

const WORDS: Readonly<Record<string, string>> = {
  pending: 'not decided yet',
  needs_human: 'needs your decision',
  resolved: 'decided',
  dismissed: 'dismissed',
};

const claimText = (concept: string, { parent, isIsa, confidence, source, provenance }: Claim): string =>
  parent === null
    ? 'nothing any more'
    : [
        `${concept} ${relation(isIsa)} ${parent}`,
        ...(source === null ? [] : [`told by ${source}`]),
        ...(confidence === null ? [] : [`confidence ${rounded(confidence)}`]),
        ...(provenance === null ? [] : [`on ${day(provenance.at)}`]),
      ].join(', ');

const quoted = ({ sentence, client, role, at }: Provenance): string =>
  sentence === null
    ? ''
    : `Said on ${day(at)} by ${client ?? role ?? 'unnamed'}: ${oneLine(sentence, MOST_QUOTED)}`;

const oneLine = (text: string, most: number): string => text.replace(/\s+/g, ' ').trim().slice(0, most);
const times = (count: number): string => (count === 1 ? 'once' : `${count} times`);
const rounded = (value: number): string => String(Math.round(value * 100) / 100);
