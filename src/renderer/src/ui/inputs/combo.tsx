// A field that offers names while one is typed, and takes any other name too.
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  ComboBox as AriaComboBox,
  Button,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components';
import { cx } from '../cx.ts';
import styles from './combo.module.css';
import lists from './list.module.css';
import fields from './text-field.module.css';

export interface ComboOption {
  /** What is put into the field. */
  readonly value: string;
  readonly content: ReactNode;
}

interface ComboProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly options: readonly ComboOption[];
  /** Said in the list while the options are on their way; null or absent once they are here. */
  readonly reading?: string | null;
  readonly placeholder?: string;
  readonly problem?: string | null;
  readonly autoFocus?: boolean;
}

export function Combo(props: ComboProps) {
  const { label, value, onChange, options, reading, problem } = props;
  return (
    <AriaComboBox
      className={cx(fields.field)}
      allowsCustomValue
      menuTrigger="input"
      allowsEmptyCollection={Boolean(reading)}
      inputValue={value}
      onInputChange={onChange}
      isInvalid={Boolean(problem)}
      items={matching(options, value).map((option) => ({ ...option, id: option.value }))}
    >
      <Label className={cx(fields.label)}>{label}</Label>
      <div className={styles.box}>
        <Input
          className={cx(fields.input, styles.input)}
          spellCheck={false}
          {...(props.autoFocus ? { autoFocus: true } : {})}
          {...(props.placeholder === undefined ? {} : { placeholder: props.placeholder })}
        />
        <Button className={cx(styles.open)}>
          <ChevronDown size={14} strokeWidth={1.75} />
        </Button>
      </div>
      {problem ? (
        <Text slot="errorMessage" className={cx(fields.problem)}>
          {problem}
        </Text>
      ) : null}
      <Popover className={cx(lists.popover, styles.popover)} offset={4}>
        <ListBox<ComboOption & { id: string }>
          className={cx(lists.list)}
          renderEmptyState={() => (reading ? <span className={styles.reading}>{reading}</span> : null)}
        >
          {(option) => (
            <ListBoxItem className={cx(lists.item)} textValue={option.value}>
              {option.content}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaComboBox>
  );
}

/** Those that hold what is typed; all of them when it is one of them already. */
function matching(options: readonly ComboOption[], typed: string): readonly ComboOption[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted === '' || options.some((option) => option.value.toLowerCase() === wanted)) return options;
  return options.filter((option) => option.value.toLowerCase().includes(wanted));
}
