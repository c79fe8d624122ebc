// One line that unfolds: what is behind it is drawn only once it is open.
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { cx } from '../../../ui/cx.ts';
import styles from './fold.module.css';

interface FoldProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly aside?: ReactNode;
  readonly quiet?: boolean;
  readonly name?: string;
}

export function Fold({ summary, children, aside, quiet, name }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={cx(styles.fold, quiet && styles.quiet)}
      onToggle={(event) => {
        // Of folds within this one, too.
        if (event.target === event.currentTarget) setOpen(event.currentTarget.open);
      }}
      data-fold={name}
    >
      <summary className={styles.line}>
        <ChevronRight className={styles.chevron} size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={styles.words}>{summary}</span>
        {aside ? <span className={styles.aside}>{aside}</span> : null}
      </summary>
      {isOpen ? <div className={styles.inside}>{children}</div> : null}
    </details>
  );
}
