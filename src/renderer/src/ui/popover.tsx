// A button that opens a small panel of fields beside it.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components';
import { cx } from './cx.ts';
import buttons from './inputs/button.module.css';
import styles from './popover.module.css';

interface PopoverButtonProps {
  readonly label: string;
  readonly icon?: LucideIcon;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly children: ReactNode;
}

export function PopoverButton({ label, icon: Icon, isOpen, onOpenChange, children }: PopoverButtonProps) {
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <AriaButton className={cx(buttons.button, buttons.plain)} aria-label={label}>
        {Icon ? <Icon size={14} strokeWidth={1.75} /> : null}
        {Icon ? <span className={styles.words}>{label}</span> : label}
      </AriaButton>
      {/* The pop-up is the dialog itself, so that its hidden ways out are inside of it. */}
      <Popover className={cx(styles.popover)} offset={4} placement="bottom start" aria-label={label}>
        <div className={styles.panel}>{children}</div>
      </Popover>
    </DialogTrigger>
  );
}
