// A chip for each filter that holds, with its way out.
import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../ui/filters/filter-chips.tsx';
import { lookWords } from './look-words.ts';
import { EVERYTHING } from './looks.ts';
import { changeLooks, useLooks, widen } from './use-looks.ts';

export function LookChips() {
  const { t } = useTranslation();
  return (
    <FilterChips
      label={t('concepts.filter.held')}
      onClear={widen}
      chips={lookWords(useLooks(), t).map((chip) => ({
        ...chip,
        off: () => changeLooks({ [chip.id]: EVERYTHING[chip.id] }),
      }))}
    />
  );
}
