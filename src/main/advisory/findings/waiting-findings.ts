// How many findings of a project need somebody, known at any moment without asking the database: counted anew when anything is found or decided, and each minute, since
// days pass and other processes decide too. Called by core. Source: advisory, Findings.
import type { Clock } from '../../../shared/model/clock.ts';
import { LiveView } from '../../streams/live-view.ts';
import { Listeners } from '../../streams/watched.ts';
import type { Findings } from './findings.ts';

export interface WaitingParts {
  readonly findings: Pick<Findings, 'waiting' | 'onChange'>;
  readonly project: string;
  readonly clock: Clock;
}

const COUNTED_EVERY_MS = 500;
const MINUTE_MS = 60_000;

export class WaitingFindings {
  readonly #clock: Clock;
  readonly #counted: LiveView<number>;
  readonly #changes = new Listeners();
  #count = 0;
  #stop: (() => void) | null = null;

  constructor({ findings, project, clock }: WaitingParts) {
    this.#clock = clock;
    const counted: LiveView<number> = new LiveView(
      () => findings.waiting(project),
      COUNTED_EVERY_MS,
      clock,
      () => findings.onChange(project, () => counted.changed()),
    );
    this.#counted = counted;
  }

  get count(): number {
    return this.#count;
  }

  /** @returns stops listening */
  onChange(hear: () => void): () => void {
    return this.#changes.add(hear);
  }

  /** Counts now, and from then on. */
  start(): void {
    this.#counted.watch((count) => {
      this.#count = count;
      this.#changes.tell();
    });
    this.#look();
  }

  close(): void {
    this.#stop?.();
    this.#counted.close();
  }

  #look(): void {
    this.#counted.changed();
    this.#stop = this.#clock.after(MINUTE_MS, () => this.#look());
  }
}
