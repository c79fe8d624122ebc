// The few things an action wants to know before it is asked for. Enter goes on, Esc puts it away.
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Toggle } from '../../../ui/inputs/toggle.tsx';
import styles from '../inspect/inspector.module.css';
import { argumentsOf, fieldsOf, type Typed } from './action-fields.ts';
import { proposalStore } from './proposal-store.ts';

interface ActionFormProps {
  readonly resource: Resource;
  readonly action: ActionName;
  readonly onDrop: () => void;
}

export function ActionForm({ resource, action, onDrop }: ActionFormProps) {
  const { t } = useTranslation();
  const fields = fieldsOf(resource.kind, action);
  const [typed, setTyped] = useState<Typed>({});
  const [wrong, setWrong] = useState<string | null>(null);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const read = argumentsOf(fields, typed);
    if ('wrong' in read) setWrong(read.wrong);
    else void proposalStore.getState().propose(resource, action, read.given);
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    onDrop();
    document.querySelector<HTMLElement>('[data-inspector-title]')?.focus();
  }
  const words = t(`resources.action.${action}`);
  return (
    <form
      className={styles.form}
      aria-label={t('resources.act.form', { action: words, name: resource.name })}
      onSubmit={submit}
      onKeyDown={onKeyDown}
    >
      {fields.map(({ name, kind, isRequired, options = [] }, at) =>
        kind === 'choice' ? (
          <div key={name} className={styles.choice}>
            <span>{t(`resources.field.${name}`)}</span>
            <Choice
              label={t(`resources.field.${name}`)}
              value={typeof typed[name] === 'string' ? typed[name] : (options[0] ?? '')}
              options={options.map((value) => ({
                value,
                label: t(`resources.policy.${value as 'no'}`),
              }))}
              onChange={(value) => setTyped((before) => ({ ...before, [name]: value }))}
            />
          </div>
        ) : kind === 'switch' ? (
          <Toggle
            key={name}
            isSelected={typed[name] === true}
            onChange={(on) => setTyped((before) => ({ ...before, [name]: on }))}
          >
            {t(`resources.field.${name}`)}
          </Toggle>
        ) : (
          <TextField
            key={name}
            label={t(`resources.field.${name}`)}
            value={typeof typed[name] === 'string' ? typed[name] : ''}
            onChange={(text) => {
              setWrong(null);
              setTyped((before) => ({ ...before, [name]: text }));
            }}
            hint={t(`resources.fieldHint.${name as 'model'}`)}
            problem={wrong === name ? t(`resources.fieldWrong.${name as 'model'}`) : null}
            isRequired={isRequired}
            autoFocus={at === 0}
            exact
          />
        ),
      )}
      <div className="buttons">
        <Button type="submit" variant="primary" writes>
          {t('resources.act.ask', { action: words })}
        </Button>
        <Button variant="quiet" onPress={onDrop}>
          {t('action.cancel')}
        </Button>
      </div>
    </form>
  );
}
