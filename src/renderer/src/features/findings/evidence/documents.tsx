// Documents of evidence as a list in its states, with a search and the kind of document.
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EvidenceDocument } from '../../../../../shared/model/evidence/document.ts';
import { EVIDENCE_FORMATS } from '../../../../../shared/model/evidence/words.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { EmptyState, ListStates, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { type Column, VirtualGrid } from '../../../ui/virtual-grid.tsx';
import styles from '../findings.module.css';
import { type EvidenceStore, evidenceStore } from './evidence-store.ts';

interface DocumentsProps {
  readonly selected: string | null;
  readonly onSelect: (id: string, enter: boolean) => void;
  readonly onImport: () => void;
}

export function DocumentsToolbar({ field }: { field: Ref<HTMLInputElement> }) {
  const { t } = useTranslation();
  const { search, format, list, total, narrow } = useStore(evidenceStore);
  return (
    <div className={styles.toolbar}>
      <h2>{t('findings.evidence.table')}</h2>
      <div className={styles.search}>
        <SearchField
          label={t('findings.evidence.search')}
          placeholder={t('findings.evidence.search')}
          value={search}
          onChange={(value) => narrow({ search: value })}
          inputRef={field}
          hint="/"
        />
      </div>
      <Choice<EvidenceStore['format']>
        label={t('findings.evidence.formatLabel')}
        value={format}
        onChange={(value) => narrow({ format: value })}
        options={[
          { value: 'all', label: t('findings.evidence.allFormats') },
          ...EVIDENCE_FORMATS.map((value) => ({ value, label: t(`findings.evidence.format.${value}`) })),
        ]}
      />
      <span className={styles.counts}>
        {list === null
          ? ''
          : t('findings.counts', { shown: formatCount(list.length), total: formatCount(total) })}
      </span>
    </div>
  );
}

function useColumns(narrow: boolean, beside: boolean): Column<EvidenceDocument>[] {
  const { t } = useTranslation();
  const title: Column<EvidenceDocument> = {
    ...{ id: 'title', title: t('findings.evidence.columns.title'), width: 'minmax(0, 2fr)' },
    cell: (one) => one.title,
  };
  const format: Column<EvidenceDocument> = {
    ...{ id: 'format', title: t('findings.evidence.columns.format'), width: '128px' },
    cell: (one) => <span className="quiet">{t(`findings.evidence.format.${one.format}`)}</span>,
  };
  const issuer: Column<EvidenceDocument> = {
    ...{ id: 'issuer', title: t('findings.evidence.columns.issuer'), width: 'minmax(0, 1fr)' },
    cell: (one) => one.issuer,
  };
  const when: Column<EvidenceDocument> = {
    ...{ id: 'when', title: t('findings.evidence.columns.when'), width: '88px', align: 'end' },
    cell: (one) => (
      <span className="quiet">
        <TimeAgo at={one.lastSeen} />
      </span>
    ),
  };
  if (narrow) return [title, format];
  return beside ? [title, format, when] : [title, format, issuer, when];
}

export function Documents({ selected, onSelect, onImport }: DocumentsProps) {
  const { t } = useTranslation();
  const { list, failure, load, more } = useStore(evidenceStore);
  const columns = useColumns(useNarrow(), selected !== null);
  return (
    <ListStates
      list={list}
      failure={failure}
      onRetry={() => void load()}
      loading={<Skeleton rows={8} />}
      nothing={<Nothing onImport={onImport} />}
    >
      <VirtualGrid
        label={t('findings.evidence.table')}
        rows={list ?? []}
        columns={columns}
        keyOf={keyOf}
        selected={selected}
        onSelect={onSelect}
        onNearEnd={() => void more()}
      />
    </ListStates>
  );
}

function Nothing({ onImport }: Pick<DocumentsProps, 'onImport'>) {
  const { t } = useTranslation();
  const { search, format, narrow } = useStore(evidenceStore);
  if (search.trim() !== '' || format !== 'all')
    return (
      <EmptyState
        drawing="search"
        title={t('findings.evidence.noMatch')}
        text={t('findings.evidence.noMatchText')}
      >
        <Button onPress={() => narrow({ search: '', format: 'all' })}>{t('action.clear')}</Button>
      </EmptyState>
    );
  return (
    <EmptyState drawing="flow" title={t('findings.evidence.empty')} text={t('findings.evidence.emptyText')}>
      <Button variant="primary" onPress={onImport}>
        {t('findings.evidence.add.button')}
      </Button>
    </EmptyState>
  );
}

const keyOf = (one: EvidenceDocument): string => String(one.id);
