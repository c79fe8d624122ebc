// What goes into an export, from one moment of the database: briefs with what they were made from, documents of evidence, the graph, decisions and their VEX, the chain,
// and the keys that verify the briefs. Everything goes by what it is called, in an order of its own, so that the same content makes the same bytes whichever
// database it is in; but for the rows beside the chain, whose numbers its events hold. Runs on a thread. Called by offline-worker.ts. Source: advisory, Outputs.

import { createHash } from 'node:crypto';
import { AppError } from '../../shared/model/envelope.ts';
import type { BundleCounts } from '../../shared/model/evidence/bundle.ts';
import { canonicalText } from '../advisory/brief/brief-body.ts';
import { briefOf, isWhole, manifestIn } from '../advisory/outputs/kept-brief.ts';
import type { BundleSource } from '../bundle/write-bundle.ts';
import { readLink } from '../store/audit/chain.ts';
import type { StoreSnapshot } from '../store/bulk/snapshot.ts';
import { readDecidedFindings } from '../store/bundles/decided-findings.ts';
import { readPortableDecisions } from '../store/bundles/decisions.ts';
import { readVersions, type StoredVersion } from '../store/bundles/documents.ts';
import {
  type OutputName,
  readOutputById,
  readOutputNames,
  readProjects,
  readScopeCounts,
} from '../store/bundles/outputs.ts';
import { readRaw } from '../store/evidence/reads.ts';
import { readSigningKeys } from '../store/tables/signing-keys.ts';
import { BRIEF_FILE, CONTEXT_FILE, sourceOf } from './brief-bundle.ts';
import {
  briefFile,
  EXPORT_KIND,
  EXPORT_VERSION,
  type ExportManifest,
  evidenceFile,
  folderOf,
  keyFile,
  MANIFEST_FILE,
  projectFile,
} from './bundle-layout.ts';
import { exportNotes, type Moment, type Noted } from './export-notes.ts';
import { graphSource, memorySources } from './memory-files.ts';
import { cycloneDxVexOf, openVexOf, standing, statementsOf } from './vex-documents.ts';

export interface ExportScope {
  /** Null for all. */
  readonly project: string | null;
  readonly evidence: boolean;
  readonly graph: boolean;
}

export interface ExportContents {
  readonly sources: readonly BundleSource[];
  readonly counts: BundleCounts;
  readonly chain: ExportManifest['chain'];
  readonly notes: readonly string[];
}

/** Reads what there is, and nothing that is long: each source reads its own when its turn has come. */
export async function contentsOf(
  snapshot: StoreSnapshot,
  scope: ExportScope,
  moment: Moment,
): Promise<ExportContents> {
  const { reader } = snapshot;
  const projects = scope.project === null ? await readProjects(reader) : [scope.project];
  const gathered = new Gathering(snapshot);
  for (const project of projects) await gathered.project(project, scope);
  await gathered.keys();
  const { facts, conflicts } = scope.graph
    ? await readScopeCounts(reader, scope.project)
    : { facts: 0, conflicts: 0 };
  const hasChain = scope.graph && scope.project === null;
  const link = hasChain ? await readLink(reader, 'memory') : null;
  if (scope.graph) gathered.sources.push(graphSource(snapshot, scope.project));
  if (hasChain) gathered.sources.push(...(await memorySources(snapshot)));
  const counts = { ...gathered.counts, facts, conflicts, events: link?.id ?? 0 };
  const manifest: ExportManifest = {
    ...{ bundle: EXPORT_KIND, version: EXPORT_VERSION, scope: { ...scope }, counts },
    projects: projects.map((name) => ({ name, folder: folderOf(name) })),
    chain: link && { events: link.id, hash: link.hash },
  };
  gathered.sources.push(sourceOf(MANIFEST_FILE, canonicalText(manifest)));
  return {
    ...{ sources: gathered.sources, counts, chain: manifest.chain },
    notes: exportNotes(scope, gathered.noted, moment),
  };
}

