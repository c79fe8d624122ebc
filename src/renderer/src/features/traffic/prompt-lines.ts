// The prompt as the drawer shows it: the recollection block in place, each of its lines tied to the concept that brought
// it, and long unchanged stretches folded. Pure. Source: proxy, Seeing it.
import { diffLines } from 'diff';
import type { RecalledLine, TrafficDetail } from '../../../../shared/model/traffic.ts';

type Diff = NonNullable<TrafficDetail['diff']>;

export type PromptLine =
  | { readonly kind: 'context'; readonly text: string }
  | { readonly kind: 'added'; readonly text: string; readonly recalled: RecalledLine | null }
  /** `count` unchanged lines that are folded away. */
  | { readonly kind: 'fold'; readonly count: number; readonly texts: readonly string[] };

const KEEP_AROUND = 4;
/** Folding fewer lines than this would save nothing. */
const LEAST_FOLD = 3;

const linesOf = (text: string): string[] => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));

/** Ties each line of a block to the recalled line it came from; the tags and unknown lines to none. */
export function tieLines(block: string, recalled: readonly RecalledLine[]): PromptLine[] {
  const first = new Map(recalled.map((r) => [r.line.split('\n')[0] ?? '', r]));
  let current: RecalledLine | null = null;
  let rest = 0;
  return linesOf(block).map((text) => {
    const starts = first.get(text);
    if (starts) {
      current = starts;
      rest = linesOf(starts.line).length - 1;
    } else if (rest > 0) rest -= 1;
    else current = null;
    return { kind: 'added', text, recalled: current };
  });
}

/** Keeps a few lines beside the block and folds the rest of an unchanged stretch. */
function folded(
  texts: readonly string[],
  touches: { readonly before: boolean; readonly after: boolean },
): PromptLine[] {
  const context = (text: string): PromptLine => ({ kind: 'context', text });
  const head = touches.before ? KEEP_AROUND : 0;
  const tail = touches.after ? KEEP_AROUND : 0;
  const hidden = texts.slice(head, texts.length - tail);
  if (hidden.length < LEAST_FOLD) return texts.map(context);
  return [
    ...texts.slice(0, head).map(context),
    { kind: 'fold', count: hidden.length, texts: hidden },
    ...texts.slice(texts.length - tail).map(context),
  ];
}

/**
 * The lines to show for a diff. With the bodies kept, the block stands where it went in; without, it stands alone.
 * Where the block is not found in `after` word for word (a route that re-encodes it), the two texts are compared.
 */
export function promptLines(diff: Diff, recalled: readonly RecalledLine[]): PromptLine[] {
  const { before, after, block } = diff;
  if (before === null || after === null) return tieLines(block, recalled);
  const at = after.indexOf(block);
  if (block !== '' && at >= 0) {
    return [
      ...folded(linesOf(after.slice(0, at)), { before: false, after: true }),
      ...tieLines(block, recalled),
      ...folded(linesOf(after.slice(at + block.length).replace(/^\n/, '')), { before: true, after: false }),
    ];
  }
  const changes = diffLines(before, after);
  return changes.flatMap((change, index) => {
    if (change.removed) return [];
    if (change.added) return tieLines(change.value, recalled);
    return folded(linesOf(change.value), { before: index > 0, after: index < changes.length - 1 });
  });
}
