// Which facts are looked at: the fields behind "Filter".
import { ListFilter } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Source } from '../../../../../shared/model/graph.ts';
import fields from '../../../ui/filters/filters.module.css';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Toggle } from '../../../ui/inputs/toggle.tsx';
import { PopoverButton } from '../../../ui/popover.tsx';
import { AGES, type Age, SOURCES, SURENESS, type Sureness } from './looks.ts';
import { changeLooks, useLooks } from './use-looks.ts';

const ANY = 'any';
const among = <T extends string>(all: readonly T[], value: string): T | null =>
  all.find((each) => each === value) ?? null;
const SURE = Object.keys(SURENESS) as Sureness[];
const AGE = Object.keys(AGES) as Age[];
const FLAVOURS = ['isa', 'ispart'] as const;

export function FilterButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <PopoverButton
      label={t('concepts.filter.label')}
      icon={ListFilter}
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Panel />
    </PopoverButton>
  );
}

function Panel() {
  const { t } = useTranslation();
  const { sources, trust, sure, age, flavour, contested } = useLooks();
  const any = { value: ANY, label: t('concepts.filter.any') };
  const named = (value: Source) => ({ value: value as string, label: t(`mark.source.${value}`) });
  return (
    <div className={fields.panel}>
      <Field name={t('concepts.filter.sources')}>
        <Choice
          label={t('concepts.filter.sources')}
          value={sources[0] ?? ANY}
          onChange={(value) => {
            const source = among(SOURCES, value);
            changeLooks({ sources: source ? [source] : [] });
          }}
          options={[any, ...SOURCES.map(named)]}
        />
      </Field>
      <Field name={t('concepts.filter.trust')}>
        <Choice
          label={t('concepts.filter.trust')}
          value={trust ?? ANY}
          onChange={(value) => changeLooks({ trust: among(SOURCES, value) })}
          options={[
            any,
            ...SOURCES.slice(0, -1).map((value) => ({
              value: value as string,
              label: t('concepts.filter.trustAs', { source: t(`mark.source.${value}`) }),
            })),
          ]}
        />
      </Field>
      <Field name={t('concepts.filter.sure')}>
        <Choice
          label={t('concepts.filter.sure')}
          value={sure ?? ANY}
          onChange={(value) => changeLooks({ sure: among(SURE, value) })}
          options={[
            any,
            ...SURE.map((value) => ({ value: value as string, label: t(`concepts.filter.sures.${value}`) })),
          ]}
        />
      </Field>
      <Field name={t('concepts.filter.age')}>
        <Choice
          label={t('concepts.filter.age')}
          value={age ?? ANY}
          onChange={(value) => changeLooks({ age: among(AGE, value) })}
          options={[
            any,
            ...AGE.map((value) => ({ value: value as string, label: t(`concepts.filter.ages.${value}`) })),
          ]}
        />
      </Field>
      <Field name={t('concepts.filter.flavour')}>
        <Choice
          label={t('concepts.filter.flavour')}
          value={flavour ?? ANY}
          onChange={(value) => changeLooks({ flavour: among(FLAVOURS, value) })}
          options={[any, ...FLAVOURS.map((value) => ({ value: value as string, label: t(`mark.${value}`) }))]}
        />
      </Field>
      <Toggle
        isSelected={contested}
        onChange={(on) => changeLooks({ contested: on })}
        label={t('concepts.filter.contested')}
      >
        {t('concepts.filter.contested')}
      </Toggle>
    </div>
  );
}

function Field({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div className={fields.field}>
      <span aria-hidden="true">{name}</span>
      {children}
    </div>
  );
}
