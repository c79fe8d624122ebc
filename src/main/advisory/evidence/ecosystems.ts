// Whole databases of advisories, one an ecosystem of OSV: imported from an archive on this host or from a mirror, brought up to date by what
// changed, listed with their dates. Only an import that came to its end makes one complete. Called by api/evidence.ts and osv-refresh-worker.ts.
// Source: structure S5, Coverage.
import { randomUUID } from 'node:crypto';
import { basename, isAbsolute } from 'node:path';
import type { Readable } from 'node:stream';
import { editDistance } from '../../../shared/edit-distance.ts';
import { isAddress } from '../../../shared/is-address.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { EvidenceEcosystem } from '../../../shared/model/evidence/ecosystem.ts';
import { openName } from '../../../shared/open-name.ts';
import type { TaskHandle, TaskSpec, TaskStarted } from '../../console/task-board.ts';
import { removeDocuments } from '../../store/evidence/documents.ts';
import {
  asOf,
  keepEcosystem,
  markIncomplete,
  originOfEcosystem,
  readEcosystemProjects,
  readEcosystems,
  readIdsOfNames,
  readIdsUnseen,
  readNamesOf,
  removeEcosystem,
  type StoredEcosystem,
  sumSeen,
} from '../../store/evidence/ecosystems.ts';
import { type ImportSum, readRefusals } from '../../store/evidence/imports.ts';
import { OSV_DATABASE } from '../../store/evidence/versions.ts';
import { forgetMatch } from '../../store/findings/findings.ts';
import { OSV_ECOSYSTEMS } from '../identity/ecosystems.ts';
import type { EvidenceParts } from './evidence.ts';
import { type Brought, importEvidence } from './import-evidence.ts';
import { mirrorUrl, OsvMirror } from './osv-mirror.ts';
import { shownUrl } from './remote-document.ts';

export interface EcosystemsParts extends EvidenceParts {
  /** Address of the mirror that the settings name; empty for none. */
  readonly mirror: () => string;
  /** How old the data of an ecosystem may be before it is called old, milliseconds. */
  readonly oldAfterMs: () => number;
}

export interface EcosystemAsked {
  readonly project: string;
  /** As OSV spells it: `npm`, `Debian`, `Debian:12`. */
  readonly ecosystem: string;
  /** An archive of all of it on this host; absolute. */
  readonly file?: string | undefined;
  /** Address of a mirror; the one of the settings where neither is given. */
  readonly mirror?: string | undefined;
  readonly by: string;
}

/** One that is there, to be removed. */
export type EcosystemNamed = Pick<EcosystemAsked, 'project' | 'ecosystem'>;

export interface EcosystemSum extends ImportSum {
  readonly ecosystem: string;
  readonly records: number;
  readonly removed: number;
}

/** Above so many changes the archive is smaller than its parts. */
const MOST_CHANGES = 2000;
/** Documents removed in one transaction: others can write in between. */
const REMOVED_AT_ONCE = 500;
/** An archive in which more than one record of so many is unreadable, or about something else, is not what it is said to be. */
const BAD_ONE_IN = 1000;

export class Ecosystems {
  readonly #parts: EcosystemsParts;
  readonly #running = new Set<string>();

  constructor(parts: EcosystemsParts) {
    this.#parts = parts;
  }

  async list(project: string): Promise<EvidenceEcosystem[]> {
    const { store, clock, oldAfterMs } = this.#parts;
    const all = await readEcosystems(store.reader, project);
    return all.map((one) => ({ ...one, old: clock.now() - asOf(one) > oldAfterMs() }));
  }

  /** The one of the settings as it is shown; null for none. */
  mirror(): string | null {
    const base = this.#parts.mirror();
    return base === '' ? null : shownUrl(mirrorUrl(base));
  }

  /** Complete ones that came from a mirror longer than that ago. */
  async dueForRefresh(ageMs: number): Promise<{ readonly project: string; readonly ecosystem: string }[]> {
    const { store, clock } = this.#parts;
    const due: { project: string; ecosystem: string }[] = [];
    for (const project of await readEcosystemProjects(store.reader))
      for (const { ecosystem, complete, source, importedAt } of await readEcosystems(store.reader, project))
        if (complete && isAddress(source) && clock.now() - importedAt >= ageMs)
          due.push({ project, ecosystem });
    return due;
  }

  /**
   * Imports all of an ecosystem, or what changed since it was imported last.
   * @throws AppError INVALID_INPUT for a name that OSV has not, and where nothing says from where, NOT_ALLOWED while it is being imported; (by its result) what it ended with
   */
  import(asked: EcosystemAsked): TaskStarted<EcosystemSum> {
    const { ecosystem, file } = asked;
    checkName(ecosystem);
    const mirror = asked.mirror ?? (file === undefined ? this.#parts.mirror() : '');
    if (file !== undefined && !isAbsolute(file))
      throw new AppError('INVALID_INPUT', `"${file}" is not an absolute path.`);
    if (file === undefined && mirror === '')
      throw new AppError(
        'INVALID_INPUT',
        'Name an archive (all.zip) on this host or the URL of a mirror of OSV, or set “OSV mirror” in Settings.',
      );
    const upload = randomUUID();
    const from = file === undefined ? shownUrl(mirrorUrl(mirror)) : openName(file);
    const title = `Import of ${ecosystem} from ${from}`;
    return this.#alone(asked, { title, unit: 'records', describe }, async (task) => {
      try {
        const run = { ...asked, source: from, task, upload };
        return await (file === undefined
          ? this.#fromMirror(run, mirror)
          : this.#whole(run, async () => file));
      } finally {
        await this.#parts.uploads.drop(upload);
      }
    });
  }

