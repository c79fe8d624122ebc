// `festinger conflicts`: the queue of the running Festinger on the command line, and decisions in it.
// Called by main.ts. Everything goes through the typed calls' REST door.

import { conflictKind } from '../../shared/conflict-kind.ts';
import type { Envelope } from '../../shared/model/envelope.ts';
import type { Claim, Conflict } from '../../shared/model/graph.ts';
import type { ConflictAction } from './conflict-arguments.ts';
import type { RunningSite } from './operator-call.ts';
import { callRunning, operatorHeaders, type RunningCall, type Sink } from './running.ts';

export type ConflictsCommand = RunningSite & { readonly json: boolean } & ConflictAction;

/** @returns 0, or 1 when it was refused. @throws AppError when nothing answers. */
export async function conflicts(command: ConflictsCommand, out: Sink, err: Sink): Promise<number> {
  const call = async <T>(path: string, body?: object) => {
    const headers = { ...operatorHeaders(command.dataDir), 'content-type': 'application/json' };
    const init: RunningCall = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return (await callRunning(command.url, `/api/console${path}`, init)) as Envelope<T>;
  };
  const show = <T>(answer: Envelope<T>, words: (data: T) => string): number => {
    if (answer.ok) out.write(`${command.json ? JSON.stringify(answer.data) : words(answer.data)}\n`);
    else err.write(`${answer.error.code}: ${answer.error.message}\n`);
    return answer.ok ? 0 : 1;
  };
  switch (command.action) {
    case 'list': {
      const query = new URLSearchParams({ view: command.view, limit: '500' });
      if (command.project !== undefined) query.set('project', command.project);
      return show(await call<ConflictList>(`/conflicts?${query}`), listLines);
    }
    case 'show':
      return show(await call<Conflict>(`/conflicts/${command.id}`), details);
    case 'decide': {
      let { version } = command;
      if (version === undefined) {
        const conflict = await call<Conflict>(`/conflicts/${command.id}`);
        if (!conflict.ok) return show(conflict, details);
        version = conflict.data.version;
      }
      const { id, decision, reason } = command;
      const body = { decision, reason, expectedVersion: version };
      return show(
        await call<{ action: { summary: string } }>(`/conflicts/${id}`, body),
        ({ action }) => action.summary,
      );
    }
  }
}

interface ConflictList {
  readonly conflicts: readonly Conflict[];
  readonly total: number;
}

function listLines({ conflicts: rows, total }: ConflictList): string {
  if (rows.length === 0) return 'No conflicts.';
  const lines = rows.map(
    (row) =>
      `${row.id}  ${conflictKind(row)}  ${row.concept}: [${row.dimension}] ${said(row.existing)} / ${incoming(row)}${row.status === 'pending' ? '' : `  ${row.status}`}`,
  );
  if (total > rows.length) lines.push(`and ${total - rows.length} more`);
  return lines.join('\n');
}

function details(row: Conflict): string {
  const claim = (name: string, { parent, source, confidence, provenance }: Claim) =>
    parent === null
      ? `${name}: nothing there`
      : `${name}: ${parent} (${source}, confidence ${confidence}${provenance?.sentence ? `): "${provenance.sentence}"` : ')'}`;
  const lines = [
    `conflict ${row.id}, version ${row.version}, ${conflictKind(row)}, ${row.status}`,
    `${row.concept}: [${row.dimension}]`,
    `  ${claim('known', row.existing)}`,
    `  ${claim(row.correction === 'ends' ? 'said to be so no more' : 'said', row.incoming)}`,
  ];
  if (row.lastProblem !== null) lines.push(`  ${row.lastProblem}`);
  if (row.resolution) lines.push(`  ${row.resolution.decision}: ${row.resolution.reason}`);
  return lines.join('\n');
}

const said = ({ parent }: Claim) => parent ?? '(nothing)';
const incoming = (row: Conflict) => (row.correction === 'ends' ? 'so no more' : said(row.incoming));
