// The filters that hold in words: for their chips, and for what is taken out with them.
import type { TFunction } from 'i18next';
import { type ChipName, chipsOf, type Narrowing } from './looks.ts';

interface ChipWords {
  readonly id: ChipName;
  readonly name: string;
  /** Empty where the name says it all. */
  readonly value: string;
}

export function lookWords(looks: Narrowing, t: TFunction): ChipWords[] {
  const { sources, trust, sure, age, flavour } = looks;
  const words: Record<ChipName, string> = {
    sources: sources.map((source) => t(`mark.source.${source}`)).join(', '),
    trust: trust ? t('concepts.filter.trustAs', { source: t(`mark.source.${trust}`) }) : '',
    sure: sure ? t(`concepts.filter.sures.${sure}`) : '',
    age: age ? t(`concepts.filter.ages.${age}`) : '',
    flavour: flavour ? t(`mark.${flavour}`) : '',
    contested: '',
  };
  return chipsOf(looks).map((id) => ({ id, name: t(`concepts.filter.${id}`), value: words[id] }));
}
