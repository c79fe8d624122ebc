// The few words beside a thing that is pointed at or focused. Stands in a TooltipTrigger, after the thing.
import type { ReactNode } from 'react';
import { Tooltip } from 'react-aria-components';
import { cx } from './cx.ts';
import styles from './tip.module.css';

export function Tip({ children, placement = 'top' }: { children: ReactNode; placement?: 'top' | 'right' }) {
  return (
    <Tooltip className={cx(styles.tip)} placement={placement} offset={6}>
      {children}
    </Tooltip>
  );
}
