// A label above a control that has its name already.
import type { ReactNode } from 'react';
import styles from './text-field.module.css';

export function Labelled({ words, children }: { words: string; children: ReactNode }) {
  return (
    <div className={styles.labelled}>
      <span className={styles.label} aria-hidden="true">
        {words}
      </span>
      {children}
    </div>
  );
}
