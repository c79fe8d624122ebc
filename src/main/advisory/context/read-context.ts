// The context pack of a brief, read from the tables: what is known of an advisory and of what it affects here, found, guarded and put together. Everything is of one
// project. Reads, and writes nothing; asks no model, and no clock for anything that is in the pack. Called by the pipeline of briefs and `festinger explain pack`.
// Source: advisory, Retrieval, Guardrails.
import { AppError } from '../../../shared/model/envelope.ts';
import { redact } from '../../../shared/redact.ts';
import { type IndexReader, readChunksOf } from '../../store/evidence/chunks.ts';
import { readAdvisories } from '../../store/evidence/matching.ts';
import { readPackagesOf } from '../../store/evidence/under-ids.ts';
import type { Ground } from '../findings/finding.ts';
import type { FindingRecord } from '../findings/stored-finding.ts';
import type { Advisory } from '../formats/records.ts';
import { guardText } from '../guard/guard.ts';
import { Labels, type Redactions, redactTyped } from '../guard/redact-typed.ts';
import { byCodePoint } from '../identity/code-points.ts';
import { HASHED } from '../retrieval/embed.ts';
import { buildPack, inputDigest, type PackChunk } from '../retrieval/pack.ts';
import type { ContextPack } from '../retrieval/pack-shape.ts';
import { NO_SBOM_SERVICE } from '../retrieval/sbom-service.ts';
import { searchEvidence } from '../retrieval/search.ts';
import type { ContextAsked, ContextParts } from './asked.ts';
import { guardedChunks, guardedPack, type SuspiciousSource, Tally } from './guarded.ts';
import { type KeyRead, readKey } from './read-key.ts';
import { type RunRead, readRun } from './read-run.ts';
import { readRemedies } from './remedies.ts';

export interface ReadContext {
  readonly pack: ContextPack;
  /** SHA-256 of the pack without times, hexadecimal. */
  readonly inputDigest: string;
  /** What was taken out of the pack, by type. */
  readonly redactions: Redactions;
  /** Pieces for the banner, the best first; also those a section has no room for. */
  readonly suspicious: readonly SuspiciousSource[];
  /** Why the service of lists could not be asked; null where it answered, and where there is none. */
  readonly sbomFault: string | null;
  /** The marks of this pack: a secret in the question gets that which it has here. */
  readonly labels: Labels;
}

/** Pieces that words and likeness may bring; what stands under an id is not counted. */
const MOST_FOUND = 40;
/** Packages that are looked under: an advisory of a whole distribution names thousands. */
const MOST_PACKAGES = 200;
/** Findings whose statements are in the pack whatever else is, the gravest. */
const MOST_GROUNDED = 10;
const MOST_GROUNDS = 40;
const NOTHING_FOUND = { chunks: [], embedder: HASHED } as const;
/** Longest question that is put to the search. */
const MOST_ASKED = 2000;

/**
 * @throws AppError NOT_FOUND where nothing names the key, or the artifact is nothing that is known; BRIEF_REFUSED (`details.reason` is `no_evidence`) where the key is
 *   named and nothing is said of it; CANCELLED
 */
export async function readContext(asked: ContextAsked, parts: ContextParts): Promise<ReadContext> {
  const { project, task, artifact, policyVersion, profile, trusted } = asked;
  const { index, vectorOf, sbom = NO_SBOM_SERVICE, extra = [], isOnlyExtra = false, facts = [] } = parts;
  const key: KeyRead = isOnlyExtra
    ? {
        text: asked.advisoryKey,
        shown: asked.advisoryKey,
        ids: [],
        packages: [],
        version: null,
        isNamed: true,
      }
    : await readKey(index.reader, project, asked.advisoryKey);
  const packages = await packagesOf(index, project, key);
  const signal = parts.signal ?? new AbortController().signal;
  const served =
    isOnlyExtra || !profile.sbom
      ? null
      : await sbom.context({ project, ids: key.ids, packages, artifact }, signal);
  const run = await readRun({ project, key, packages, artifact }, parts, served);
  const meant = run.packages(packages);
  const found = isOnlyExtra
    ? NOTHING_FOUND
    : await searchEvidence(index, {
        ...{ project, ids: run.ids, packages: meant, resources: run.resources },
        ...{ text: await questionOf(index, project, run.ids), limit: MOST_FOUND },
        ...(vectorOf === undefined ? {} : { vectorOf }),
      });
  const grounds = groundsOf(run.findings.slice(0, MOST_GROUNDED));
  const fitting = found.chunks.filter((one) => isOfPolicy(one, policyVersion) && isMeant(one, run.ids));
  const chunks = [...(await grounded(index, project, fitting, grounds)), ...extra];
  refuseNothing(asked, key, chunks, run);

  const labels = new Labels();
  const tally = new Tally();
  const guarded = guardedChunks(chunks, labels, tally);
  const built = buildPack({
    ...{ task, project, artifact, policyVersion, profile, trusted, embedder: found.embedder },
    ...{ advisoryKey: key.shown, ids: run.ids, packages: meant },
    ...{ chunks: guarded.chunks, findings: run.findings, findingsTotal: run.findingsTotal },
    ...{ lists: run.lists, observations: run.observations, held: run.held },
    ...{ runners: run.runners, components: run.components, listsTotal: run.listsTotal, facts },
    unchecked: run.unchecked,
    remedies: await readRemedies(index.reader, grounds),
  });
  const pack = guardedPack(built, labels, tally);
  return {
    ...{ pack, inputDigest: inputDigest(pack), redactions: tally.sum(), labels },
    sbomFault: served?.fault ?? null,
    suspicious: guarded.suspicious.map(({ sourceId, rules }) => ({
      ...{ sourceId: redactTyped(sourceId, labels).text, rules },
    })),
  };
}

