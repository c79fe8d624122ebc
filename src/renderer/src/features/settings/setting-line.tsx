// One runtime setting: name, reason, value with its unit, default, who set it. A switch, a choice or a field by the value's kind;
// the core validates, and its words stand under the field.
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Input, TextField } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type SettingRow, settingsStore } from '../../session/settings-store.ts';
import { say } from '../../session/toasts.tsx';
import { cx } from '../../ui/cx.ts';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import styles from './settings.module.css';

interface SettingLineProps {
  readonly row: SettingRow;
  /** A link leads to it: it is brought into sight, with the focus on what changes it. */
  readonly isAsked: boolean;
}

export function SettingLine({ row, isAsked }: SettingLineProps) {
  const { t } = useTranslation();
  const line = useRef<HTMLLIElement>(null);
  const { save } = useStore(settingsStore);
  const [failure, setFailure] = useState<Failure | null>(null);
  const locked = row.setBy === 'file';
  useEffect(() => {
    if (!isAsked) return;
    line.current?.scrollIntoView({ block: 'nearest' });
    const control = line.current?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)');
    (control ?? line.current)?.focus({ preventScroll: true });
  }, [isAsked]);
  async function change(value: unknown): Promise<void> {
    const refused = await save(row.key, value);
    setFailure(refused);
    if (refused === null) say(t('settings.saved', { name: row.title, value: shown(value) }));
  }
  const shown = (value: unknown): string =>
    typeof value === 'boolean'
      ? t(value ? 'action.on' : 'action.off')
      : value === null || value === ''
        ? t('settings.none')
        : String(value);
  return (
    <li ref={line} className={styles.setting} tabIndex={-1} data-asked={isAsked}>
      <div className={styles.about}>
        <p className={styles.name}>{row.title}</p>
        <p>{row.doc}</p>
        <code className={styles.key}>{row.key}</code>
      </div>
      <div className={styles.value}>
        {typeof row.value === 'boolean' ? (
          <Toggle
            writes
            isSelected={row.value}
            isDisabled={locked}
            onChange={(on) => void change(on)}
            label={row.title}
          >
            {t(row.value ? 'action.on' : 'action.off')}
          </Toggle>
        ) : row.choices ? (
          <Choice
            writes
            label={t('settings.edit', { name: row.title })}
            value={String(row.value)}
            isDisabled={locked}
            onChange={(value) => void change(value)}
            options={row.choices.map((value) => ({ value, label: value }))}
          />
        ) : (
          <Field
            key={String(row.value)}
            row={row}
            isDisabled={locked}
            onSave={(value) => void change(value)}
            onWrong={setFailure}
          />
        )}
        {failure === null ? null : (
          <p className={styles.wrong} role="alert">
            {failure.message}
          </p>
        )}
      </div>
      <div className={styles.origin}>
        <span data-by={row.setBy}>{t(`settings.by.${row.setBy}`)}</span>
        {row.setBy === 'default' ? null : <span>{t('settings.default', { value: shown(row.default) })}</span>}
        {locked ? <span>{t('settings.fileLocked')}</span> : null}
      </div>
    </li>
  );
}

interface FieldProps {
  readonly row: SettingRow;
  readonly isDisabled: boolean;
  readonly onSave: (value: unknown) => void;
  readonly onWrong: (failure: Failure | null) => void;
}

/** A number stays a number: text that is none is refused here, everything else by the core. */
function Field({ row, isDisabled, onSave, onWrong }: FieldProps) {
  const { t } = useTranslation();
  const [text, setText] = useState(String(row.value));
  const changed = text !== String(row.value);
  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!changed) return;
    const numeric = typeof row.value === 'number';
    const value = numeric ? Number(text.trim().replace(/_/g, '')) : text;
    if (numeric && (text.trim() === '' || Number.isNaN(value))) {
      onWrong({
        message: t('settings.notANumber'),
        code: 'INVALID_INPUT',
        requestId: null,
        details: {},
        offline: false,
      });
      return;
    }
    onSave(value);
  }
  return (
    <form className={styles.field} onSubmit={submit} data-text={typeof row.value === 'string'}>
      <TextField
        aria-label={t('settings.edit', { name: row.title })}
        value={text}
        onChange={setText}
        isDisabled={isDisabled}
      >
        <Input className={cx(styles.input)} spellCheck={false} data-numeric={typeof row.value === 'number'} />
      </TextField>
      <span className="quiet">{row.unit}</span>
      {changed ? (
        <Button type="submit" variant="primary" writes>
          {t('settings.save')}
        </Button>
      ) : null}
    </form>
  );
}
