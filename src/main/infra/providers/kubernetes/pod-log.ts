// What a container of a pod wrote: its last lines, and those that follow. Owns the choice of a container where there are several, and
// how long a line may be. Called by the provider. Source: agent, What it acts on.
import { AppError } from '../../../../shared/model/envelope.ts';
import type { LogLine } from '../../../../shared/model/resource.ts';
import type { LogRequest } from '../../provider.ts';
import type { ClusterApi } from './api.ts';
import { itemPath, type Named } from './ids.ts';
import { Pod } from './wire.ts';

const MAX_LINE = 16_384;
const LIMIT_BYTES = 8 * 1024 * 1024;
/** `2026-01-01T00:00:00.123456789Z`, and less where the fraction ends in zeros. */
const MAX_STAMP = 40;

export async function* podLog(
  api: ClusterApi,
  place: Named,
  request: LogRequest,
  signal: AbortSignal,
): AsyncGenerator<LogLine, void, undefined> {
  const pod = await api.get(itemPath(place), Pod, signal);
  const query = new URLSearchParams({
    container: chosen(pod, request.container),
    tailLines: String(request.tail),
    timestamps: 'true',
  });
  if (!request.follow) {
    query.set('limitBytes', String(LIMIT_BYTES));
    const text = await api.text(`${itemPath(place)}/log?${query}`, signal);
    for (const line of text.split('\n')) if (line !== '') yield lineOf(line.slice(0, MAX_LINE));
    return;
  }
  query.set('follow', 'true');
  const { chunks, clean } = await api.stream(`${itemPath(place)}/log?${query}`, signal);
  try {
    for await (const line of linesOf(chunks)) yield lineOf(clean(line));
  } catch (error) {
    // The reader left.
    if (!signal.aborted) throw error;
  }
}

/** The one that is asked for, the one the pod names as its own, or the first. @throws AppError NOT_FOUND */
function chosen({ metadata, spec }: Pod, asked: string | undefined): string {
  const names = spec.containers.map(({ name }) => name);
  if (asked !== undefined && !names.includes(asked)) {
    throw new AppError(
      'NOT_FOUND',
      `${metadata.name} has no container ${asked.slice(0, 100)}; it has ${names.join(', ')}.`,
    );
  }
  const own = metadata.annotations?.['kubectl.kubernetes.io/default-container'] ?? '';
  return asked ?? (names.includes(own) ? own : (names[0] ?? ''));
}

function lineOf(line: string): LogLine {
  const space = line.indexOf(' ');
  const at = space > 0 && space <= MAX_STAMP ? Date.parse(line.slice(0, space)) : Number.NaN;
  return Number.isNaN(at)
    ? { at: null, stream: 'out', text: line }
    : { at, stream: 'out', text: line.slice(space + 1) };
}

/** Whole lines of what comes in pieces; what is longer than a line may be is cut. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let held = 0;
  const take = (piece: string): void => {
    const part = piece.slice(0, MAX_LINE - held);
    held += part.length;
    if (part !== '') pieces.push(part);
  };
  for await (const chunk of chunks) {
    const parts = decoder.decode(chunk, { stream: true }).split('\n');
    for (const [index, part] of parts.entries()) {
      if (index > 0) {
        if (held > 0) yield pieces.join('');
        pieces = [];
        held = 0;
      }
      take(part);
    }
  }
  if (held > 0) yield pieces.join('');
}
