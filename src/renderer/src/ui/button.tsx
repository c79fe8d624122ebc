// Buttons: with words, with an icon and a tooltip, and a choice of a few. Targets are at least 24 px.
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type PressEvent,
  ToggleButton,
  ToggleButtonGroup,
  Tooltip,
  TooltipTrigger,
} from 'react-aria-components';
import styles from './button.module.css';
import { cx } from './cx.ts';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly variant?: 'primary' | 'plain' | 'quiet';
  readonly icon?: ReactNode;
  readonly isDisabled?: boolean;
  readonly type?: 'button' | 'submit';
  readonly label?: string;
}

/** A button with words. `primary` is for the one main action of a place. */
export function Button({
  children,
  onPress,
  variant = 'plain',
  icon,
  isDisabled,
  type = 'button',
  label,
}: ButtonProps) {
  return (
    <AriaButton
      className={cx(styles.button, styles[variant])}
      type={type}
      {...(onPress ? { onPress } : {})}
      {...(label ? { 'aria-label': label } : {})}
      isDisabled={isDisabled ?? false}
    >
      {icon}
      {children}
    </AriaButton>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly children: ReactNode;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** An icon with an accessible name that is also its tooltip. `pressed` makes it a toggle. */
export function IconButton({ label, children, onPress, isDisabled, pressed, ref }: IconButtonProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      <AriaButton
        {...(ref ? { ref } : {})}
        className={cx(styles.icon, pressed && styles.pressed)}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        onPress={onPress}
        isDisabled={isDisabled ?? false}
      >
        {children}
      </AriaButton>
      <Tooltip className={cx(styles.tooltip)} offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}

interface SegmentsProps<V extends string> {
  readonly label: string;
  readonly value: V;
  readonly options: readonly { readonly value: V; readonly label: ReactNode; readonly name?: string }[];
  readonly onChange: (value: V) => void;
}

/** One of a few, all visible. */
export function Segments<V extends string>({ label, value, options, onChange }: SegmentsProps<V>) {
  return (
    <ToggleButtonGroup
      className={cx(styles.segments)}
      aria-label={label}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[value]}
      onSelectionChange={(keys) => {
        const [chosen] = keys;
        const option = options.find((o) => o.value === chosen);
        if (option) onChange(option.value);
      }}
    >
      {options.map((option) => (
        <ToggleButton
          key={option.value}
          id={option.value}
          className={cx(styles.segment)}
          {...(option.name ? { 'aria-label': option.name } : {})}
        >
          {option.label}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
