// A search field with a clear button; `/` reaches it through the screen's command, Escape clears it.
import { Search, X } from 'lucide-react';
import type { KeyboardEvent, Ref } from 'react';
import { SearchField as AriaSearchField, Button, Input } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { Kbd } from '../kbd.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onSubmit?: () => void;
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
  readonly large?: boolean;
  readonly hint?: string;
}

export function SearchField(props: SearchFieldProps) {
  const { t } = useTranslation();
  return (
    <AriaSearchField
      className={cx(styles.field, props.large && styles.large)}
      aria-label={props.label}
      value={props.value}
      onChange={props.onChange}
      {...(props.onSubmit ? { onSubmit: props.onSubmit } : {})}
    >
      <Search className="muted" size={16} strokeWidth={1.5} />
      <Input
        {...(props.inputRef ? { ref: props.inputRef } : {})}
        className={cx(styles.input)}
        placeholder={props.placeholder}
        spellCheck={false}
        {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
      />
      {props.value === '' ? (
        props.hint ? (
          <Kbd keys={props.hint} />
        ) : null
      ) : (
        <Button className={cx(styles.clear)} aria-label={t('action.clearSearch')}>
          <X size={14} strokeWidth={1.5} />
        </Button>
      )}
    </AriaSearchField>
  );
}
