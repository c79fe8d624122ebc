// Dialogs for the concepts that are selected: under another parent, into another dimension, made one.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Choice } from '../../../../ui/inputs/choice.tsx';
import { useKnownDimensions } from '../../dimension/use-known-dimensions.ts';
import { draftStore } from '../draft-store.ts';
import { whatWords } from '../edit-words.ts';
import { adding, type Chosen, moveInto, moveUnder } from '../make-edits.ts';
import { EditForm } from './edit-form.tsx';
import { asked, ConceptField, DimensionField, QuestionField } from './fields.tsx';

export function MoveForm({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const [parent, setParent] = useState('');
  return (
    <EditForm
      title={t('concepts.edit.form.title.move', { what: whatWords(chosen.tokens, t) })}
      change={parent.trim() === '' ? null : moveUnder(chosen, parent.trim())}
    >
      <ConceptField label={t('concepts.edit.form.parent')} value={parent} onChange={setParent} />
    </EditForm>
  );
}

export function ElsewhereForm({ chosen }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const dimensions = useKnownDimensions();
  const { edits } = useStore(draftStore);
  const [dimension, setDimension] = useState('');
  const [question, setQuestion] = useState('');
  const name = dimension.trim();
  const isMade = edits.some(
    (edit) =>
      (edit.edit === 'dimension' && edit.name === name) ||
      (edit.edit === 'split' && edit.parts.some((part) => part.dimension === name)),
  );
  const isNew = name !== '' && !isMade && !dimensions.some(({ token }) => token === name);
  return (
    <EditForm
      title={t('concepts.edit.form.title.elsewhere', { what: whatWords(chosen.tokens, t) })}
      change={name === '' ? null : moveInto(chosen, name, isNew ? { question: asked(question) } : null)}
    >
      <DimensionField
        label={t('concepts.edit.form.dimension')}
        value={dimension}
        onChange={setDimension}
        without={chosen.neighbourhood.dimension}
        dimensions={dimensions}
      />
      {isNew ? <QuestionField value={question} onChange={setQuestion} /> : null}
    </EditForm>
  );
}

export function MergeForm({ chosen: { tokens } }: { chosen: Chosen }) {
  const { t } = useTranslation();
  const [first = ''] = tokens;
  const [into, setInto] = useState(tokens.length > 1 ? first : '');
  const target = into.trim();
  return (
    <EditForm
      title={t('concepts.edit.form.title.merge', { what: whatWords(tokens, t) })}
      change={target === '' ? null : adding({ edit: 'merge', names: [...tokens], into: target })}
    >
      {tokens.length > 1 ? (
        <Choice
          label={t('concepts.edit.form.into')}
          value={into}
          onChange={setInto}
          options={tokens.map((value) => ({ value, label: value }))}
        />
      ) : (
        <ConceptField label={t('concepts.edit.form.into')} value={into} onChange={setInto} />
      )}
      <p className="quiet">{t('concepts.edit.form.say.merge')}</p>
    </EditForm>
  );
}
