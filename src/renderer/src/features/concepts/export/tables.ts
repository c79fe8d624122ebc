// The tables of Concepts as CSV: the same rows as on the screen, by RFC 4180, and no cell that a spreadsheet runs. Pure.
import { csvRow } from '../../../../../shared/files/csv-cells.ts';
import type { Api } from '../../../session/client.ts';
import type { Difference } from '../compare/compare-store.ts';
import type { Viewed, ViewedEdge } from './viewed.ts';

type Between = Awaited<ReturnType<Api['concepts']['between']>>;
type Cell = string | number | null;
type Column<T> = readonly [name: string, value: (row: T) => Cell];

const table = <T>(columns: readonly Column<T>[], rows: readonly T[]): string =>
  [
    csvRow(columns.map(([name]) => name)),
    ...rows.map((row) => csvRow(columns.map(([, value]) => value(row) ?? ''))),
  ].join('');

const FACT: readonly Column<ViewedEdge | undefined>[] = [
  ['relation', (edge) => edge?.relation ?? null],
  ['parent', (edge) => edge?.parent ?? null],
  ['dimension', (edge) => edge?.dimension ?? null],
  ['source', (edge) => edge?.source ?? null],
  ['confidence', (edge) => edge?.confidence ?? null],
  ['last_confirmed', (edge) => edge?.last_confirmed ?? null],
  ['contested', (edge) => (edge === undefined ? null : String(edge.contested))],
];

/** A dimension's concepts, a row each with the fact that places it; or, around a concept, a row a fact. */
export function csvOfView({ view, dimension, nodes, edges }: Viewed): string {
  if (view === 'around') return table([['concept', (edge) => edge.concept], ...FACT], edges);
  const placing = new Map(edges.filter((e) => e.dimension === dimension).map((edge) => [edge.concept, edge]));
  return table(
    [
      ['concept', ({ node }) => node.concept],
      ...FACT.map(([name, value]): Column<Row> => [name, ({ edge }) => value(edge)]),
      ['place', ({ node }) => node.place],
      ['level', ({ node }) => node.distance],
      ['named', ({ node }) => node.named],
      ['below', ({ node }) => node.below],
      ['below_shown', ({ node }) => node.below_shown],
      ['change', ({ node }) => node.change],
    ],
    nodes.map((node): Row => ({ node, edge: placing.get(node.concept) })),
  );
}
interface Row {
  readonly node: Viewed['nodes'][number];
  readonly edge: ViewedEdge | undefined;
}

/** What a dimension says otherwise than before. */
export const csvOfChanges = ({ dimension, from, changes }: Difference): string =>
  table(
    [
      ['concept', ({ concept }) => concept],
      ['dimension', () => dimension],
      ['change', ({ kind, isFlavour }) => (isFlavour ? 'relation' : kind)],
      ['was_in', ({ before }) => before],
      ['is_in', ({ after }) => after],
      ['compared_with', () => new Date(from).toISOString()],
    ],
    changes,
  );

/** What two dimensions say of the same concepts. */
export const csvOfBetween = ({ one, other, rows }: Between): string =>
  table(
    [
      ['concept', ({ concept }) => concept],
      ['said', ({ said }) => said],
      [`in ${one}`, (row) => row.one],
      [`in ${other}`, (row) => row.other],
    ],
    rows,
  );
