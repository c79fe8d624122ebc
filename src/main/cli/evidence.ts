// `festinger evidence add | import-osv | list | check`: documents taken in by the running Festinger, what it has, and whether a document would be taken at all, for which
// nothing has to run. Called by main.ts.
import { resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isAddress } from '../../shared/is-address.ts';
import type { Envelope } from '../../shared/model/envelope.ts';
import type { EvidenceImport, EvidencePage, EvidenceRefusal } from '../../shared/model/evidence/document.ts';
import type { SbomServiceTest } from '../../shared/model/evidence/sbom-service.ts';
import type { JobsState, Task } from '../../shared/model/job.ts';
import { openName } from '../../shared/open-name.ts';
import { findDocuments } from '../advisory/evidence/sources.ts';
import { readDocument } from '../advisory/formats/read-document.ts';
import type { EvidenceAction } from './evidence-arguments.ts';
import type { RunningSite } from './operator-call.ts';
import { callRunning, operatorHeaders, type Sink } from './running.ts';

export type EvidenceCommand = RunningSite & { readonly json: boolean } & EvidenceAction;

/** How often a running import is looked at. */
const LOOK_MS = 200;
const LISTED = 500;
/** Reasons told of one import; the console has all of them. */
const MOST_TOLD = 20;

/** @returns 0; 1 when something was refused. @throws AppError when nothing answers */
export async function evidence(command: EvidenceCommand, out: Sink, err: Sink): Promise<number> {
  switch (command.action) {
    case 'add':
      return add(command, out, err);
    case 'import-osv':
      return importOsv(command, out, err);
    case 'list':
      return list(command, out, err);
    case 'check':
      return check(command, out);
    case 'check-service':
      return checkService(command, out, err);
  }
}

async function call<T>(command: EvidenceCommand, path: string, body?: object): Promise<Envelope<T>> {
  const headers = { ...operatorHeaders(command.dataDir), 'content-type': 'application/json' };
  const init = body ? { method: 'POST' as const, headers, body: JSON.stringify(body) } : { headers };
  return (await callRunning(command.url, `/api/console${path}`, init)) as Envelope<T>;
}

function refused<T>(answer: Envelope<T>, err: Sink): answer is Exclude<Envelope<T>, { ok: true }> {
  if (!answer.ok) err.write(`${answer.error.code}: ${answer.error.message}\n`);
  return !answer.ok;
}

async function add(command: EvidenceCommand & { action: 'add' }, out: Sink, err: Sink): Promise<number> {
  const urls = command.paths.filter(isAddress);
  const paths = command.paths.filter((path) => !isAddress(path)).map((path) => resolve(path));
  const started = await call<Task>(command, '/evidence/add', { paths, urls, ...projectOf(command) });
  return followImport(command, started, out, err);
}

/** Imports all advisories of an ecosystem of OSV. */
async function importOsv(
  command: EvidenceCommand & { action: 'import-osv' },
  out: Sink,
  err: Sink,
): Promise<number> {
  const { ecosystem, file, mirror } = command;
  const started = await call<Task>(command, '/evidence/ecosystems/import', {
    ecosystem,
    ...(file === undefined ? {} : { file: resolve(file) }),
    ...(mirror === undefined ? {} : { mirror }),
    ...projectOf(command),
  });
  return followImport(command, started, out, err);
}

type ImportCommand = EvidenceCommand & { action: 'add' | 'import-osv' };

const projectOf = ({ project }: ImportCommand) => (project === undefined ? {} : { project });

/** Waits until an import is over. */
async function followImport(
  command: ImportCommand,
  started: Envelope<Task>,
  out: Sink,
  err: Sink,
): Promise<number> {
  if (refused(started, err)) return 1;
  let task = started.data;
  while (task.status === 'running') {
    await wait(LOOK_MS);
    const state = await call<JobsState>(command, '/jobs/state');
    if (refused(state, err)) return 1;
    const found = state.data.tasks.find(({ id }) => id === task.id);
    if (!found) break;
    task = found;
  }
  out.write(command.json ? `${JSON.stringify(task)}\n` : `${task.result ?? task.status}\n`);
  if (task.status !== 'done') return 1;
  return (await tellRefused(command, task, err)) ? 1 : 0;
}

