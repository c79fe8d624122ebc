// One of several in a drop-down, where they are too many to stand side by side.
import { ChevronDown } from 'lucide-react';
import { Button, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { cx } from '../cx.ts';
import { useLive } from '../liveness.ts';
import styles from './choice.module.css';
import lists from './list.module.css';

interface ChoiceProps<V extends string> {
  readonly label: string;
  readonly value: V;
  /** `aside`: what explains it, in the list alone. */
  readonly options: readonly { readonly value: V; readonly label: string; readonly aside?: string }[];
  readonly onChange: (value: V) => void;
  readonly isDisabled?: boolean;
  /** It changes something in the core as soon as it is chosen. */
  readonly writes?: boolean;
}

export function Choice<V extends string>({
  label,
  value,
  options,
  onChange,
  isDisabled,
  writes,
}: ChoiceProps<V>) {
  const held = !useLive() && writes === true;
  return (
    <Select
      aria-label={label}
      value={value}
      isDisabled={(isDisabled ?? false) || held}
      onChange={(key) => {
        const option = options.find((o) => o.value === key);
        if (option) onChange(option.value);
      }}
    >
      <Button className={cx(styles.button)}>
        <SelectValue className={cx(styles.value)}>
          {() => options.find((option) => option.value === value)?.label}
        </SelectValue>
        <ChevronDown size={14} strokeWidth={1.75} />
      </Button>
      <Popover className={cx(lists.popover, styles.popover)} offset={4}>
        <ListBox className={cx(lists.list)}>
          {options.map((option) => (
            <ListBoxItem
              key={option.value}
              id={option.value}
              textValue={option.label}
              className={cx(lists.item)}
            >
              {option.label}
              {option.aside === undefined ? null : <span className={styles.aside}>{option.aside}</span>}
            </ListBoxItem>
          ))}
        </ListBox>
      </Popover>
    </Select>
  );
}
