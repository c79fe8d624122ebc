// The relation of a row as a button that asks why it is held. The row's own press does something else.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../../ui/cx.ts';
import type { TreeNode } from '../concepts-store.ts';
import { askWhy } from './ask-why.ts';
import styles from './why.module.css';

interface WhyButtonProps {
  readonly edge: NonNullable<TreeNode['edge']>;
  readonly className?: string;
  /** What stands on it where that is not the relation; then Tab comes by, while in a grid the grid's own key asks. */
  readonly words?: string;
  readonly children: ReactNode;
}

export function WhyButton({ edge, className, words, children }: WhyButtonProps) {
  const { t } = useTranslation();
  const { concept, parent, isIsa, edgeId, contested } = edge;
  const relation = t(isIsa ? 'mark.isa' : 'mark.ispart');
  const ask = t('concepts.why.ask', { concept, relation, parent });
  return (
    <button
      type="button"
      tabIndex={words === undefined ? -1 : 0}
      className={cx(className, styles.ask)}
      data-contested={contested}
      title={ask}
      aria-label={words === undefined ? ask : `${words} ${ask}`}
      onClick={(event) => {
        event.stopPropagation();
        askWhy(edgeId);
      }}
    >
      {children}
    </button>
  );
}
