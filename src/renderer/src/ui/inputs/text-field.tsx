// A labelled line (or a few lines) of text, with what is wrong, what a field cannot show of it, or a hint beneath it.
import type { Ref } from 'react';
import { TextField as AriaTextField, Input, Label, Text, TextArea } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { onlyHidden } from '../../../../shared/hidden-characters.ts';
import { cx } from '../cx.ts';
import styles from './text-field.module.css';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly placeholder?: string;
  readonly type?: 'text' | 'password' | 'datetime-local' | 'date';
  readonly lines?: number;
  readonly problem?: string | null;
  /** Said beneath it. */
  readonly hint?: string;
  readonly isRequired?: boolean;
  /** A name, a key or a fact: letter by letter, without the browser's help. */
  readonly exact?: boolean;
  readonly maxLength?: number;
  readonly autoFocus?: boolean;
  /** The label is read out and not shown. */
  readonly quiet?: boolean;
  readonly onKeyDown?: (event: {
    readonly key: string;
    readonly ctrlKey: boolean;
    readonly metaKey: boolean;
    preventDefault(): void;
  }) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

export function TextField(props: TextFieldProps) {
  const { t } = useTranslation();
  const { label, value, onChange, lines, problem, quiet, exact, inputRef } = props;
  const hidden = onlyHidden(value);
  const given = {
    className: cx(styles.input, exact && styles.mono, lines !== undefined && styles.area),
    ...(exact ? { spellCheck: false, autoCapitalize: 'none', autoComplete: 'off' } : {}),
    ...(props.placeholder === undefined ? {} : { placeholder: props.placeholder }),
  };
  return (
    <AriaTextField
      className={cx(styles.field)}
      value={value}
      onChange={onChange}
      isInvalid={Boolean(problem)}
      isRequired={props.isRequired ?? false}
      {...(quiet ? { 'aria-label': label } : {})}
      {...(props.type ? { type: props.type } : {})}
      {...(props.maxLength ? { maxLength: props.maxLength } : {})}
      {...(props.onKeyDown ? { onKeyDown: props.onKeyDown } : {})}
      autoFocus={props.autoFocus ?? false}
    >
      {quiet ? null : <Label className={cx(styles.label)}>{label}</Label>}
      {lines === undefined ? (
        <Input {...given} {...(inputRef ? { ref: inputRef } : {})} />
      ) : (
        <TextArea {...given} rows={lines} />
      )}
      {problem ? (
        <Text slot="errorMessage" className={cx(styles.problem)}>
          {problem}
        </Text>
      ) : null}
      {hidden === '' ? null : (
        <span className="quiet">
          {t('field.hidden')} {hidden}
        </span>
      )}
      {props.hint ? <span className="quiet">{props.hint}</span> : null}
    </AriaTextField>
  );
}
