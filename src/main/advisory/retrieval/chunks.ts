// A document of evidence in pieces: one structured statement each, with what it is called, what it is found under and its text. Components of a list are no pieces
// of their own: they are found by their keys, and the ways to them are put into the pack. Pure. Called in the thread that imports. Source: advisory, Evidence.
import { createHash } from 'node:crypto';
import type { ChunkRow } from '../../store/evidence/chunks.ts';
import type { ChunkKeyKind, ChunkKind } from '../../store/schema.ts';
import type { Advisory, Claim, EvidenceDocument, PolicyTrace } from '../formats/records.ts';
import { findIds } from '../identity/advisory-id.ts';
import { keyOfAffected, keysOfClaim, keysOfPurls, spelledId } from '../identity/keys.ts';
import {
  advisoryTexts,
  claimText,
  exploitedText,
  hintText,
  rangeText,
  sbomText,
  traceText,
} from './chunk-texts.ts';
import { HASHED, hashedVector, vectorText } from './embed.ts';
import { indexedText } from './words.ts';

/** Pieces of one document; beyond that its statements are found by the tables they are in. */
const MAX_CHUNKS = 20_000;

export interface Chunk {
  /** Format, key of the document and place within it: the same over imports, hosts and databases. */
  readonly sourceId: string;
  readonly kind: ChunkKind;
  readonly sourceUrl: string | null;
  readonly text: string;
  readonly ids: readonly string[];
  /** Keys of packages. */
  readonly packages: readonly string[];
  readonly resources: readonly string[];
}

/**
 * @param key of the document, as it is stored
 * @param product key of what its list is of; null where it is no list
 * @returns its pieces in its order; places are those of the rows the tables have of it
 */
export function chunksOf(document: EvidenceDocument, key: string, product: string | null): Chunk[] {
  const { format, issuer, advisories, claims, sbom, traces, hints, exploited } = document;
  const from = `${format}:${key}#`;
  const chunks = [
    ...advisoryChunks(from, advisories),
    ...claimChunks(from, issuer, claims),
    ...(sbom === null
      ? []
      : [
          {
            ...chunk(`${from}sbom`, 'sbom', sbomText(sbom)),
            ...{
              packages: keysOfPurls(sbom.subject.purl === null ? [] : [sbom.subject.purl]),
              resources: [...(product === null ? [] : [product]), ...sbom.subject.digests],
            },
          },
        ]),
    ...traces.map((trace, n) => ({
      ...chunk(`${from}trace-${n + 1}`, 'policy', traceText(trace)),
      ...subjectOf(trace),
    })),
    ...hints.map((hint, n) => ({
      ...chunk(`${from}hint-${traces.length + n + 1}`, 'runtime', hintText(hint)),
      resources: [hint.resource, ...(hint.imageDigest === null ? [] : [hint.imageDigest])],
    })),
    ...exploited.map((entry) => ({
      ...chunk(`${from}kev-${entry.cve}`, 'kev', exploitedText(entry)),
      ids: [spelledId(entry.cve)],
    })),
  ];
  return chunks.slice(0, MAX_CHUNKS);
}

const chunk = (sourceId: string, kind: ChunkKind, text: string, sourceUrl: string | null = null): Chunk => ({
  ...{ sourceId, kind, sourceUrl, text, ids: [], packages: [], resources: [] },
});

function advisoryChunks(from: string, advisories: readonly Advisory[]): Chunk[] {
  const chunks: Chunk[] = [];
  let place = 0;
  advisories.forEach((advisory, index) => {
    const ids = [...new Set([advisory.id, ...advisory.aliases].map(spelledId))];
    const url = addressOf(advisory);
    const packages = [...new Set(advisory.affected.map(keyOfAffected).filter((key) => key !== null))];
    advisoryTexts(advisory).forEach((text, piece) => {
      const name = `${from}advisory-${index + 1}${piece === 0 ? '' : `.${piece + 1}`}`;
      chunks.push({ ...chunk(name, 'advisory', text, url), ids, packages });
    });
    for (const affected of advisory.affected) {
      const own = keyOfAffected(affected);
      chunks.push({
        ...chunk(`${from}affected-${++place}`, 'range', rangeText(advisory.id, affected), url),
        ...{ ids, packages: own === null ? [] : [own] },
      });
    }
  });
  return chunks;
}

/** Where the advisory itself stands, else the first page it names. */
function addressOf({ references }: Advisory): string | null {
  const of = (type: string) => references.find((one) => one.type === type)?.url;
  return of('ADVISORY') ?? of('WEB') ?? references[0]?.url ?? null;
}

/** A statement has a row for each of its keys; its piece is called after the first. */
function claimChunks(from: string, issuer: string, claims: readonly Claim[]): Chunk[] {
  let row = 1;
  return claims.map((claim) => {
    const packages = keysOfPurls(claim.product.purls);
    const own = { ...chunk(`${from}claim-${row}`, 'vex', claimText(issuer, claim)), packages };
    row += keysOfClaim(claim).length;
    return {
      ...own,
      ids: [...new Set([claim.vulnerability, ...claim.aliases].map(spelledId))],
      resources: claim.product.digests,
    };
  });
}

/** `CVE-… pkg:…`: the ids and the package a policy decided on. */
function subjectOf({ finding }: PolicyTrace): Pick<Chunk, 'ids' | 'packages'> {
  const ids = new Set(findIds(finding.slice(0, 5000)).map(({ id }) => id));
  return {
    ids: ids.size > 0 ? [...ids] : [spelledId(finding.split(' ', 1)[0] ?? finding)],
    packages: keysOfPurls(finding.split(' ').filter((word) => word.startsWith('pkg:'))),
  };
}

/** Prose is found by what it is like; what we worded ourselves is found by its words and keys. */
const WITH_VECTOR: ReadonlySet<ChunkKind> = new Set(['advisory', 'policy', 'kev']);

/**
 * As pieces are stored.
 * @param sha256 of the document: two of one key have pieces of their own
 */
export function chunkRows(project: string, sha256: string, chunks: readonly Chunk[]): ChunkRow[] {
  return chunks.map(({ sourceId, kind, sourceUrl, text, ids, packages, resources }) => ({
    ...{
      id: chunkId(project, `${sha256} ${sourceId}`),
      source_id: sourceId,
      kind,
      source_url: sourceUrl,
      text,
    },
    text_hash: textHash(text),
    words: indexedText(project, `${text} ${ids.join(' ')} ${packages.join(' ')}`),
    ...(WITH_VECTOR.has(kind)
      ? { embedder: HASHED, vector: vectorText(hashedVector(text)) }
      : { embedder: null, vector: null }),
    keys: [
      ...keyed('id', ids),
      ...keyed('package', packages),
      ...keyed(
        'resource',
        resources.map((one) => one.slice(0, 500).toWellFormed()),
      ),
    ],
  }));
}

const keyed = (kind: ChunkKeyKind, keys: readonly string[]) =>
  [...new Set(keys)].map((key) => ({ kind, key }));

/** SHA-256 in hexadecimal, of the text as Unicode composes it: how it was typed is of no account. */
export const textHash = (text: string): string =>
  createHash('sha256').update(text.normalize('NFC')).digest('hex');

/** 52 bits of a digest: the same in every database, so that both order what they find alike. */
export const chunkId = (project: string, sourceId: string): number =>
  Number.parseInt(createHash('sha256').update(`${project}\0${sourceId}`).digest('hex').slice(0, 13), 16);
