// The further filters, side by side: names as the log has them, what was recalled, how slow, loops and pins.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import fields from '../../ui/filters/filters.module.css';
import { TimeRangeFields } from '../../ui/filters/time-range-fields.tsx';
import { formatMs } from '../../ui/format.ts';
import { Choice } from '../../ui/inputs/choice.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { ROUTES, SLOWER } from './criteria.ts';
import styles from './toolbar.module.css';
import { trafficStore } from './traffic-store.ts';
import { useNarrowing } from './use-criteria.ts';

/** No name can be this: names are marked with `=`. */
const ANY = 'any';
const marked = (name: string): string => `=${name}`;

export function FilterPanel() {
  const { t } = useTranslation();
  const { criteria, change } = useNarrowing();
  const { clients, models, upstreams } = useStore(trafficStore, (s) => s.facets);
  const slower = [...new Set([...SLOWER, criteria.slowerThanMs ?? SLOWER[0]])].sort((a, b) => a - b);
  return (
    <div className={fields.panel}>
      <TimeRangeFields range={criteria.time} onChange={(time) => change({ time })} />
      <OneOf name="client" known={clients} />
      <OneOf name="model" known={models} />
      {upstreams.length > 1 || criteria.upstream !== null ? (
        <OneOf name="upstream" known={upstreams} />
      ) : null}
      <OneOf name="route" known={ROUTES} />
      <Field name={t('traffic.filters.recalled')}>
        <Choice
          label={t('traffic.filters.recalled')}
          value={criteria.recalled === null ? ANY : criteria.recalled ? 'yes' : 'no'}
          onChange={(value) => change({ recalled: value === ANY ? null : value === 'yes' })}
          options={[
            { value: ANY, label: t('traffic.any') },
            { value: 'yes', label: t('traffic.recalledYes') },
            { value: 'no', label: t('traffic.recalledNo') },
          ]}
        />
      </Field>
      <Field name={t('traffic.filters.slowerThanMs')}>
        <Choice
          label={t('traffic.filters.slowerThanMs')}
          value={criteria.slowerThanMs === null ? ANY : String(criteria.slowerThanMs)}
          onChange={(value) => change({ slowerThanMs: value === ANY ? null : Number(value) })}
          options={[
            { value: ANY, label: t('traffic.any') },
            ...slower.map((ms) => ({ value: String(ms), label: formatMs(ms) })),
          ]}
        />
      </Field>
      <div className={styles.switches}>
        <Toggle isSelected={criteria.loops} onChange={(loops) => change({ loops })}>
          {t('traffic.filters.loops')}
        </Toggle>
        <Toggle isSelected={criteria.pinned} onChange={(pinned) => change({ pinned })}>
          {t('traffic.filters.pinned')}
        </Toggle>
      </div>
      <p className={styles.note}>{t('traffic.order')}</p>
    </div>
  );
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={fields.field}>
      <span aria-hidden="true">{name}</span>
      {children}
    </div>
  );
}

interface OneOfProps {
  readonly name: 'client' | 'model' | 'upstream' | 'route';
  readonly known: readonly string[];
}

function OneOf({ name, known }: OneOfProps) {
  const { t } = useTranslation();
  const { criteria, change } = useNarrowing();
  const chosen: string | null = criteria[name];
  // A link may name what the log does not hold any more.
  const names = chosen === null || known.includes(chosen) ? known : [chosen, ...known];
  const route = (value: string) => ROUTES.find((each) => each === value);
  const wordsOf = (value: string): string => {
    const kind = name === 'route' ? route(value) : undefined;
    return kind ? t(`traffic.routes.${kind}`) : value;
  };
  return (
    <Field name={t(`traffic.filters.${name}`)}>
      <Choice
        label={t(`traffic.filters.${name}`)}
        value={chosen === null ? ANY : marked(chosen)}
        onChange={(value) => {
          const named = names.find((each) => marked(each) === value) ?? null;
          change(name === 'route' ? { route: route(named ?? '') ?? null } : { [name]: named });
        }}
        options={[
          { value: ANY, label: t('traffic.any') },
          ...names.map((each) => ({ value: marked(each), label: wordsOf(each) })),
        ]}
      />
    </Field>
  );
}
