// Other arguments for the same thing on the same resource, as a small form. What is saved is a new card, to be looked at like any other.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../../shared/model/approval.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { approval as words } from '../catalogue/approval.ts';
import styles from './card.module.css';
import { argumentsOf, type Field, fieldsOf, problemOf } from './edit-fields.ts';

interface EditFormProps {
  readonly approval: Approval;
  readonly onSave: (given: Record<string, unknown>) => void;
  readonly onBack: () => void;
  readonly isBusy: boolean;
}

const LINES = 8;

type Known = keyof typeof words.argument;
const isKnown = (name: string): name is Known => Object.hasOwn(words.argument, name);

/** What an argument is called: in our words, else in its own. */
function useLabel(): (field: Field) => string {
  const { t } = useTranslation();
  return ({ path }) => {
    const name = path.at(-1) ?? '';
    if (isKnown(name)) return t(`approval.argument.${name}`);
    const spaced = name.replaceAll('_', ' ');
    return spaced.charAt(0).toUpperCase() + spaced.slice(1);
  };
}

export function EditForm({ approval, onSave, onBack, isBusy }: EditFormProps) {
  const { t } = useTranslation();
  const about = { action: approval.plan.action, kind: approval.plan.resource.kind };
  const [before] = useState(() => fieldsOf(approval.arguments, about));
  const [fields, setFields] = useState(before);
  const labelOf = useLabel();
  const change = (at: number, value: string | boolean) =>
    setFields(fields.map((field, i) => (i === at ? { ...field, value } : field)));
  const isSame = JSON.stringify(fields) === JSON.stringify(before);
  const isWrong = fields.some((field) => problemOf(field) !== null);
  return (
    <form
      className={styles.form}
      aria-label={t('approval.editTitle')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        onBack();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSame && !isWrong && !isBusy) onSave(argumentsOf(approval.arguments, fields));
      }}
      data-edit-form
    >
      <p>
        <b>{t('approval.editTitle')}</b> <span className="quiet">{t('approval.editText')}</span>
      </p>
      {fields.length === 0 ? <p className="muted">{t('approval.editNone')}</p> : null}
      {fields.map((field, at) => (
        <FieldInput
          key={field.path.join('.')}
          field={field}
          label={labelOf(field)}
          isFirst={at === 0}
          onChange={(value) => change(at, value)}
        />
      ))}
      <div className={styles.foot}>
        <Button variant="quiet" onPress={onBack}>
          {t('action.cancel')}
        </Button>
        <span className="push" />
        <Button variant="primary" writes type="submit" isDisabled={isSame || isWrong || isBusy}>
          {t('approval.editSave')}
        </Button>
      </div>
    </form>
  );
}

interface FieldInputProps {
  readonly field: Field;
  readonly label: string;
  readonly isFirst: boolean;
  readonly onChange: (value: string | boolean) => void;
}

function FieldInput({ field, label, isFirst, onChange }: FieldInputProps) {
  const { t } = useTranslation();
  const { kind, value, isOptional } = field;
  if (kind === 'kept')
    return (
      <p>
        {label} <span className="quiet">{t('approval.editKept')}</span>
      </p>
    );
  if (typeof value === 'boolean')
    return (
      <Toggle isSelected={value} onChange={onChange}>
        {label}
      </Toggle>
    );
  const problem = problemOf(field);
  return (
    <TextField
      label={label}
      value={value}
      onChange={onChange}
      exact
      autoFocus={isFirst}
      {...(isOptional ? { placeholder: t('approval.fromServer') } : {})}
      {...(kind === 'lines' ? { lines: LINES } : {})}
      problem={
        problem === null ? null : t(problem === 'hidden' ? 'approval.editHidden' : 'approval.editNumber')
      }
    />
  );
}
