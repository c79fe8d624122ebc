// Carries out what was begun: looks once more whether everything is as it was approved, does it, asks the world whether it came to be, and writes
// down what came of it. Says every few seconds that it lives. What was started and not finished by a process that died is unknown, and never run
// again. Used by approvals.ts alone. Source: agent, Approvals (Exactly once).
import { hash } from 'node:crypto';
import { AppError } from '../../../shared/model/envelope.ts';
import { readApproval, type StoredApproval } from '../../store/hands/approvals.ts';
import {
  finishExecution,
  LEASE_MS,
  loseExecution,
  type Outcome,
  readStartedOf,
  renewExecutions,
  type StoredExecution,
} from '../../store/hands/executions.ts';
import { note } from './note.ts';
import type { ApprovalParts } from './parts.ts';
import { changedFile, type Planned, planHash, type Seen } from './planned.ts';
import { redactPlan } from './redact-deep.ts';
import { refuseLocked, said } from './refuse.ts';

/** A call that takes longer is no call: it is a task. */
const CALL_MS = 60_000;
const PLAN_MS = 20_000;
const VERIFY_MS = 10_000;
const RENEW_MS = LEASE_MS / 3;
const CLOSE_MS = 8_000;
/** Kept of what it printed. */
const MAX_OUTPUT = 16_000;
const MOST_PROOFS = 200;

export interface Work {
  /** The execution's. */
  readonly id: string;
  readonly stored: StoredApproval;
  /** As they were given. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly by: string;
}

/** `undo`: instead of the card's. */
type Came = Omit<Outcome, 'finishedAt'> & { readonly undo?: string | undefined };

const NOTHING = { exitCode: null, output: null, verified: null, evidence: null } as const;

export class Begun {
  readonly #parts: ApprovalParts;
  readonly #again: (stored: StoredApproval, planned: Planned, why: string) => Promise<unknown>;
  /** By execution. */
  readonly #running = new Map<string, { readonly approval: string; readonly over: Promise<void> }>();
  /** Of what was carried out here lately, by approval: how to ask the world again. */
  readonly #proofs = new Map<string, Planned['verify']>();
  readonly #closing = new AbortController();
  #renewing: (() => void) | undefined;

  constructor(
    parts: ApprovalParts,
    again: (stored: StoredApproval, planned: Planned, why: string) => Promise<unknown>,
  ) {
    this.#parts = parts;
    this.#again = again;
  }

