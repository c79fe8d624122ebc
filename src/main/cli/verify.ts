// `festinger verify`: recomputes the chains of events and compares the graph with the tables. Asks the Festinger that is
// running on the data directory; when none is, opens the database itself, as a start would, and
// changes no fact.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '../../shared/model/envelope.ts';
import { chainWitness } from '../core/chain-witness.ts';
import { systemClock } from '../core/clock.ts';
import { defaultDataDir } from '../core/data-dir.ts';
import { openSite } from '../core/site.ts';
import { compareMemory, type VerifyReport } from '../memory/history/verify-memory.ts';
import { withSnapshot } from '../store/bulk/snapshot.ts';
import { graphOf } from './explain/explain-graph.ts';
import { operatorCall, type RunningSite } from './operator-call.ts';
import type { Sink } from './running.ts';

export interface VerifyCommand extends RunningSite {
  readonly database: string | undefined;
  readonly json: boolean;
}

/** @returns 0 when everything is as it should be, 1 when not. @throws AppError when it cannot be told */
export async function verify(command: VerifyCommand, out: Sink): Promise<number> {
  const dataDir = command.dataDir ?? defaultDataDir(process.env, process.platform);
  if (!existsSync(dataDir)) throw new AppError('UNAVAILABLE', `There is no data directory ${dataDir}.`);
  const report =
    (await verifyRunning({ ...command, dataDir })) ?? (await verifyClosed(dataDir, command.database));
  out.write(command.json ? `${JSON.stringify(report)}\n` : described(report));
  return report.ok ? 0 : 1;
}

/** What the Festinger of the directory says; null when none answers, or another directory's does. */
async function verifyRunning(
  place: RunningSite & { readonly dataDir: string },
): Promise<VerifyReport | null> {
  if (!existsSync(join(place.dataDir, 'operator-token'))) return null;
  try {
    return await operatorCall<VerifyReport>(place, { method: 'POST', path: '/verify' });
  } catch (error) {
    const isElsewhere =
      error instanceof AppError && (error.code === 'UNAUTHENTICATED' || error.details?.answers === false);
    if (isElsewhere) return null;
    throw error;
  }
}

/** Takes the directory's lock, so that nobody writes meanwhile. @throws AppError when somebody has it */
async function verifyClosed(dataDir: string, database: string | undefined): Promise<VerifyReport> {
  await using resources = new AsyncDisposableStack();
  const place = openSite({ dataDir, database }, systemClock, resources);
  if ('databasePath' in place.database && !existsSync(place.database.databasePath)) {
    throw new AppError('UNAVAILABLE', `There is no database at ${place.database.databasePath}.`);
  }
  return await withSnapshot(place.database, async (snapshot) =>
    compareMemory(snapshot, await graphOf(snapshot), chainWitness(place)),
  );
}

function described({ ok, chains, concepts, edges, conflictPlaces, problems }: VerifyReport): string {
  const counts = `${chains.memory} events, ${chains.host} of the host, ${chains.agent} of the agent, ${concepts} concepts, ${edges} edges, ${conflictPlaces} contested places`;
  if (ok) return `ok: the chains are whole and memory equals the tables (${counts})\n`;
  return `not ok (${counts})\n${problems.map((problem) => `  ${problem}\n`).join('')}`;
}
