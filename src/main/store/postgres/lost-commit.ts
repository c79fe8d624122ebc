// Settles a commit whose answer was lost: the connection broke after `commit` was sent, so it may have taken place or
// not. The server knows; it is asked until it answers. Never guesses, never lets anything be applied twice.
// Called by postgres/connect.ts. Source: decision 011
import type { ChainHead } from '../audit/events.ts';
import type { StoreLog } from '../store-access.ts';
import { UnknownOutcome } from '../store-errors.ts';

export interface LostCommit {
  /** The transaction's id, as text. */
  readonly xid: string;
  /** The end of the event chain that the transaction makes; null when it appends no event. */
  readonly head: ChainHead | null;
  /** How the answer was lost. */
  readonly error: unknown;
}

export type Outcome = 'committed' | 'aborted';

/** What is asked of the server, each on a connection of its own. @throws when it cannot be asked */
export interface CommitWitness {
  /** `pg_xact_status`; null when the server has forgotten, or never knew, the id. */
  status(xid: string): Promise<'in progress' | 'committed' | 'aborted' | null>;
  /** Ends the session that still works on the transaction: its client is gone, nobody will. */
  terminate(xid: string): Promise<void>;
  /** The hash of an event; null when there is no such event. */
  eventHash(id: number): Promise<string | null>;
}

export interface SettleOptions {
  readonly subject: string;
  readonly log: StoreLog;
  /** How long the caller is kept waiting, milliseconds. */
  readonly waitMs: number;
  /** Resolves when the store is closed: nobody will ask any more. */
  readonly closed: Promise<void>;
}

const ASK_AGAIN_MS = 100;
const LONGEST_PAUSE_MS = 2000;
/** Time for a commit still on its way to arrive by itself. */
const PATIENCE_MS = 1000;

/**
 * Resolves when the transaction turns out to be committed.
 * @throws UnknownOutcome when the server could not say in time (it is asked on: `settled`)
 * @throws the error that lost the answer, when the transaction turns out not to have taken place
 */
export async function settleCommit(
  lost: LostCommit,
  witness: CommitWitness,
  options: SettleOptions,
): Promise<void> {
  const { log, waitMs, closed, subject } = options;
  const abandoned = closed.then(() => 'closed' as const);
  const asked = ask(lost, witness, abandoned);
  const settled = Promise.race([asked, abandoned]).then((answer) => {
    log.warn(
      { xid: lost.xid, head: lost.head?.id, answer },
      'the answer to a commit was lost; the server says',
    );
    return answer === 'closed' ? ('unknown' as const) : answer;
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), waitMs);
  });
  const outcome = await Promise.race([settled, late]);
  clearTimeout(timer);
  if (outcome === 'committed') return;
  if (outcome === 'aborted') throw lost.error;
  throw new UnknownOutcome(subject, settled);
}

async function ask(lost: LostCommit, witness: CommitWitness, abandoned: Promise<'closed'>): Promise<Outcome> {
  const started = performance.now();
  let isOpen = true;
  void abandoned.then(() => {
    isOpen = false;
  });
  for (let pause = ASK_AGAIN_MS; isOpen; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const status = await witness.status(lost.xid);
      if (status !== 'in progress') return await verdict(lost, witness, status);
      if (performance.now() - started > PATIENCE_MS) await witness.terminate(lost.xid);
    } catch {
      // The server is away, or comes back just now: asked again.
    }
    await new Promise((resolve) => setTimeout(resolve, pause).unref());
  }
  return 'aborted';
}

/**
 * Where the transaction appends events, the chain is the witness: it cannot be mistaken, even when a crashed server
 * has given the transaction's id to another one.
 */
async function verdict(
  { head }: LostCommit,
  witness: CommitWitness,
  status: 'committed' | 'aborted' | null,
): Promise<Outcome> {
  if (head) return (await witness.eventHash(head.id)) === head.hash ? 'committed' : 'aborted';
  return status === 'committed' ? 'committed' : 'aborted';
}
