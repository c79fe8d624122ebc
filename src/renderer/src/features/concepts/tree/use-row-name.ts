// What a row of the tree is called when it is read out: the concept, how it hangs from its parent, what is special about it, and how
// many are below it.
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../ui/format.ts';
import type { TreeRow } from './tree-rows.ts';

const CHANGE = { '+': 'added', '→': 'moved', '−': 'gone' } as const;

export function useRowName(focus: string): (row: TreeRow) => string {
  const { t } = useTranslation();
  return ({ kind, token, node, sign, renamed, leftOut }) => {
    if (kind === 'more') return t('concepts.tree.moreOf', { count: leftOut, token });
    if (kind === 'gone') return t('concepts.tree.name.gone', { token });
    const edge = node?.edge ?? null;
    const parts = [renamed ?? token];
    if (edge !== null)
      parts.push(
        t('concepts.tree.name.relation', {
          relation: t(edge.isIsa ? 'mark.isa' : 'mark.ispart'),
          parent: edge.parent,
        }),
      );
    if (token === focus) parts.push(t('concepts.tree.name.focus'));
    if (edge?.contested) parts.push(t('concepts.tree.name.contested'));
    if (edge?.doNotUse) parts.push(t('concepts.tree.name.unused'));
    const change = sign === null ? undefined : CHANGE[sign as keyof typeof CHANGE];
    if (change !== undefined) parts.push(t(`concepts.tree.name.change.${change}`));
    const { childrenTotal: count = 0, childrenShown: shown = 0 } = node ?? {};
    if (count > 0)
      parts.push(
        shown > 0 && shown < count
          ? t('concepts.tree.name.belowShown', { shown: formatCount(shown), count })
          : t('concepts.tree.name.below', { count }),
      );
    return parts.join(', ');
  };
}
