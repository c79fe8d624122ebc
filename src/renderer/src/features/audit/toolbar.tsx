// Above the list: actions or events, search, kind, and the export.
import { Download } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { exportRecord } from '../../session/acts/take-out.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { Button, Segments } from '../../ui/inputs/button.tsx';
import { Choice } from '../../ui/inputs/choice.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import styles from './audit.module.css';
import { ACTION_KINDS, auditStore } from './audit-store.ts';

interface ToolbarProps {
  readonly field: Ref<HTMLInputElement>;
  /** The view changed: what was selected is of the other one. */
  readonly onView: () => void;
}

export function Toolbar({ field, onView }: ToolbarProps) {
  const { t } = useTranslation();
  const { view, search, kind, kinds, setCriteria } = useStore(auditStore);
  return (
    <div className={styles.toolbar}>
      <Segments
        label={t('audit.view')}
        value={view}
        onChange={(next) => {
          onView();
          setCriteria({ view: next });
        }}
        options={[
          { value: 'actions', label: t('audit.actions') },
          { value: 'events', label: t('audit.events') },
          { value: 'host', label: t('audit.host') },
          { value: 'agent', label: t('audit.agent') },
        ]}
      />
      <div className={styles.search}>
        <SearchField
          label={t(`audit.search.${view}`)}
          placeholder={t('audit.searchHere')}
          value={search}
          onChange={(value) => setCriteria({ search: value })}
          inputRef={field}
          hint="/"
        />
      </div>
      <Choice
        label={t('audit.kind')}
        value={kind}
        onChange={(value) => setCriteria({ kind: value })}
        options={[
          { value: 'all', label: t('audit.allKinds') },
          ...(view === 'actions'
            ? ACTION_KINDS.map((value) => ({ value, label: t(`audit.action.${value}`) }))
            : kinds.map((value) => ({ value, label: value }))),
        ]}
      />
      <AsOf />
      <span className={styles.push} />
      <Export />
    </div>
  );
}

function Export() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    await exportRecord();
    setBusy(false);
  }
  return (
    <Button writes icon={Download} isDisabled={busy} onPress={() => void save()}>
      {t(busy ? 'audit.exporting' : 'audit.export')}
    </Button>
  );
}
