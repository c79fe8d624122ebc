// Waits for a server's answer, and no longer than it may take; tells a connection that broke from an error of the
// server. Used wherever a statement goes to PostgreSQL.
import type pg from 'pg';
import { ConnectionLost } from '../store-errors.ts';
import type { PostgresHealth } from './postgres-health.ts';

/**
 * @param deadlineMs null for as long as it takes; a connection that is late is closed
 * @throws ConnectionLost, or what the server says
 */
export async function answered<T>(
  client: pg.PoolClient,
  health: PostgresHealth,
  deadlineMs: number | null,
  query: () => Promise<T>,
): Promise<T> {
  let isLate = false;
  const giveUp = () => {
    isLate = true;
    // With a query under way this ends the socket, which fails the query.
    void client.end();
  };
  const deadline = deadlineMs === null ? undefined : setTimeout(giveUp, deadlineMs);
  try {
    const answer = await query();
    health.answered();
    return answer;
  } catch (error) {
    if (!isLate && isServerError(error) && !endsConnection(error)) {
      health.answered();
      throw error;
    }
    throw new ConnectionLost(
      isLate ? new Error(`no answer within ${deadlineMs} ms`, { cause: error }) : error,
    );
  } finally {
    clearTimeout(deadline);
  }
}

/** Runs statements on a connection of their own. @throws ConnectionLost, or what the server says */
export async function onConnection<T>(
  pool: pg.Pool,
  health: PostgresHealth,
  { deadlineMs, insists }: { readonly deadlineMs: number; readonly insists: boolean },
  query: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = insists ? await health.look(pool) : await health.connect(pool);
  let broken: boolean | Error = false;
  try {
    return await answered(client, health, deadlineMs, () => query(client));
  } catch (error) {
    if (error instanceof ConnectionLost) broken = error;
    throw error;
  } finally {
    health.released(client);
    client.release(broken);
  }
}

/** The server answered, with an error; anything else is of the driver or of the network. */
function isServerError(error: unknown): error is { readonly code: string } {
  return error instanceof Error && 'severity' in error && 'code' in error;
}

/** Connection exceptions, and the server ending connections: shutdown, crash, a timeout of the session. */
function endsConnection({ code }: { readonly code: string }): boolean {
  return code.startsWith('08') || code.startsWith('57P') || code === '25P03';
}
