// An on/off switch with its words beside it; the thumb's place says it, not only the colour.
import type { ReactNode } from 'react';
import { Switch } from 'react-aria-components';
import { cx } from '../cx.ts';
import { useLive, WHY_HELD } from '../liveness.ts';
import styles from './toggle.module.css';

interface ToggleProps {
  readonly children: ReactNode;
  readonly isSelected: boolean;
  readonly onChange: (on: boolean) => void;
  readonly isDisabled?: boolean;
  /** Where the words beside it are too few to stand alone. */
  readonly label?: string;
  /** It changes something in the core as soon as it is thrown. */
  readonly writes?: boolean;
}

export function Toggle({ children, isSelected, onChange, isDisabled, label, writes }: ToggleProps) {
  const held = !useLive() && writes === true;
  return (
    <Switch
      className={cx(styles.toggle)}
      isSelected={isSelected}
      onChange={onChange}
      isDisabled={isDisabled ?? false}
      {...(held ? { isReadOnly: true, 'aria-describedby': WHY_HELD } : {})}
      {...(label ? { 'aria-label': label } : {})}
    >
      <span className={styles.track} aria-hidden="true">
        <span className={styles.thumb} />
      </span>
      {children}
    </Switch>
  );
}
