// The rows of the list: findings as they come, or gathered under what they share, which can be folded; what shares it with nothing stands alone. The order of groups
// is that of their first finding, so the gravest stays on top. Pure. Called by list.tsx and the keys.
import type { Finding } from '../../../../../shared/model/evidence/finding.ts';
import type { Grouping } from '../findings-store.ts';

export interface FindingRow {
  readonly type: 'finding';
  readonly key: string;
  readonly depth: 0 | 1;
  readonly finding: Finding;
}

export interface GroupRow {
  readonly type: 'group';
  readonly key: string;
  readonly depth: 0;
  /** A component with its version, or a vulnerability. */
  readonly name: string;
  /** The gravest of them. */
  readonly first: Finding;
  readonly findings: number;
  readonly products: number;
  readonly open: boolean;
}

export type Row = FindingRow | GroupRow;

export const componentOf = ({ component: { name, version } }: Pick<Finding, 'component'>): string =>
  version === null ? name : `${name}@${version}`;

const NAME: Readonly<Record<Exclude<Grouping, 'none'>, (finding: Finding) => string>> = {
  component: componentOf,
  vulnerability: ({ vulnerability }) => vulnerability,
};

const groupKey = (grouping: Grouping, name: string): string => `${grouping}:${name}`;

export function rowsOf(
  findings: readonly Finding[],
  grouping: Grouping,
  folded: ReadonlySet<string>,
): readonly Row[] {
  if (grouping === 'none')
    return findings.map((finding) => ({ type: 'finding', key: finding.key, depth: 0, finding }));
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const name = NAME[grouping](finding);
    const group = groups.get(name);
    if (group) group.push(finding);
    else groups.set(name, [finding]);
  }
  const rows: Row[] = [];
  for (const [name, group] of groups) {
    const key = groupKey(grouping, name);
    const [first] = group;
    if (!first) continue;
    if (group.length === 1) {
      rows.push({ type: 'finding', key: first.key, depth: 0, finding: first });
      continue;
    }
    const open = !folded.has(key);
    const products = new Set(group.map(({ product }) => product.key)).size;
    rows.push({ type: 'group', key, depth: 0, name, first, findings: group.length, products, open });
    if (open)
      for (const finding of group) rows.push({ type: 'finding', key: finding.key, depth: 1, finding });
  }
  return rows;
}