  carryOut(work: Work): void {
    const over = this.#carryOut(work)
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error, execution: work.id }, 'an execution could not be written down'),
      )
      .finally(() => {
        this.#running.delete(work.id);
        this.#parts.onChange();
      });
    this.#parts.counted.execution('started');
    this.#running.set(work.id, { approval: work.stored.id, over });
    this.#renewSoon();
    this.#parts.onChange();
  }

  /** Asks the world again whether what was carried out came to be. What an earlier life of this process did cannot be asked. */
  async verifyAgain(approval: string, signal: AbortSignal): Promise<Seen> {
    const proof = this.#proofs.get(approval);
    return (await proof?.(signal)) ?? { ok: null, evidence: 'nothing can be asked of it any more' };
  }

  /** Resolves when what an approval began is over, or after `ms`. */
  async waitFor(approval: string, ms: number): Promise<void> {
    const running = [...this.#running.values()].find((one) => one.approval === approval);
    if (!running) return;
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(ms, resolve);
      void running.over.then(() => {
        cancel();
        resolve();
      });
    });
  }

  async recover(): Promise<void> {
    const { store, host } = this.#parts;
    for (const lost of await readStartedOf(store.reader, host))
      await this.#lose(lost, 'its process ended before it was over');
  }

  /** What is said to run here and does not. */
  async sweep(): Promise<void> {
    const { store, host, clock } = this.#parts;
    for (const one of await readStartedOf(store.reader, host)) {
      if (this.#running.has(one.id) || clock.now() - one.startedAt < LEASE_MS) continue;
      await this.#lose(one, 'it was never begun, or its end could not be written down');
    }
  }

  async close(): Promise<void> {
    this.#closing.abort(new AppError('CANCELLED', 'Festinger is stopping.'));
    const all = Promise.all([...this.#running.values()].map(({ over }) => over));
    await new Promise<void>((resolve) => {
      const cancel = this.#parts.clock.after(CLOSE_MS, resolve);
      void all.then(() => {
        cancel();
        resolve();
      });
    });
    this.#renewing?.();
  }

  async #carryOut(work: Work): Promise<void> {
    const came = await this.#come(work);
    const { store, clock, redact } = this.#parts;
    const clean: Came = {
      ...came,
      summary: came.summary && redact(came.summary),
      output: came.output && redact(came.output).slice(0, MAX_OUTPUT),
      evidence: came.evidence && redact(came.evidence),
    };
    await store.write(async (writer) => {
      await finishExecution(writer, work.id, { ...clean, finishedAt: clock.now() });
      const undo = clean.undo === undefined ? work.stored.plan.undo : redact(clean.undo);
      const { state, summary, exitCode, verified, evidence } = clean;
      const output = clean.output && hash('sha256', clean.output);
      await note(writer, clock, 'execution.finished', work.by, work.stored, summary ?? state, {
        ...{ execution: work.id, result: state, exit_code: exitCode, verified, evidence, undo },
        output_digest: output,
      });
    });
    this.#parts.counted.execution(clean.state);
  }

  /** Never throws: what was tried is written down, whatever came of it. */
  async #come(work: Work): Promise<Came> {
    let planned: Planned;
    try {
      planned = await this.#parts.replan(work.stored.tool, work.given, AbortSignal.timeout(PLAN_MS));
      // After that, since planning may take long: it may have been marked "never touch" meanwhile. One read of our own lies between look and work.
      await this.#refuseLocked(work.stored);
      this.#closing.signal.throwIfAborted();
    } catch (error) {
      return { state: 'refused', summary: `it did not run: ${words(error)}`, ...NOTHING };
    }
    if (planHash(planned) !== work.stored.planHash) {
      const file = changedFile(work.stored.plan, redactPlan(planned.plan, this.#parts.redact));
      if (file !== null)
        return { state: 'refused', summary: `it did not run: ${file} since it was approved`, ...NOTHING };
      await this.#again(work.stored, planned, 'it changed between the word and the work').catch(
        () => undefined,
      );
      return {
        state: 'refused',
        summary: 'it did not run: it had changed since it was approved',
        ...NOTHING,
      };
    }
    this.#proofs.set(work.stored.id, (signal) => planned.verify(signal));
    if (this.#proofs.size > MOST_PROOFS) this.#proofs.delete(this.#proofs.keys().next().value as string);
    // Nothing more is waited for between the looks above and the work.
    const done = await (planned.plan.long
      ? this.#asTask(work, planned)
      : this.#perform(work, planned, CALL_MS));
    return { ...done, ...(await this.#verified(planned)) };
  }

  /** Marked "never touch" between the word and the work. @throws AppError LOCKED */
  #refuseLocked({ plan }: StoredApproval): Promise<void> {
    return refuseLocked(this.#parts.store.reader, plan);
  }

  async #perform(
    { by, stored }: Work,
    planned: Planned,
    ms: number,
    { signal, progress }: Watched = {},
  ): Promise<Came> {
    const limit = new AbortController();
    const { clock } = this.#parts;
    const cancel = clock.after(ms, () =>
      limit.abort(new AppError('TIMEOUT', `It took longer than ${ms / 1000} seconds.`)),
    );
    const signals = [limit.signal, this.#closing.signal, ...(signal ? [signal] : [])];
    try {
      const run = {
        ...{ by, approval: stored.id, signal: AbortSignal.any(signals) },
        progress: progress ?? (() => undefined),
      };
      const { summary, exitCode, output, undo } = await planned.perform(run);
      const isWell = exitCode === null || exitCode === 0;
      return { ...NOTHING, state: isWell ? 'done' : 'failed', summary, exitCode, output, undo };
    } catch (error) {
      return { ...NOTHING, state: 'failed', summary: words(error) };
    } finally {
      cancel();
    }
  }

  #asTask(work: Work, planned: Planned): Promise<Came> {
    const { plan } = planned;
    return new Promise((resolve) => {
      this.#parts.startTask({
        title: said(plan),
        about: plan.resource.id,
        work: async ({ signal, progress }) => {
          const came = await this.#perform(work, planned, 24 * 3_600_000, { signal, progress });
          resolve(came);
          if (came.state === 'failed') throw new AppError('EXECUTION_FAILED', came.summary ?? 'it failed');
          return came.summary ?? work.stored.plan.description;
        },
      });
    });
  }

  async #verified(planned: Planned): Promise<Pick<Came, 'verified' | 'evidence'>> {
    const limit = new AbortController();
    const cancel = this.#parts.clock.after(VERIFY_MS, () => limit.abort());
    try {
      const { ok, evidence }: Seen = await planned.verify(limit.signal);
      return { verified: ok === null ? 'unproven' : ok ? 'yes' : 'no', evidence };
    } catch (error) {
      return { verified: 'unproven', evidence: words(error) };
    } finally {
      cancel();
    }
  }

  async #lose(lost: StoredExecution, why: string): Promise<void> {
    const { store, clock } = this.#parts;
    await store.write(async (writer) => {
      if (!(await loseExecution(writer, lost.id, clock.now(), why))) return;
      const stored = await readApproval(writer.reader, lost.approvalId);
      if (stored)
        await note(writer, clock, 'execution.unknown', 'festinger', stored, why, { execution: lost.id });
    });
    this.#parts.counted.execution('unknown');
    this.#parts.onChange();
  }

  #renewSoon(): void {
    if (this.#renewing) return;
    const { clock, store, log } = this.#parts;
    this.#renewing = clock.after(RENEW_MS, () => {
      this.#renewing = undefined;
      if (this.#running.size === 0) return;
      store
        .write((writer) => renewExecutions(writer, [...this.#running.keys()], clock.now()))
        .catch((error: unknown) =>
          log.warn({ err: error }, 'a running execution could not say that it lives'),
        )
        .finally(() => this.#renewSoon());
    });
  }
}

interface Watched {
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | null) => void;
}

const words = (error: unknown): string => (error instanceof Error ? error.message : String(error));
