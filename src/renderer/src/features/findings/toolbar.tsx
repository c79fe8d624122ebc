// Above the list: the parts of the screen, and for findings which of them, a search and what narrows them.
import { Import } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingView } from '../../../../shared/model/evidence/finding.ts';
import { FINDING_VIEWS, SEVERITIES } from '../../../../shared/model/evidence/words.ts';
import { formatCount } from '../../ui/format.ts';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import styles from './findings.module.css';
import { type Criteria, findingsStore, GROUPINGS, REACHES, SCOPES } from './findings-store.ts';
import { useCounts } from './list/columns.tsx';

export const PARTS = ['findings', 'unchecked', 'products', 'evidence'] as const;
export type Part = (typeof PARTS)[number];

interface PartsBarProps {
  readonly part: Part;
  readonly onPart: (part: Part) => void;
  readonly onImport: () => void;
}

export function PartsBar({ part, onPart, onImport }: PartsBarProps) {
  const { t } = useTranslation();
  const live = useStore(findingsStore, (s) => s.live);
  const count: Partial<Record<Part, number>> = {
    findings: live?.counts.open ?? 0,
    unchecked: live?.counts.unchecked ?? 0,
    products: new Set(live?.products.map(({ key }) => key)).size,
  };
  return (
    <div className={styles.parts}>
      <div className={styles.partsChoice}>
        <Segments
          label={t('findings.part')}
          value={part}
          onChange={onPart}
          options={PARTS.map((value) => ({
            value,
            label: <Counted word={t(`findings.parts.${value}`)} count={count[value] ?? 0} />,
          }))}
        />
      </div>
      <Button icon={Import} onPress={onImport} label={t('findings.evidence.add.button')}>
        <span className={styles.buttonWord}>{t('findings.evidence.add.button')}</span>
      </Button>
    </div>
  );
}

function Counted({ word, count }: { word: string; count: number }): ReactNode {
  if (count === 0) return word;
  return (
    <>
      {word} <span className={styles.count}>{formatCount(count)}</span>
    </>
  );
}

interface ToolbarProps {
  readonly view: FindingView;
  readonly onView: (view: FindingView) => void;
  readonly field: Ref<HTMLInputElement>;
  /** Beside an open finding there is room for the essentials only. */
  readonly beside: boolean;
}

export function Toolbar({ view, onView, field, beside }: ToolbarProps) {
  const { t } = useTranslation();
  const { live, search, narrow } = useStore(findingsStore);
  const counts = useCounts();
  const of: Partial<Record<FindingView, number>> = live
    ? { held: live.counts.held, exploited: live.counts.exploited, accepted: live.counts.accepted }
    : {};
  return (
    <div className={styles.toolbar} data-beside={beside}>
      <div className={styles.tabs}>
        <Segments
          label={t('findings.view')}
          value={view}
          onChange={onView}
          options={FINDING_VIEWS.map((value) => ({
            value,
            label: <Counted word={t(`findings.views.${value}`)} count={of[value] ?? 0} />,
          }))}
        />
      </div>
      <div className={styles.search}>
        <SearchField
          label={t('findings.search')}
          placeholder={t('findings.search')}
          value={search}
          onChange={(value) => narrow({ search: value })}
          inputRef={field}
          hint="/"
        />
      </div>
      <div className={styles.filters}>
        <Filters />
      </div>
      <span className={styles.counts}>{counts}</span>
    </div>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { live, product, severity, scope, exposure, grouping, narrow, group } = useStore(findingsStore);
  // The newest version of each is the last.
  const products = [...new Map((live?.products ?? []).map((one) => [one.key, one])).values()];
  const isReached = products.some((one) => one.exposure === 'lan' || one.exposure === 'public');
  return (
    <>
      {products.length > 1 || product !== 'all' ? (
        <Choice
          label={t('findings.product')}
          value={product}
          onChange={(value) => narrow({ product: value })}
          options={[
            { value: 'all', label: t('findings.allProducts') },
            ...products.map(({ key, name }) => ({ value: key, label: name })),
          ]}
        />
      ) : null}
      <Choice<Criteria['severity']>
        label={t('findings.severityLabel')}
        value={severity}
        onChange={(value) => narrow({ severity: value })}
        options={[
          { value: 'all', label: t('findings.allSeverities') },
          ...SEVERITIES.map((value) => ({ value, label: t(`findings.severity.${value}`) })),
        ]}
      />
      <Choice
        label={t('findings.scopeLabel')}
        value={scope}
        onChange={(value) => narrow({ scope: value })}
        options={SCOPES.map((value) => ({ value, label: t(`findings.scopes.${value}`) }))}
      />
      {isReached || exposure !== 'all' ? (
        <Choice
          label={t('findings.reachLabel')}
          value={exposure}
          onChange={(value) => narrow({ exposure: value })}
          options={REACHES.map((value) => ({ value, label: t(`findings.reaches.${value}`) }))}
        />
      ) : null}
      <Choice
        label={t('findings.groupLabel')}
        value={grouping}
        onChange={group}
        options={GROUPINGS.map((value) => ({ value, label: t(`findings.groups.${value}`) }))}
      />
    </>
  );
}