  /**
   * Removes an ecosystem with the documents that came with it; those imported otherwise stay. Cancelled, what is left is incomplete.
   * @throws AppError NOT_FOUND, NOT_ALLOWED while it is being imported
   */
  async remove(asked: EcosystemNamed): Promise<TaskStarted<number>> {
    const { store } = this.#parts;
    const { project, ecosystem } = asked;
    if ((await this.#known(asked)) === undefined)
      throw new AppError('NOT_FOUND', `No advisory database ${ecosystem} is imported.`);
    const spec = {
      title: `Removal of ${ecosystem}`,
      unit: 'documents',
      describe: (removed: number) => `${ecosystem} and ${removed.toLocaleString('en')} documents removed`,
    };
    return this.#alone(asked, spec, async ({ signal, progress }) => {
      await store.write((writer) => markIncomplete(writer, project, ecosystem));
      const names = await readNamesOf(store.reader, project, ecosystem);
      const ids = await readIdsOfNames(store.reader, project, ecosystem, [...names]);
      for (let at = 0; at < ids.length; at += REMOVED_AT_ONCE) {
        signal.throwIfAborted();
        progress(at, ids.length);
        await store.write((writer) => removeDocuments(writer, ids.slice(at, at + REMOVED_AT_ONCE)));
      }
      await store.write(async (writer) => {
        await removeEcosystem(writer, project, ecosystem);
        await forgetMatch(writer, project);
      });
      return ids.length;
    });
  }

