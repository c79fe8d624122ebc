// A chip for each filter that holds, with its way out.
import { useTranslation } from 'react-i18next';
import { FilterChips } from '../../../ui/filters/filter-chips.tsx';
import { type ChipName, chipsOf, EVERYTHING } from './looks.ts';
import { changeLooks, useLooks, widen } from './use-looks.ts';

export function LookChips() {
  const { t } = useTranslation();
  const looks = useLooks();
  const { sources, trust, sure, age, flavour } = looks;
  const words: Record<ChipName, string> = {
    sources: sources.map((source) => t(`mark.source.${source}`)).join(', '),
    trust: trust ? t('concepts.filter.trustAs', { source: t(`mark.source.${trust}`) }) : '',
    sure: sure ? t(`concepts.filter.sures.${sure}`) : '',
    age: age ? t(`concepts.filter.ages.${age}`) : '',
    flavour: flavour ? t(`mark.${flavour}`) : '',
    contested: '',
  };
  return (
    <FilterChips
      label={t('concepts.filter.held')}
      onClear={widen}
      chips={chipsOf(looks).map((id) => ({
        ...{ id, name: t(`concepts.filter.${id}`), value: words[id] },
        off: () => changeLooks({ [id]: EVERYTHING[id] }),
      }))}
    />
  );
}
