// For tests: exports as text and imports of text, without threads.

import type { ExportFormat } from '../../../shared/model/transfer.ts';
import type { Memory } from '../../memory/memory.ts';
import type { TempMemory } from '../../memory/testing/temp-memory.ts';
import { withSnapshot } from '../../store/bulk/snapshot.ts';
import { exportText } from '../export-formats.ts';
import { GraphPages } from '../graph-pages.ts';
import { checkGraphFile, type GraphSource } from '../import-lines.ts';
import { type ImportResult, runImport } from '../run-import.ts';

export function exported(
  { temp }: Pick<TempMemory, 'temp'>,
  project: string | null = null,
  format: ExportFormat = 'jsonl',
): Promise<string> {
  return withSnapshot(temp.location, async (snapshot) => {
    const request = { format, project, events: false, stamp: { program: 'test', now: 0 } };
    const pieces: string[] = [];
    for await (const piece of exportText(new GraphPages(snapshot, project), request, () => undefined)) {
      pieces.push(piece);
    }
    return pieces.join('');
  });
}

export function sourceOf(text: string): GraphSource {
  return async function* () {
    yield Buffer.from(text);
  };
}

export async function imported(
  memory: Memory,
  text: string,
  options: { readonly dryRun?: boolean; readonly actor?: string } = {},
): Promise<ImportResult> {
  const { dryRun = false, actor = 'tester' } = options;
  const source = sourceOf(text);
  const file = await checkGraphFile(source);
  const signal = new AbortController().signal;
  return runImport(memory, {
    ...{ source, file, actor, dryRun, signal },
    ...{ reason: '', progress: () => undefined },
  });
}

/** The file's lines without its header, the one line that says when and by whom it was written. */
export function body(text: string): string {
  return text.slice(text.indexOf('\n') + 1);
}

/** A file of these lines, with header and end. */
export function fileOf(lines: readonly object[], header: object = {}): string {
  const all = [
    { kind: 'festinger-memory', version: 2, ...header },
    ...lines,
    { kind: 'end', lines: lines.length + 2 },
  ];
  return all.map((line) => `${JSON.stringify(line)}\n`).join('');
}
