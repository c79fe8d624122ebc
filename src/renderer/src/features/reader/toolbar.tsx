// Above the statements: which outcome, of which model, how many are shown, and reading them again.
import { RefreshCw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCount } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import styles from './reader.module.css';
import { ALL_MODELS, OUTCOMES, readerStore } from './reader-store.ts';

/** A choice needs a value of its own. */
const EVERY = 'every';

export function Toolbar() {
  const { t } = useTranslation();
  const { criteria, list, hasMore, state, narrow, load } = useStore(readerStore);
  const models = state?.models ?? [];
  if (models.length === 0) return null;
  const shown = list?.length ?? 0;
  return (
    <div className={styles.toolbar}>
      <div className={styles.outcomes}>
        <Segments
          label={t('reader.filterOutcome')}
          value={criteria.outcome}
          onChange={(outcome) => narrow({ ...criteria, outcome })}
          options={OUTCOMES.map((value) => ({ value, label: t(`reader.outcomes.${value}`) }))}
        />
      </div>
      {models.length < 2 && criteria.model === ALL_MODELS ? null : (
        <Choice
          label={t('reader.filterModel')}
          value={criteria.model === ALL_MODELS ? EVERY : `of ${criteria.model}`}
          onChange={(model) =>
            narrow({ ...criteria, model: model === EVERY ? ALL_MODELS : model.slice('of '.length) })
          }
          options={[
            { value: EVERY, label: t('reader.allModels') },
            ...models.map(({ model }) => ({ value: `of ${model}`, label: model })),
          ]}
        />
      )}
      <span className={styles.counts}>
        {list === null
          ? ''
          : t(hasMore ? 'reader.countMore' : 'reader.count', { count: shown, shown: formatCount(shown) })}
      </span>
      <Button icon={RefreshCw} label={t('reader.refresh')} onPress={() => void load()}>
        <span className={styles.word}>{t('reader.refresh')}</span>
      </Button>
    </div>
  );
}
