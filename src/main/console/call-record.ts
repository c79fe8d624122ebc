// What the operator changed beside the memory, as an event of the host's chain: which call, by whom, when, about what. Never what is
// secret: the contract names the members that may be kept. Also the gate that writes pass. Used by api/base.ts.
import type { Clock } from '../../shared/model/clock.ts';
import { DEFAULT_PROJECT } from '../../shared/model/graph.ts';
import { openName } from '../../shared/open-name.ts';
import { appendHostEvent } from '../store/audit/chain.ts';
import type { Store } from '../store/store.ts';
import type { Log } from '../telemetry/log.ts';

/** A call that changed something beside the memory. */
interface RecordedCall {
  /** Such as `clients.addKey`. */
  readonly call: string;
  readonly reach: 'console' | 'process';
  readonly actor: string;
  /** What it was about, as the contract names it; no secret. */
  readonly about: Readonly<Record<string, unknown>>;
}

export interface CallRecordParts {
  readonly store: Pick<Store, 'write' | 'whenOpen'>;
  readonly clock: Clock;
  readonly log: Log;
}

export class CallRecord {
  readonly #parts: CallRecordParts;

  constructor(parts: CallRecordParts) {
    this.#parts = parts;
  }

  /** Waits while the memory is being replaced. @throws AppError UNAVAILABLE (retryable) when that takes long */
  whenOpen(): Promise<void> {
    return this.#parts.store.whenOpen();
  }

  /** Never throws: what was done is done. */
  async record(given: RecordedCall): Promise<void> {
    const { log } = this.#parts;
    const recorded = { ...given, about: withoutSecrets(given.about) };
    log.info(recorded, 'a call of the console');
    if (recorded.reach !== 'console') return;
    await this.#append(recorded).catch((error: unknown) =>
      log.error({ err: error, ...recorded }, 'a call of the console is not in the record'),
    );
  }

  async #append({ call, actor, about }: RecordedCall): Promise<void> {
    const { store, clock } = this.#parts;
    const words = Object.entries(about).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
    const summary = [call, words.join(', ')].filter((part) => part !== '').join(': ');
    const payload = JSON.parse(JSON.stringify({ call, about, summary }));
    await store.write((writer) =>
      appendHostEvent(writer, clock.now(), {
        project: DEFAULT_PROJECT,
        kind: 'console.call',
        actor,
        payload,
      }),
    );
  }
}

/** What may be kept is typed by people all the same: a path may hold a key. */
const withoutSecrets = (about: RecordedCall['about']): RecordedCall['about'] =>
  JSON.parse(JSON.stringify(about), (_, value: unknown) =>
    typeof value === 'string' ? openName(value) : value,
  ) as RecordedCall['about'];