/** Says of what was refused why. @returns whether anything was */
async function tellRefused(command: ImportCommand, task: Task, err: Sink): Promise<boolean> {
  const query = command.project === undefined ? '' : `?${new URLSearchParams({ project: command.project })}`;
  const imports = await call<EvidenceImport[]>(command, `/evidence/imports${query}`);
  if (refused(imports, err)) return true;
  // It has no other name here than what it is of, which its task is called by; the newest of that name is ours.
  const ours = imports.data.find(({ origin }) => task.title.endsWith(` ${origin}`));
  if (!ours || ours.refused === 0) return false;
  const told = await call<EvidenceRefusal[]>(command, `/evidence/imports/${ours.id}/refusals${query}`);
  if (refused(told, err)) return true;
  for (const { origin, path, reason } of told.data.slice(0, MOST_TOLD))
    err.write(`${refusalWords(origin, path, reason)}\n`);
  if (ours.refused > MOST_TOLD) err.write(`and ${ours.refused - MOST_TOLD} more\n`);
  return true;
}

const refusalWords = (origin: string, path: string, reason: string): string =>
  `rejected  ${origin}${path === '' ? '' : ` at ${path}`}: ${reason}`;

async function list(command: EvidenceCommand & { action: 'list' }, out: Sink, err: Sink): Promise<number> {
  const query = new URLSearchParams({ limit: String(LISTED) });
  if (command.project !== undefined) query.set('project', command.project);
  if (command.format !== undefined) query.set('format', command.format);
  const answer = await call<EvidencePage>(command, `/evidence/documents?${query}`);
  if (refused(answer, err)) return 1;
  const { documents, total } = answer.data;
  if (command.json) out.write(`${JSON.stringify(answer.data)}\n`);
  else {
    for (const { id, format, key, version, title } of documents)
      out.write(`${id}  ${format}  ${key}  ${version}  ${title}\n`);
    if (total > documents.length) out.write(`and ${total - documents.length} more\n`);
    if (total === 0) out.write('No evidence.\n');
  }
  return 0;
}

const shown = (_: string, value: unknown): unknown => (typeof value === 'string' ? openName(value) : value);

async function check(command: EvidenceCommand & { action: 'check' }, out: Sink): Promise<number> {
  let bad = 0;
  // Names of files and documents are shown as everything is: without keys that stand in them.
  const tell = (line: Readonly<Record<string, unknown>>, words: string) =>
    out.write(command.json ? `${JSON.stringify(line, shown)}\n` : `${openName(words)}\n`);
  const refuse = (origin: string, path: string, reason: string) => {
    bad++;
    tell({ origin, ok: false, path, reason }, refusalWords(origin, path, reason));
  };
  const paths = command.paths.map((path) => resolve(path));
  for await (const found of findDocuments(paths, new AbortController().signal)) {
    if (found.kind === 'refused') refuse(found.origin, found.path, found.reason);
    else if (found.kind === 'document') {
      const read = await readDocument(found.bytes, { keys: [], detached: found.sidecars.signature });
      if (!read.ok) refuse(found.origin, read.path, read.reason);
      else {
        const { format, key, notes } = read.document;
        tell(
          { origin: found.origin, ok: true, format, key, sha256: read.sha256, notes },
          [
            `good  ${openName(found.origin)}: ${format} ${openName(key)}`,
            ...notes.map((note) => `      ${note}`),
          ].join('\n'),
        );
      }
    }
  }
  return bad === 0 ? 0 : 1;
}

/** Asks the service of lists through the running Festinger, which has its key. */
async function checkService(
  command: EvidenceCommand & { action: 'check-service' },
  out: Sink,
  err: Sink,
): Promise<number> {
  const { project, artifact } = command;
  const body = {
    ...(project === undefined ? {} : { project }),
    ...(artifact === undefined ? {} : { artifact }),
  };
  const answer = await call<SbomServiceTest>(command, '/evidence/sbom-service/test', body);
  if (refused(answer, err)) return 1;
  const { ok, status, lists, observations, ms, problem, artifact: about } = answer.data;
  if (command.json) out.write(`${JSON.stringify(answer.data)}\n`);
  else if (ok) {
    // A service that knows nothing and an address that is not one answer alike.
    const doubt = status === 404 ? ' (status 404, as a wrong endpoint answers, too)' : '';
    out.write(
      `good  ${lists} lists and ${observations} versions of ${about}, in ${Math.round(ms)} ms${doubt}\n`,
    );
  } else err.write(`${problem ?? ''}\n`);
  return ok ? 0 : 1;
}