  /** Starts a task that changes an ecosystem, one at a time. */
  #alone<T>(
    { project, ecosystem }: EcosystemNamed,
    spec: Omit<TaskSpec<T>, 'kind'>,
    work: (task: TaskHandle) => Promise<T>,
  ): TaskStarted<T> {
    const { tasks, onChange, onTaken } = this.#parts;
    const key = `${project}\n${ecosystem}`;
    if (this.#running.has(key))
      throw new AppError('NOT_ALLOWED', `${ecosystem} is being imported or removed already; see Jobs.`);
    this.#running.add(key);
    return tasks.start({ kind: 'evidence', ...spec }, async (task) => {
      try {
        return await work(task);
      } finally {
        this.#running.delete(key);
        onChange(project);
        onTaken?.(project);
      }
    });
  }

  async #fromMirror(run: Run, base: string): Promise<EcosystemSum> {
    const { project, ecosystem, task, upload } = run;
    const { uploads, remote } = this.#parts;
    const keep = (name: string, body: Readable) => uploads.put(upload, name, body);
    const folder = () => uploads.folder(upload);
    const mirror = new OsvMirror({ base, ecosystem, remote, keep, folder, signal: task.signal });
    const known = await this.#known(run);
    if (known?.complete && known.dataAsOf !== null) {
      const { dataAsOf } = known;
      const records = await mirror.modified();
      const stored = await readNamesOf(this.#parts.store.reader, project, ecosystem);
      const here = new Set([...stored].map((name) => basename(name, '.json')));
      const changed = records.filter(({ id, at }) => at >= dataAsOf || !here.has(id));
      const there = new Set(records.map(({ id }) => id));
      const gone = [...stored].filter((name) => !there.has(basename(name, '.json')));
      // A list that lost half of what is here is not believed.
      if (changed.length <= MOST_CHANGES && gone.length * 2 <= stored.size)
        return this.#changes(run, mirror, { known, records, changed: changed.map(({ id }) => id), gone });
    }
    return this.#whole(run, () => mirror.archive());
  }

  async #known({ project, ecosystem }: EcosystemNamed): Promise<StoredEcosystem | undefined> {
    const all = await readEcosystems(this.#parts.store.reader, project);
    return all.find((one) => one.ecosystem === ecosystem);
  }

  /** From an archive. What came of it when it is broken off stays, and does not count as the whole. */
  async #whole(run: Run, archive: () => Promise<string>): Promise<EcosystemSum> {
    const { store, clock } = this.#parts;
    const { project, ecosystem, source } = run;
    const since = clock.now();
    const known = await this.#known(run);
    const path = await archive();
    if (!known?.complete) {
      const begun = { ecosystem, source, complete: false, importedAt: since, dataAsOf: null, records: 0 };
      await store.write((writer) => keepEcosystem(writer, project, begun));
    }
    const { id, sum } = await this.#take(run, [{ origin: originOfEcosystem(ecosystem), path }]);
    const { records, newest } = await sumSeen(store.reader, project, ecosystem, since);
    const total = sum.taken + sum.same + sum.refused;
    if (records === 0 && known === undefined)
      await store.write((writer) => removeEcosystem(writer, project, ecosystem));
    if (records === 0 || (total - records) * BAD_ONE_IN > total)
      throw await this.#notWhole(project, id, { ...run, total, records });
    const ids = await readIdsUnseen(store.reader, project, ecosystem, { since, importId: id });
    const dataAsOf = newest && Math.min(newest, clock.now());
    const row = { ecosystem, source, complete: true, importedAt: clock.now(), dataAsOf, records };
    await this.#end(project, row, ids);
    return { ...sum, ecosystem, records, removed: ids.length };
  }

  async #notWhole(
    project: string,
    importId: string,
    { ecosystem, source, total, records }: Run & { readonly total: number; readonly records: number },
  ): Promise<AppError> {
    const [first] = await readRefusals(this.#parts.store.reader, project, importId, 1);
    const why =
      first === undefined ? `Is it the archive of ${ecosystem}?` : `${first.origin}: ${first.reason}`;
    return new AppError(
      'INVALID_INPUT',
      `${records} of ${total} records in ${source} are readable and about ${ecosystem}, so it is not the complete database. ${why}`,
    );
  }

  /** What changed on a mirror since; all of it, or it is not noted as up to date. */
  async #changes(
    run: Run,
    mirror: OsvMirror,
    { known, records, changed, gone }: Delta,
  ): Promise<EcosystemSum> {
    const { store, clock } = this.#parts;
    const { project, ecosystem, source, task } = run;
    const fetched = await mirror.records(changed, task.progress);
    const here = fetched.flatMap(({ id, path }): Brought[] =>
      path === null ? [] : [{ origin: `${originOfEcosystem(ecosystem)}!${id}.json`, path }],
    );
    const { sum } = await this.#take(run, here);
    const lost = fetched.flatMap(({ id, path }) => (path === null ? [`${id}.json`] : []));
    const ids = await readIdsOfNames(store.reader, project, ecosystem, [...gone, ...lost]);
    const dataAsOf = records.reduce((newest, { at }) => Math.max(newest, at), known.dataAsOf ?? 0);
    const row = {
      ecosystem,
      source,
      complete: true,
      importedAt: clock.now(),
      dataAsOf,
      records: records.length,
    };
    await this.#end(project, row, ids);
    return { ...sum, ecosystem, records: records.length, removed: ids.length };
  }

  async #take(
    run: Run,
    brought: readonly Brought[],
  ): Promise<{ readonly id: string; readonly sum: ImportSum }> {
    const { store, clock, ids } = this.#parts;
    const { project, ecosystem, source, by, task } = run;
    const id = ids();
    async function* bring() {
      yield* brought;
    }
    const request = {
      ...{ id, project, by, bring, paths: [], base: null },
      ...{ origin: `${ecosystem} from ${source}`, source: OSV_DATABASE },
    };
    const { signal, progress } = task;
    return { id, sum: await importEvidence(request, { store, clock, signal, progress }) };
  }

  /** In one transaction: what is gone, and that the rest is the whole. */
  async #end(project: string, row: StoredEcosystem, gone: readonly number[]): Promise<void> {
    await this.#parts.store.write(async (writer) => {
      await removeDocuments(writer, gone);
      await keepEcosystem(writer, project, row);
      await forgetMatch(writer, project);
    });
  }
}

interface Run extends EcosystemAsked {
  /** As it is shown. */
  readonly source: string;
  readonly task: TaskHandle;
  readonly upload: string;
}

interface Delta {
  readonly known: StoredEcosystem;
  readonly records: readonly { readonly at: number }[];
  /** Ids. */
  readonly changed: readonly string[];
  /** Names that the mirror has no more. */
  readonly gone: readonly string[];
}

/** @throws AppError INVALID_INPUT with the nearest name that OSV has */
function checkName(ecosystem: string): void {
  const [base = ''] = ecosystem.split(':', 1);
  if (OSV_ECOSYSTEMS.includes(base)) return;
  const distances = OSV_ECOSYSTEMS.map((name) => ({
    name,
    distance: editDistance(base.toLowerCase(), name.toLowerCase(), Math.floor(name.length / 2)),
  }));
  const [nearest] = distances
    .filter(({ name, distance }) => distance * 2 <= name.length)
    .sort((a, b) => a.distance - b.distance);
  const near = nearest === undefined ? '' : ` Did you mean ${nearest.name}?`;
  throw new AppError(
    'INVALID_INPUT',
    `Festinger doesn’t know the ecosystem “${ecosystem}”.${near} Write it as OSV does: ${OSV_ECOSYSTEMS.slice(0, 5).join(', ')}, Debian …`,
  );
}

const describe = ({ ecosystem, records, taken, refused, removed }: EcosystemSum): string =>
  [
    `${ecosystem} complete: ${records.toLocaleString('en')} ${records === 1 ? 'record' : 'records'}`,
    `${taken.toLocaleString('en')} new or changed`,
    ...(removed > 0 ? [`${removed.toLocaleString('en')} removed`] : []),
    ...(refused > 0 ? [`${refused.toLocaleString('en')} rejected`] : []),
  ].join(', ');
