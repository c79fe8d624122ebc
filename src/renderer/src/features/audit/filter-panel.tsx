// The further filters of the record, side by side: when, who, what kind.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import fields from '../../ui/filters/filters.module.css';
import { TimeRangeFields } from '../../ui/filters/time-range-fields.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';
import { ACTION_KINDS } from './criteria.ts';
import { useKindWords } from './kind-words.ts';
import { useNarrowing } from './use-criteria.ts';

/** No name can be this: names are marked with `=`. */
const ANYBODY = 'anybody';
const marked = (name: string): string => `=${name}`;

export function FilterPanel() {
  const { t } = useTranslation();
  const { criteria, change } = useNarrowing();
  const { actors, kinds } = useStore(auditStore);
  const kindWords = useKindWords();
  const { view, actor, kind } = criteria;
  // A link may name who does not stand among the newest.
  const names = actor === '' || actors.includes(actor) ? actors : [actor, ...actors];
  const known: readonly string[] = view === 'actions' ? ACTION_KINDS : kinds;
  return (
    <div className={fields.panel}>
      <TimeRangeFields range={criteria.time} onChange={(time) => change({ time })} />
      <div className={fields.field}>
        <span aria-hidden="true">{t('audit.filters.actor')}</span>
        <Choice
          label={t('audit.filters.actor')}
          value={actor === '' ? ANYBODY : marked(actor)}
          onChange={(value) => change({ actor: names.find((name) => marked(name) === value) ?? '' })}
          options={[
            { value: ANYBODY, label: t('audit.anybody') },
            ...names.map((name) => ({ value: marked(name), label: name })),
          ]}
        />
      </div>
      <div className={fields.field}>
        <span aria-hidden="true">{t('audit.kind')}</span>
        <Choice
          label={t('audit.kind')}
          value={kind}
          onChange={(value) => change({ kind: value })}
          options={[
            { value: 'all', label: t('audit.allKinds') },
            ...known.map((value) => ({ value, label: kindWords(value) })),
          ]}
        />
      </div>
      <p className={styles.quiet}>{t('audit.order')}</p>
    </div>
  );
}
