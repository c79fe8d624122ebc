// The log of a service, from journalctl with a fixed argument vector: the last lines, and what follows until nobody wants more. A
// line is bounded; what is no entry is left out. Called by services.ts. Source: agent, What it acts on (host).
import * as z from 'zod';
import type { LogLine } from '../../../../../shared/model/resource.ts';
import type { LogRequest } from '../../../provider.ts';

/** Lines of a program's output, until it ends, the signal comes, or nobody reads on; then it is ended. */
export type LineSource = (argv: readonly [string, ...string[]], signal: AbortSignal) => AsyncIterable<string>;

const MOST_CHARS = 16_384;
const ERROR_PRIORITY = 3;

export function journalArgv(unit: string, { tail, follow }: LogRequest): readonly [string, ...string[]] {
  return [
    ...(['journalctl', '--no-pager', '--output=json', '--output-fields=MESSAGE,PRIORITY'] as const),
    ...[`--lines=${tail}`, ...(follow ? ['--follow'] : []), `--unit=${unit}`],
  ];
}

export async function* readJournal(lines: AsyncIterable<string>): AsyncGenerator<LogLine> {
  for await (const line of lines) {
    const entry = readEntry(line);
    if (entry) yield entry;
  }
}

const Entry = z.object({
  __REALTIME_TIMESTAMP: z.string().optional(),
  PRIORITY: z.string().optional(),
  /** Bytes where it is no UTF-8; an array where a field stands more than once; null where it is too long to be told. */
  MESSAGE: z.union([z.string(), z.array(z.number().int().min(0).max(255)), z.array(z.string()), z.null()]),
});

/** One line of `journalctl -o json`; null for what is none. */
export function readEntry(line: string): LogLine | null {
  const parsed = Entry.safeParse(plainJson(line));
  if (!parsed.success) return null;
  const micros = Number(parsed.data.__REALTIME_TIMESTAMP);
  const at = Number.isFinite(micros) && micros > 0 ? Math.floor(micros / 1000) : null;
  const priority = Number(parsed.data.PRIORITY ?? 6);
  return {
    at,
    stream: priority <= ERROR_PRIORITY ? 'err' : 'out',
    text: messageOf(parsed.data.MESSAGE).slice(0, MOST_CHARS),
  };
}

function messageOf(message: z.infer<typeof Entry>['MESSAGE']): string {
  if (message === null) return '(too long to be shown)';
  if (typeof message === 'string') return message;
  if (message.every((part) => typeof part === 'number')) return Buffer.from(message).toString('utf8');
  return message.join('\n');
}

function plainJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}
