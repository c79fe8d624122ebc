// Two versions of a text as a unified difference that may be shown: secrets taken out of both before they are compared, so that none
// is cut in two; a line in which nothing but a secret changes is shown and marked, never left out. Called by plan-edit.ts.
// Source: agent, Approvals (diff), Tools (redacted results).
import { structuredPatch } from 'diff';
import { redact } from '../../../shared/redact.ts';

/** Beyond so many changed lines a difference is given up, and the whole is shown as new. */
const MAX_EDITS = 500;
const CONTEXT = 3;
/** Tells apart two lines that look the same without their secrets; no text has it (a NUL makes it none). */
const MARK = '\0';
const NOTE = '  [a secret in this line changes; it is not shown]';

/** @param before null where there is no file */
export function shownDifference(
  path: string,
  before: string | null,
  after: string,
): { diff: string; hiddenLines: number } {
  const from = shownLines(before ?? '');
  const to = shownLines(after);
  markSecretChanges(from, to);
  const patch = structuredPatch(
    before === null ? '/dev/null' : path,
    path,
    joined(from),
    joined(to),
    '',
    '',
    {
      context: CONTEXT,
      maxEditLength: MAX_EDITS,
    },
  );
  const hunks = patch?.hunks ?? [wholly(from, to)];
  const lines = [`--- ${before === null ? '/dev/null' : path}`, `+++ ${path}`];
  let hiddenLines = 0;
  for (const { oldStart, oldLines, newStart, newLines, lines: changes } of hunks) {
    lines.push(`@@ -${range(oldStart, oldLines)} +${range(newStart, newLines)} @@`);
    for (const change of changes) {
      const isMarked = change.includes(MARK);
      if (isMarked) hiddenLines++;
      lines.push(isMarked ? change.slice(0, change.indexOf(MARK)) + NOTE : change);
    }
  }
  return { diff: `${lines.join('\n')}\n`, hiddenLines };
}

/** Of no lines: the line they would come after. */
const range = (start: number, count: number): string => `${count === 0 ? start - 1 : start},${count}`;

interface ShownLine {
  readonly real: string;
  shown: string;
}

/** Redacted as a whole: a key may go over many lines. Where that changes how many there are, line by line, and no key is left. */
function shownLines(text: string): ShownLine[] {
  const real = text.split('\n');
  const whole = redact(text).split('\n');
  const shown = whole.length === real.length ? whole : alignedLines(real, text);
  return real.map((line, at) => ({ real: line, shown: shown[at] ?? '' }));
}

/** A key of several lines becomes as many lines without anything in them. */
function alignedLines(real: readonly string[], text: string): string[] {
  const kept = new Set(redact(text).split('\n'));
  return real.map((line) => (kept.has(line) ? redact(line) : '[redacted]'));
}

/** A line that is not in the other version, but looks as one that is: without the mark it would seem unchanged. */
function markSecretChanges(from: ShownLine[], to: ShownLine[]): void {
  const [inFrom, inTo] = [new Set(from.map(({ real }) => real)), new Set(to.map(({ real }) => real))];
  for (const [lines, other, mark] of [
    [from, inTo, `${MARK}-`],
    [to, inFrom, `${MARK}+`],
  ] as const)
    for (const line of lines) if (line.real !== line.shown && !other.has(line.real)) line.shown += mark;
}

const joined = (lines: readonly ShownLine[]): string => lines.map(({ shown }) => shown).join('\n');

function wholly(from: readonly ShownLine[], to: readonly ShownLine[]) {
  return {
    oldStart: 1,
    oldLines: from.length,
    newStart: 1,
    newLines: to.length,
    lines: [...from.map(({ shown }) => `-${shown}`), ...to.map(({ shown }) => `+${shown}`)],
  };
}
