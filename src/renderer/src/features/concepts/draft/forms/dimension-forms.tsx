// Dialogs for a dimension as a whole: made, named otherwise, asked otherwise, merged with another, ended.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DimensionMark } from '../../../../session/marks.tsx';
import { Segments } from '../../../../ui/inputs/button.tsx';
import { TextField } from '../../../../ui/inputs/text-field.tsx';
import { useKnownDimensions } from '../../dimension/use-known-dimensions.ts';
import styles from '../draft.module.css';
import { adding } from '../make-edits.ts';
import { EditForm } from './edit-form.tsx';
import { asked, DimensionField, QuestionField } from './fields.tsx';

interface OfDimension {
  readonly dimension: string;
}

function NameField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation();
  return (
    <TextField
      label={t('concepts.edit.form.newName')}
      value={value}
      onChange={onChange}
      maxLength={200}
      exact
      autoFocus
    />
  );
}

export function MakeForm() {
  const { t } = useTranslation();
  const [name, setName] = useState('');
  const [question, setQuestion] = useState('');
  const [flavour, setFlavour] = useState<'isa' | 'ispart'>('isa');
  return (
    <EditForm
      title={t('concepts.edit.form.title.make')}
      change={
        name.trim() === ''
          ? null
          : adding({
              ...{ edit: 'dimension', name: name.trim(), question: asked(question) },
              isIsa: flavour === 'isa',
            })
      }
    >
      <NameField value={name} onChange={setName} />
      <QuestionField value={question} onChange={setQuestion} />
      <p className={styles.label} aria-hidden="true">
        {t('concepts.edit.form.flavour')}
      </p>
      <Segments
        label={t('concepts.edit.form.flavour')}
        value={flavour}
        onChange={setFlavour}
        options={[
          { value: 'isa', label: t('concepts.edit.form.isa') },
          { value: 'ispart', label: t('concepts.edit.form.ispart') },
        ]}
      />
    </EditForm>
  );
}

export function RenameDimensionForm({ dimension }: OfDimension) {
  const { t } = useTranslation();
  const [name, setName] = useState(dimension);
  const to = name.trim();
  return (
    <EditForm
      title={t('concepts.edit.form.title.renameDimension', { dimension: `[${dimension}]` })}
      change={to === '' || to === dimension ? null : adding({ edit: 'rename', name: dimension, to })}
    >
      <NameField value={name} onChange={setName} />
      <p className="quiet">{t('concepts.edit.form.say.rename')}</p>
    </EditForm>
  );
}

export function QuestionForm({ dimension }: OfDimension) {
  const { t } = useTranslation();
  const known = useKnownDimensions().find(({ token }) => token === dimension);
  const [typed, setQuestion] = useState<string | null>(null);
  const question = typed ?? known?.question ?? '';
  return (
    <EditForm
      title={t('concepts.edit.form.title.question', { dimension: `[${dimension}]` })}
      change={
        typed === null || asked(typed) === (known?.question ?? null)
          ? null
          : adding({
              ...{ edit: 'dimension', name: dimension, question: asked(question) },
              // One that is there keeps its own.
              isIsa: true,
            })
      }
    >
      <QuestionField value={question} onChange={setQuestion} />
    </EditForm>
  );
}

export function MergeDimensionForm({ dimension }: OfDimension) {
  const { t } = useTranslation();
  const dimensions = useKnownDimensions();
  const [into, setInto] = useState('');
  const target = into.trim();
  return (
    <EditForm
      title={t('concepts.edit.form.title.mergeDimension', { dimension: `[${dimension}]` })}
      change={target === '' ? null : adding({ edit: 'merge', names: [dimension], into: target })}
    >
      <DimensionField
        label={t('concepts.edit.form.into')}
        value={into}
        onChange={setInto}
        without={dimension}
        dimensions={dimensions}
      />
      <p className="quiet">{t('concepts.edit.form.say.mergeDimension')}</p>
    </EditForm>
  );
}

export function EndForm({ dimension }: OfDimension) {
  const { t } = useTranslation();
  const facts = useKnownDimensions().find(({ token }) => token === dimension)?.edges ?? 0;
  return (
    <EditForm
      title={t('concepts.edit.form.title.end', { dimension: `[${dimension}]` })}
      change={adding({ edit: 'end_dimension', dimension })}
      submit={t('concepts.edit.form.submit.end')}
    >
      <p>
        <DimensionMark name={dimension} /> {t('concepts.edit.form.say.end', { count: facts })}
      </p>
    </EditForm>
  );
}