class Gathering {
  readonly sources: BundleSource[] = [];
  readonly counts = { briefs: 0, decisions: 0, documents: 0, keys: 0 };
  readonly noted: Noted[] = [];
  readonly #snapshot: StoreSnapshot;
  /** Digests that have their file. */
  readonly #documents = new Set<string>();
  /** Of keys that briefs are signed with. */
  readonly #keyIds = new Set<string>();

  constructor(snapshot: StoreSnapshot) {
    this.#snapshot = snapshot;
  }

  async project(project: string, { evidence }: ExportScope): Promise<void> {
    const folder = folderOf(project);
    const { briefs, changed } = await this.#briefs(project, folder);
    const decisions = await readPortableDecisions(this.#snapshot.reader, project);
    if (decisions.length > 0) {
      this.counts.decisions += decisions.length;
      this.#text(projectFile(folder, 'decisions.jsonl'), linesOf(decisions));
      const found = await readDecidedFindings(this.#snapshot.reader, project);
      const stand = statementsOf(standing(decisions), found);
      this.#text(projectFile(folder, 'openvex.json'), openVexOf(stand));
      this.#text(projectFile(folder, 'cyclonedx-vex.json'), cycloneDxVexOf(stand));
    }
    const documents = evidence ? await this.#evidence(project, folder) : [];
    this.noted.push({ project, briefs, changed, documents });
  }

  async keys(): Promise<void> {
    for (const { keyId, publicPem } of await readSigningKeys(this.#snapshot.reader)) {
      if (!this.#keyIds.has(keyId)) continue;
      this.counts.keys++;
      this.#text(keyFile(keyId), publicPem);
    }
  }

  /** Those that somebody changed stay here: who takes the bundle in would refuse all of it. */
  async #briefs(project: string, folder: string): Promise<Pick<Noted, 'briefs' | 'changed'>> {
    const { reader } = this.#snapshot;
    const all = await readOutputNames(reader, project);
    const briefs: OutputName[] = [];
    for (const name of all) {
      const { id, cache_key: key, revision, signatures } = name;
      if (!isWhole(await readOutputById(reader, id))) continue;
      briefs.push(name);
      this.counts.briefs++;
      for (const { keyid } of JSON.parse(signatures) as { keyid: string }[]) this.#keyIds.add(keyid);
      const row = () => readOutputById(reader, id);
      this.#late(briefFile(folder, key, revision, BRIEF_FILE), async () =>
        canonicalText(briefOf(await row())),
      );
      this.#late(briefFile(folder, key, revision, CONTEXT_FILE), async () =>
        canonicalText(manifestIn(await row())),
      );
    }
    return { briefs, changed: all.length - briefs.length };
  }

  async #evidence(project: string, folder: string): Promise<StoredVersion[]> {
    const { reader } = this.#snapshot;
    const versions = await readVersions(reader, project);
    if (versions.length === 0) return versions;
    this.counts.documents += versions.length;
    this.#text(
      projectFile(folder, 'evidence.jsonl'),
      linesOf(versions.map(({ id: _, ...version }) => version)),
    );
    for (const { id, sha256, bytes } of versions) {
      if (this.#documents.has(sha256)) continue;
      this.#documents.add(sha256);
      this.#late(evidenceFile(sha256), () => rawOf(id, sha256), bytes);
    }
    return versions;
    async function rawOf(id: number, sha256: string): Promise<string> {
      const raw = await readRaw(reader, id);
      if (raw !== undefined && createHash('sha256').update(raw, 'utf8').digest('hex') === sha256) return raw;
      throw new AppError(
        'UNAVAILABLE',
        `The bytes of the document ${sha256} are not those that came: somebody changed the database. Take the document out, or export without evidence.`,
      );
    }
  }

  /** Nothing where there is no text. */
  #text(name: string, text: string | null): void {
    if (text !== null) this.sources.push(sourceOf(name, text));
  }

  /** A file that is read when its turn has come. */
  #late(name: string, read: () => Promise<string>, size?: number): void {
    this.sources.push({
      ...{ name, ...(size === undefined ? {} : { size }) },
      async *open() {
        yield Buffer.from(await read(), 'utf8');
      },
    });
  }
}

const linesOf = (rows: readonly object[]): string => rows.map((row) => `${canonicalText(row)}\n`).join('');
