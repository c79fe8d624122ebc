// An on/off switch with its words beside it; the thumb's place says it, not only the colour.
import type { ReactNode } from 'react';
import { Switch } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './toggle.module.css';

interface ToggleProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (on: boolean) => void;
  readonly isDisabled?: boolean;
  /** Where the words beside it are too few to stand alone. */
  readonly label?: string;
}

export function Toggle({ children, isSelected, onChange, isDisabled, label }: ToggleProps) {
  return (
    <Switch
      className={cx(styles.toggle)}
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      {...(label ? { 'aria-label': label } : {})}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      {children}
    </Switch>
  );
}
