// What the demo's things write: the lines there are when the demo begins, and those that what is done to them adds. In memory; a few hundred lines each.
// Read by the provider, as a log and as the files it lies in.
import type { LogLine } from '../../../../shared/model/resource.ts';
import { Listeners } from '../../../streams/watched.ts';
import { CADDY, GUEST, JELLYFIN, NODE, PAPERLESS } from './things.ts';

const MOST_LINES = 500;
const MINUTE = 60_000;

/** Minutes before the demo begins, and what was written then. `!`: on the stream of errors. */
const BEFORE: Readonly<Record<string, readonly (readonly [number, string])[]>> = {
  [NODE]: [
    [19 * 24 * 60, 'root@pam: vzstart 141: OK'],
    [540, 'root@pam: vzdump 141: OK'],
    [60, 'root@pam: aptupdate: OK'],
  ],
  [GUEST]: [
    [19 * 24 * 60, 'vzstart: OK'],
    [540, 'vzdump: OK (2.1 GiB to tank)'],
  ],
  [JELLYFIN]: [
    [62 * 60, '[INF] Jellyfin version: 10.9.11'],
    [62 * 60, '[INF] Kestrel is listening on 0.0.0.0:8096'],
    [310, '[INF] Library scan finished: 4211 items'],
    [95, '[WRN] Memory of the process: 3.4 GiB of 4.0 GiB; the image cache does not shrink'],
    [52, '![WRN] Transcoding runs at 0.8x: the client will wait for it'],
    [31, '![WRN] Slow HTTP response to /Videos/1f0c/hls1/main/27.ts: 5814 ms'],
    [12, '![WRN] Transcoding runs at 0.6x: the client will wait for it'],
    [4, '![WRN] Slow HTTP response to /Videos/1f0c/hls1/main/41.ts: 7230 ms'],
  ],
  [PAPERLESS]: [
    [131 * 60, '[INFO] [paperless.management.consumer] Using inotify to watch /consume'],
    [420, '[INFO] [paperless.consumer] Document 2026-rent.pdf consumption finished'],
    [38, '[INFO] [paperless.consumer] Consuming scan-0117.pdf'],
    [23, '![ERROR] [celery] Task documents.tasks.consume_file hit its time limit (900 s)'],
    [22, '![WARNING] [celery] No worker answers; 3 tasks wait'],
    [8, '![WARNING] [celery] No worker answers; 5 tasks wait'],
  ],
  [CADDY]: [
    [19 * 24 * 60, 'serving initial configuration'],
    [61, 'certificate obtained successfully: media.lan'],
    [4, '!upstream 127.0.0.1:8096 answered after 7.2 s: /Videos/1f0c/hls1/main/41.ts'],
  ],
};

export class Journal {
  readonly #lines = new Map<string, LogLine[]>();
  readonly #written = new Listeners();

  /** @param now epoch milliseconds */
  constructor(now: number) {
    for (const [id, lines] of Object.entries(BEFORE))
      this.#lines.set(
        id,
        lines.map(([minutes, text]) => line(now - minutes * MINUTE, text)),
      );
  }

  /** @param text begins with `!` on the stream of errors */
  write(id: string, at: number, text: string): void {
    const lines = this.#lines.get(id) ?? [];
    lines.push(line(at, text));
    if (lines.length > MOST_LINES) lines.shift();
    this.#lines.set(id, lines);
    this.#written.tell();
  }

  last(id: string, count: number): readonly LogLine[] {
    return (this.#lines.get(id) ?? []).slice(-count);
  }

  /** As a file holds them. */
  text(id: string): string {
    return this.last(id, MOST_LINES)
      .map(({ at, text }) => `${at === null ? '' : new Date(at).toISOString()} ${text}\n`)
      .join('');
  }

  /** The last lines, and those that come until the signal fires. */
  async *follow(id: string, count: number, signal: AbortSignal): AsyncIterable<LogLine> {
    let last: LogLine | undefined;
    let wake = () => {};
    const stop = this.#written.add(() => wake());
    signal.addEventListener('abort', () => wake(), { once: true });
    try {
      yield* this.last(id, count);
      last = this.last(id, 1)[0];
      while (!signal.aborted) {
        const rung = new Promise<void>((resolve) => {
          wake = resolve;
        });
        const lines = this.last(id, MOST_LINES);
        const fresh = lines.slice(last === undefined ? 0 : lines.indexOf(last) + 1);
        last = lines.at(-1);
        if (fresh.length > 0) yield* fresh;
        else await rung;
      }
    } finally {
      stop();
    }
  }
}

function line(at: number, text: string): LogLine {
  const isError = text.startsWith('!');
  return { at, stream: isError ? 'err' : 'out', text: isError ? text.slice(1) : text };
}
