// Which dimensions differ between what agents see now and what they would see then. Pure.
import { readBlockLine } from '../../../ui/recollection-text.ts';

const partsOf = (line: string | null): Map<string, string> => {
  const read = line === null ? null : readBlockLine(line);
  if (read?.kind !== 'edges') return new Map();
  return new Map(
    read.parts.map((part) => [part.dimension, `${part.parent ?? ''}${part.contested ? '?' : ''}`]),
  );
};

/** The dimensions of `line` that `other` does not have just so. */
export function changedDimensions(line: string | null, other: string | null): string[] {
  const there = partsOf(other);
  return [...partsOf(line)].flatMap(([dimension, says]) =>
    there.get(dimension) === says ? [] : [dimension],
  );
}
