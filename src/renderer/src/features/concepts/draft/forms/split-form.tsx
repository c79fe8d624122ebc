// A dimension split by rules: each part a name, a question, and which facts it takes. What fits none stays.
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EdgeChoice } from '../../../../../../shared/model/memory/graph-edit.ts';
import { Button, IconButton, Segments } from '../../../../ui/inputs/button.tsx';
import { useKnownDimensions } from '../../dimension/use-known-dimensions.ts';
import styles from '../draft.module.css';
import { adding } from '../make-edits.ts';
import { EditForm } from './edit-form.tsx';
import { asked, ConceptField, DimensionField, QuestionField } from './fields.tsx';
import { namesIn, ParentsField } from './parents-field.tsx';

const MOST_PARTS = 12;
const FLAVOURS = ['any', 'isa', 'ispart'] as const;

interface Part {
  readonly id: number;
  readonly dimension: string;
  readonly question: string;
  readonly parents: string;
  readonly under: string;
  readonly flavour: (typeof FLAVOURS)[number];
}

const emptyPart = (id: number): Part => ({
  ...{ id, dimension: '', question: '', parents: '', under: '', flavour: 'any' },
});

/** What a part's rule says; null where it says nothing yet. */
function ruleOf({ parents, under, flavour }: Part): Extract<EdgeChoice, { by: 'rule' }> | null {
  const names = namesIn(parents);
  if (names.length === 0 && under.trim() === '' && flavour === 'any') return null;
  return {
    by: 'rule',
    ...(names.length > 0 ? { parents: names } : {}),
    ...(under.trim() === '' ? {} : { under: under.trim() }),
    ...(flavour === 'any' ? {} : { flavour }),
  };
}

export function SplitForm({ dimension }: { dimension: string }) {
  const { t } = useTranslation();
  const dimensions = useKnownDimensions();
  const [parts, setParts] = useState<readonly Part[]>([emptyPart(0)]);
  const put = (id: number, part: Partial<Part>) =>
    setParts(parts.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const made = parts.flatMap((part) => {
    const which = ruleOf(part);
    const name = part.dimension.trim();
    const isNew = !dimensions.some(({ token }) => token === name);
    return which === null || name === ''
      ? []
      : [{ dimension: name, question: isNew ? asked(part.question) : null, which }];
  });
  return (
    <EditForm
      title={t('concepts.edit.form.title.split', { dimension: `[${dimension}]` })}
      width="wide"
      change={made.length < parts.length ? null : adding({ edit: 'split', dimension, parts: made })}
    >
      {parts.map((part, i) => (
        <fieldset key={part.id} className={styles.part}>
          <legend>{t('concepts.edit.form.parts', { n: i + 1 })}</legend>
          <DimensionField
            label={t('concepts.edit.form.dimension')}
            value={part.dimension}
            onChange={(name) => put(part.id, { dimension: name })}
            without={dimension}
            dimensions={dimensions}
          />
          {part.dimension.trim() === '' ||
          dimensions.some(({ token }) => token === part.dimension.trim()) ? null : (
            <QuestionField value={part.question} onChange={(question) => put(part.id, { question })} />
          )}
          <p className={styles.ruleTitle}>{t('concepts.edit.form.rule')}</p>
          <ParentsField
            dimension={dimension}
            value={part.parents}
            onChange={(parents) => put(part.id, { parents })}
            taken={new Set(parts.flatMap(({ id, parents }) => (id === part.id ? [] : namesIn(parents))))}
          />
          <ConceptField
            label={t('concepts.edit.form.under')}
            value={part.under}
            onChange={(under) => put(part.id, { under })}
          />
          <p className={styles.label} aria-hidden="true">
            {t('concepts.edit.form.flavourRule')}
          </p>
          <Segments
            label={t('concepts.edit.form.flavourRule')}
            value={part.flavour}
            onChange={(flavour) => put(part.id, { flavour })}
            options={FLAVOURS.map((value) => ({ value, label: t(`concepts.edit.form.${value}`) }))}
          />
          {parts.length > 1 ? (
            <IconButton
              icon={X}
              label={t('concepts.edit.form.removePart', { n: i + 1 })}
              onPress={() => setParts(parts.filter(({ id }) => id !== part.id))}
            />
          ) : null}
        </fieldset>
      ))}
      {parts.length < MOST_PARTS ? (
        <Button
          variant="quiet"
          icon={Plus}
          onPress={() => setParts([...parts, emptyPart(Math.max(...parts.map(({ id }) => id)) + 1)])}
        >
          {t('concepts.edit.form.addPart')}
        </Button>
      ) : null}
      <p className="quiet">{t('concepts.edit.form.rest', { dimension: `[${dimension}]` })}</p>
    </EditForm>
  );
}