/** Statements that findings rest on, once each: of every finding that which decides, then that which is next. */
function groundsOf(findings: readonly FindingRecord[]): Ground[] {
  const weight = ({ shown }: FindingRecord, { says, fixes, counts }: Ground): number =>
    (shown.fixedIn !== null && fixes.includes(shown.fixedIn) ? 4 : 0) +
    (says === shown.status || says === 'cannot_tell' ? 2 : 0) +
    (counts === 'counted' ? 1 : 0);
  const ordered = findings.flatMap((finding) =>
    finding.grounds
      .toSorted((a, b) => weight(finding, b) - weight(finding, a) || byCodePoint(a.sourceId, b.sourceId))
      .map((ground, place) => ({ ground, place })),
  );
  const found = ordered.toSorted((a, b) => a.place - b.place).map(({ ground }) => ground);
  return [...new Map(found.map((one) => [one.sourceId, one])).values()].slice(0, MOST_GROUNDS);
}

/** What the advisory is, then what findings rest on, whether the search found it or not, then all else. */
async function grounded(
  { reader }: IndexReader,
  project: string,
  found: readonly PackChunk[],
  grounds: readonly Ground[],
): Promise<PackChunk[]> {
  const bySource = new Map(found.map((one) => [one.sourceId, one]));
  const absent = grounds.filter(({ sourceId }) => !bySource.has(sourceId));
  for (const { id: _, embedder: __, vector: ___, ...one } of await readChunksOf(reader, project, absent))
    bySource.set(one.sourceId, { ...one, exact: 'finding', rank: 0 });
  const first = found.find(({ kind, exact }) => kind === 'advisory' && exact === 'id');
  const pinned = grounds.flatMap(({ sourceId }) => bySource.get(sourceId) ?? []);
  const seen = new Set<string>();
  return [
    ...(first ? [first] : []),
    ...pinned.map((one) => ({ ...one, exact: 'finding' as const })),
    ...found,
  ]
    .filter(({ sourceId }) => !seen.has(sourceId) && seen.add(sourceId))
    .map((one, n) => ({ ...one, rank: n + 1 }));
}

async function packagesOf({ reader }: IndexReader, project: string, key: KeyRead): Promise<string[]> {
  const known = await readPackagesOf(reader, project, key.ids);
  return [...new Set([...key.packages, ...known])].sort(byCodePoint).slice(0, MOST_PACKAGES);
}

/** What the advisory says of itself in a line. Without secrets: a model elsewhere may make its vector. */
async function questionOf({ reader }: IndexReader, project: string, ids: readonly string[]): Promise<string> {
  const told = (await readAdvisories(reader, project, ids))
    .map(({ id, record }) => ({ id, summary: (JSON.parse(record) as Pick<Advisory, 'summary'>).summary }))
    .filter(({ summary }) => summary !== '')
    .sort((a, b) => byCodePoint(a.id, b.id) || byCodePoint(a.summary, b.summary));
  return redactTyped(told[0]?.summary ?? '', new Labels()).text.slice(0, MOST_ASKED);
}

/** A trace begins with the version of its policy, as chunk-texts.ts words it. */
const isOfPolicy = ({ kind, text }: Pick<PackChunk, 'kind' | 'text'>, version: string | null): boolean =>
  kind !== 'policy' || version === null || text.startsWith(`Policy ${version} decided on `);

/**
 * Of what words or likeness alone found there is prose where an id was asked for: what another vulnerability affects, who says so and what fixes it is no evidence of
 * this one, however alike it is.
 */
const isMeant = ({ kind, exact }: Pick<PackChunk, 'kind' | 'exact'>, ids: readonly string[]): boolean =>
  exact !== null || (ids.length > 0 && kind === 'advisory');

/** Errors are logged: a key is shown without secrets, and not at any length. */
const shown = (text: string): string => redact(text.slice(0, 4000)).slice(0, 200).toWellFormed();

function refuseNothing(
  { advisoryKey, project }: ContextAsked,
  { ids, packages, isNamed }: KeyRead,
  chunks: readonly PackChunk[],
  { findings, components }: Pick<RunRead, 'findings' | 'components'>,
): void {
  const isAbout =
    ids.length > 0
      ? chunks.some(({ exact, kind }) => exact === 'id' || kind === 'edge')
      : chunks.some(({ kind }) => kind === 'edge') ||
        (packages.length > 0 && (components.length > 0 || chunks.length > 0));
  if (isAbout || findings.length > 0) return;
  if (!isNamed) {
    // What reads like an order is refused as one, and kept as refused.
    if (guardText({ scope: 'operator', text: advisoryKey }, new Labels()).code !== undefined) return;
    throw new AppError(
      'NOT_FOUND',
      `Nothing imported into project ${shown(project)} names ${shown(advisoryKey)}. Import an advisory, a statement or a list of components that does.`,
    );
  }
  throw new AppError(
    'BRIEF_REFUSED',
    `${shown(advisoryKey)} is named in project ${shown(project)}, but nothing imported says anything about it. Import an advisory or a statement about it.`,
    { reason: 'no_evidence' },
  );
}
