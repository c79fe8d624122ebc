// Buttons: with words, with an icon and a tooltip, and a choice of a few. Targets are at least 24 px. One that changes
// something says so (`writes`) and is held back while nobody is there to do it; it keeps its focus and says why.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  type PressEvent,
  ToggleButton,
  ToggleButtonGroup,
  TooltipTrigger,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { useLive, WHY_HELD } from '../liveness.ts';
import { Tip } from '../tip.tsx';
import styles from './button.module.css';

interface ButtonProps {
  readonly children: ReactNode;
  readonly onPress?: (event: PressEvent) => void;
  readonly variant?: 'primary' | 'plain' | 'quiet';
  readonly icon?: LucideIcon;
  readonly isDisabled?: boolean;
  readonly type?: 'button' | 'submit';
  /** Id of the form that it submits, where it stands outside of it. */
  readonly form?: string;
  readonly label?: string;
  /** It changes something in the core, or asks something of it that costs. */
  readonly writes?: boolean;
  /** It takes no press yet. Not `isDisabled`: a press on what is disabled would swallow the next one (react-aria). */
  readonly isEarly?: boolean;
  /** It shows something and hides it again: whether it is shown, and its id. */
  readonly expands?: boolean;
  readonly controls?: string;
  readonly ref?: Ref<HTMLButtonElement>;
}

/** What a button that is held back gets instead of its press: not `disabled`, which would take the focus away. */
export const HELD = { 'aria-disabled': true, 'aria-describedby': WHY_HELD } as const;

/** A button with words. `primary` is for the one main action of a place. */
export function Button({
  children,
  onPress,
  variant = 'plain',
  icon: Icon,
  isDisabled,
  type = 'button',
  form,
  label,
  writes,
  isEarly = false,
  expands,
  controls,
  ref,
}: ButtonProps) {
  const held = !useLive() && writes === true;
  const button = (
    <AriaButton
      className={cx(styles.button, styles[variant])}
      type={held ? 'button' : type}
      {...(form ? { form } : {})}
      {...(onPress && !held && !isEarly ? { onPress } : {})}
      {...(isEarly ? { 'aria-disabled': true } : {})}
      {...(label ? { 'aria-label': label } : {})}
      {...(expands === undefined ? {} : { 'aria-expanded': expands })}
      {...(controls ? { 'aria-controls': controls } : {})}
      {...(held ? HELD : {})}
      isDisabled={isDisabled ?? false}
      {...(ref ? { ref } : {})}
    >
      {Icon ? <Icon size={14} strokeWidth={1.75} /> : null}
      {children}
    </AriaButton>
  );
  return writes ? <WithWhy isHeld={held}>{button}</WithWhy> : button;
}

/** Says over a button why it does nothing now. Around it always, so that it stays the same button. */
function WithWhy({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <TooltipTrigger delay={200} closeDelay={80} isDisabled={!isHeld}>
      {children}
      <Tip>{t('connection.held')}</Tip>
    </TooltipTrigger>
  );
}

interface IconButtonProps {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly pressed?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
  /** It changes something in the core. */
  readonly writes?: boolean;
}

/** An icon with an accessible name that is also its tooltip. `pressed` makes it a toggle. */
export function IconButton({
  label,
  icon: Icon,
  onPress,
  isDisabled,
  pressed,
  ref,
  writes,
}: IconButtonProps) {
  const { t } = useTranslation();
  const held = !useLive() && writes === true;
  return (
    <TooltipTrigger delay={400} closeDelay={80}>
      <AriaButton
        {...(ref ? { ref } : {})}
        className={cx(styles.icon, pressed && styles.pressed)}
        aria-label={label}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
        {...(held ? HELD : { onPress })}
        isDisabled={isDisabled ?? false}
      >
        <Icon size={16} strokeWidth={1.5} />
      </AriaButton>
      <Tip>{held ? `${label}. ${t('connection.held')}` : label}</Tip>
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
