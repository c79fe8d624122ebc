// Keeps the traffic log on disk, so that it outlives the program: what changed is written a second later, behind the requests
// and in slices, exactly as the log holds it, redacted; texts of prompts only while the operator keeps prompts. The file is
// written anew when it has grown to twice what the log holds. A disk that fails costs the file, never a request.
// Source: proxy, Seeing it; decision 066. Opened by core/proxy-side.ts.
import { rmSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import type { Clock } from '../../../shared/model/clock.ts';
import type { Settings } from '../../../shared/model/settings.ts';
import type { Log } from '../ports.ts';
import { headLine, lineOf, readTraffic, UnreadableTraffic } from './traffic-file.ts';
import type { TrafficLog } from './traffic-log.ts';

export interface KeptTrafficParts {
  /** Of this data directory alone, which one process uses at a time. */
  readonly file: string;
  readonly traffic: TrafficLog;
  readonly settings: () => Settings;
  /** Names the memory whose edges recalled lines lead to by now. */
  readonly memory: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
}

/** As much is lost by a kill at most, and what a second brings is written at once. */
const WRITE_AFTER_MS = 1000;
/** After a disk has failed. */
const TRY_AGAIN_MS = 30_000;
const SLICE_MS = 4;
const PIECE_CHARS = 262_144;
/** Where more has changed since the last writing, all is written. */
const MOST_CHANGED = 50_000;
const LEAST_REWRITTEN_BYTES = 1_048_576;

export class KeptTraffic {
  readonly #parts: KeptTrafficParts;
  /** Ids of requests that changed since the last writing, some more than once. */
  #changed: string[] = [];
  /** The file is to be written anew, from all the log holds. */
  #anew = false;
  #handle: FileHandle | null = null;
  #bytes = 0;
  #rewriteAt = LEAST_REWRITTEN_BYTES;
  #cancel: (() => void) | null = null;
  #writing: Promise<void> = Promise.resolve();
  #isOn = false;
  #keepsBodies = false;
  #hasFailed = false;

  private constructor(parts: KeptTrafficParts) {
    this.#parts = parts;
  }

  /** Reads what the last run left into the log, and keeps it from now on. */
  static async open(parts: KeptTrafficParts): Promise<KeptTraffic> {
    const kept = new KeptTraffic(parts);
    if (parts.settings().traffic_survives_restart) await kept.#read();
    parts.traffic.keepWith({
      changed: (id) => kept.#noteChange(id),
      cleared: () => kept.#writeAnew(),
    });
    kept.follow();
    return kept;
  }

  /** The settings may have changed. */
  follow(): void {
    const { traffic_survives_restart: isOn, traffic_keep_bodies: keepsBodies } = this.#parts.settings();
    const stripped = this.#keepsBodies && !keepsBodies;
    this.#keepsBodies = keepsBodies;
    if (isOn && (!this.#isOn || stripped)) {
      this.#isOn = true;
      this.#writeAnew();
    } else if (!isOn) this.#turnOff();
  }

  /** Writes what is left; nothing is written after it. */
  async close(): Promise<void> {
    this.#cancel?.();
    this.#cancel = null;
    this.#start();
    this.#isOn = false;
    await this.#writing;
    await this.#closeFile();
  }

  async #read(): Promise<void> {
    const { file, traffic, settings, memory, log } = this.#parts;
    const now = settings();
    try {
      const limits = { requests: now.traffic_max_requests, bytes: now.traffic_max_bytes };
      traffic.restore(
        await readTraffic(file, { limits, bodies: now.traffic_keep_bodies, memory: await memory() }),
      );
    } catch (error) {
      const why = error instanceof UnreadableTraffic ? error.message : String(error);
      log.warn({ file, why }, `Traffic of the last run is not shown, and its file is begun anew: ${why}`);
    }
  }

  #noteChange(id: string): void {
    if (!this.#isOn || this.#anew) return;
    if (this.#changed.length < MOST_CHANGED) this.#changed.push(id);
    else this.#anew = true;
    this.#soon();
  }

  #writeAnew(): void {
    if (!this.#isOn) return;
    this.#anew = true;
    this.#soon();
  }

  #turnOff(): void {
    this.#isOn = false;
    this.#changed = [];
    this.#anew = false;
    this.#cancel?.();
    this.#cancel = null;
    this.#writing = this.#writing.then(() => this.#forgetFile());
  }

  async #forgetFile(): Promise<void> {
    const { file, log } = this.#parts;
    try {
      await this.#closeFile();
      for (const each of [file, unfinished(file)]) await rm(each, { force: true });
    } catch (error) {
      log.warn({ err: error, file }, 'the file of requests could not be removed; remove it by hand');
    }
  }

  #soon(after = WRITE_AFTER_MS): void {
    this.#cancel ??= this.#parts.clock.after(after, () => {
      this.#cancel = null;
      this.#start();
    });
  }

  /** Writes what there is by now, behind what is being written. */
  #start(): void {
    this.#writing = this.#writing.then(() => this.#write());
  }

  async #write(): Promise<void> {
    if (!this.#isOn && !this.#anew && this.#changed.length === 0) return;
    const ids = new Set(this.#changed);
    const isAnew = this.#anew;
    this.#changed = [];
    this.#anew = false;
    try {
      if (isAnew || this.#bytes >= this.#rewriteAt) await this.#rewrite();
      else if (ids.size > 0) await this.#append(ids);
      this.#hasFailed = false;
    } catch (error) {
      await this.#failed(error);
    }
  }

  async #failed(error: unknown): Promise<void> {
    const { file, log } = this.#parts;
    if (!this.#hasFailed) {
      const fields = { err: error, file };
      log.warn(fields, 'requests cannot be written down; Traffic goes on, and would not outlive a restart');
    }
    this.#hasFailed = true;
    await this.#closeFile().catch(() => {});
    this.#anew = this.#isOn;
    if (this.#isOn) this.#soon(TRY_AGAIN_MS);
  }

  async #append(ids: Iterable<string>): Promise<void> {
    this.#handle ??= await open(this.#parts.file, 'a', 0o600);
    this.#bytes += await this.#writeLines(this.#handle, ids);
  }

  /** Everything the log holds, to a file beside it that then takes its place: a kill leaves the one or the other. */
  async #rewrite(): Promise<void> {
    const { file, traffic, memory } = this.#parts;
    const beside = unfinished(file);
    rmSync(beside, { force: true });
    const handle = await open(beside, 'wx', 0o600);
    let bytes = 0;
    try {
      bytes += (await handle.write(headLine(await memory()))).bytesWritten;
      bytes += await this.#writeLines(handle, traffic.ids());
    } finally {
      await handle.close();
    }
    await this.#closeFile();
    await rename(beside, file);
    this.#bytes = bytes;
    this.#rewriteAt = Math.max(LEAST_REWRITTEN_BYTES, 2 * bytes);
  }

  /** @returns bytes written */
  async #writeLines(handle: FileHandle, ids: Iterable<string>): Promise<number> {
    const { traffic, clock } = this.#parts;
    let bytes = 0;
    let piece = '';
    let until = clock.monotonic() + SLICE_MS;
    for (const id of ids) {
      const detail = traffic.get(id);
      if (detail) piece += lineOf(detail, this.#keepsBodies);
      if (piece.length >= PIECE_CHARS) {
        bytes += (await handle.write(piece)).bytesWritten;
        piece = '';
      } else if (clock.monotonic() >= until) await new Promise((resolve) => setImmediate(resolve));
      else continue;
      until = clock.monotonic() + SLICE_MS;
    }
    return piece === '' ? bytes : bytes + (await handle.write(piece)).bytesWritten;
  }

  async #closeFile(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

const unfinished = (file: string): string => `${file}.new`;
