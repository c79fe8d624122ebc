// A list of which the first are shown: more of them on a press, and how many there are of all.
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';

const FIRST = 8;

interface FirstOfProps<T> {
  readonly title: string;
  readonly rows: readonly T[];
  /** How many there are, whatever of them is here. */
  readonly total: number;
  readonly className: string | undefined;
  readonly row: (row: T) => ReactNode;
}

export function FirstOf<T>({ title, rows, total, className, row }: FirstOfProps<T>) {
  const { t } = useTranslation();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  const count =
    shown.length < total
      ? t('concepts.inspector.belowCount', { shown: formatCount(shown.length), total: formatCount(total) })
      : formatCount(total);
  return (
    <Section title={title} aside={<span className="quiet">{count}</span>}>
      <ul className={className}>{shown.map(row)}</ul>
      {shown.length < rows.length ? (
        <Button variant="quiet" onPress={() => setWhole(true)} label={`${t('concepts.showMore')}: ${title}`}>
          {t('concepts.showMore')}
        </Button>
      ) : null}
    </Section>
  );
}
