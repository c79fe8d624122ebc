// One row of the tree: how it hangs from its parent, its name, how many are below it, whether it is contested, and its commands.
import { ChevronRight } from 'lucide-react';
import { memo } from 'react';
import { Button, Collection, TreeItem, TreeItemContent } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { EdgeStroke, SourceChip, Token } from '../../../session/marks.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatCount, formatPercent } from '../../../ui/format.ts';
import { RowCommands } from './row-commands.tsx';
import styles from './tree.module.css';
import type { TreeRow } from './tree-rows.ts';
import { useRowName } from './use-row-name.ts';

interface ConceptRowProps {
  readonly row: TreeRow;
  readonly focus: string;
  readonly onAct: (row: TreeRow) => void;
  readonly onTell: (token: string) => void;
}

export const ConceptRow = memo(function ConceptRow({ row, focus, onAct, onTell }: ConceptRowProps) {
  const nameOf = useRowName(focus);
  return (
    <TreeItem
      id={row.id}
      data-row={row.id}
      className={cx(styles.row)}
      textValue={nameOf(row)}
      onAction={() => onAct(row)}
    >
      <TreeItemContent>
        {({ hasChildItems }) => (
          <div
            className={styles.content}
            data-kind={row.kind}
            data-focus={row.token === focus && row.node !== null}
          >
            {hasChildItems ? (
              <Button slot="chevron" className={cx(styles.chevron)}>
                <ChevronRight size={14} strokeWidth={1.75} />
              </Button>
            ) : (
              <span className={styles.chevron} />
            )}
            <Name row={row} focus={focus} />
            {row.node === null ? null : (
              <RowCommands node={row.node} onOpen={() => onAct(row)} onTell={() => onTell(row.token)} />
            )}
          </div>
        )}
      </TreeItemContent>
      <Collection items={row.below}>
        {(child) => <ConceptRow row={child} focus={focus} onAct={onAct} onTell={onTell} />}
      </Collection>
    </TreeItem>
  );
});

/** What is shown of it; the row's own name says it all. */
function Name({ row, focus }: { row: TreeRow; focus: string }) {
  const { t } = useTranslation();
  const { node, sign, token, renamed, leftOut } = row;
  if (row.kind === 'more')
    return <span className={styles.more}>{t('concepts.tree.more', { count: leftOut })}</span>;
  const edge = node?.edge ?? null;
  const shown = node && node.childrenShown < node.childrenTotal && node.childrenShown > 0;
  return (
    <>
      {edge === null ? null : (
        <EdgeStroke isIsa={edge.isIsa} confidence={edge.confidence} contested={edge.contested} />
      )}
      {sign === null ? null : (
        <span className={styles.sign} data-sign={sign}>
          {sign}
        </span>
      )}
      <span className={styles.name}>
        <Token token={renamed ?? token} plain strong={token === focus} />
      </span>
      {edge?.contested ? <span className={styles.contested}>?</span> : null}
      {node && node.childrenTotal > 0 ? (
        <span className={styles.count}>
          {shown
            ? t('concepts.inspector.belowCount', {
                shown: formatCount(node.childrenShown),
                total: formatCount(node.childrenTotal),
              })
            : formatCount(node.childrenTotal)}
        </span>
      ) : null}
      <span className="push" />
      {edge === null ? null : (
        <span className={styles.marks}>
          {formatPercent(edge.confidence)} <SourceChip source={edge.source} />
        </span>
      )}
    </>
  );
}
