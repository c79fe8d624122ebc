// A table whose columns stand next to each other where there is room, and under each other in taller rows where there is not.
import { type Column, VirtualGrid, type VirtualGridProps } from '../virtual-grid.tsx';
import { Fitted } from './fitted.tsx';

export interface StackingColumns<T> {
  readonly apart: readonly Column<T>[];
  readonly together: readonly Column<T>[];
}

interface StackingGridProps<T> extends Omit<VirtualGridProps<T>, 'columns' | 'rowHeight'> {
  readonly columns: StackingColumns<T>;
  /** Pixels that the columns take next to each other. */
  readonly least: number;
  /** Under each other, whatever room there is. */
  readonly isStacked?: boolean;
}

/** Pixels of a row whose columns stand under each other. */
const STACKED_HEIGHT = 56;

export function StackingGrid<T>({ columns, least, isStacked = false, ...grid }: StackingGridProps<T>) {
  return (
    <Fitted>
      {(width) =>
        isStacked || width < least ? (
          <VirtualGrid {...grid} columns={columns.together} rowHeight={STACKED_HEIGHT} />
        ) : (
          <VirtualGrid {...grid} columns={columns.apart} />
        )
      }
    </Fitted>
  );
}
