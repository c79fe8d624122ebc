// Lets MCP clients take turns: few calls of one client run at once, one call begins per turn of the event loop, and the client with the fewest running
// goes next. Made by open-mcp.ts. Source: agent, MCP.
import { AppError } from '../../../shared/model/envelope.ts';
import type { McpCallQueue } from '../../mcp/ports.ts';
import { FairQueue, type QueueClient } from '../../proxy/pool/fair-queue.ts';

const MAX_RUNNING_OF_ONE = 4;
const MAX_RUNNING = 16;
const MAX_WAITING = 256;

interface WaitingCall {
  begin(client: QueueClient): void;
  refuse(error: AppError): void;
}

export class CallQueue implements McpCallQueue {
  readonly #queue = new FairQueue<WaitingCall>(() => MAX_RUNNING_OF_ONE);
  #running = 0;
  #isScheduled = false;

  async run<T>(client: string, signal: AbortSignal, call: () => Promise<T>): Promise<T> {
    const turn = await this.#turn(client, signal);
    this.#running++;
    try {
      return await call();
    } finally {
      this.#running--;
      this.#queue.ended(turn);
      this.#schedule();
    }
  }

  async #turn(client: string, signal: AbortSignal): Promise<QueueClient> {
    if (signal.aborted) throw cancelled();
    if (this.#queue.size >= MAX_WAITING) this.#makeRoom(client);
    const { promise, resolve, reject } = Promise.withResolvers<QueueClient>();
    const leave = () => {
      this.#queue.remove(ticket);
      reject(cancelled());
    };
    const stay = () => signal.removeEventListener('abort', leave);
    signal.addEventListener('abort', leave);
    const ticket = this.#queue.add(client, '', {
      begin(turn) {
        stay();
        resolve(turn);
      },
      refuse(error) {
        stay();
        reject(error);
      },
    });
    this.#schedule();
    return await promise;
  }

  /** The newest call of the client with the most waiting is refused. @throws AppError RATE_LIMITED where that is the one that comes */
  #makeRoom(client: string): void {
    const ticket = this.#queue.longest(client);
    if (!ticket) throw tooMany();
    this.#queue.remove(ticket);
    ticket.item.refuse(tooMany());
  }

  #schedule(): void {
    if (this.#isScheduled || this.#queue.size === 0) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const next = this.#queue.next(() => this.#running < MAX_RUNNING);
      if (!next) return;
      next.item.begin(next.client);
      this.#schedule();
    });
  }
}

const cancelled = () => new AppError('CANCELLED', 'The call was cancelled before it began.');

const tooMany = () =>
  new AppError(
    'RATE_LIMITED',
    `Too many calls: ${MAX_WAITING} wait already. Send the next when one has been answered.`,
    undefined,
    true,
  );
