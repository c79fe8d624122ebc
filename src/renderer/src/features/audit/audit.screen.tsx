// Audit: what people and runs did, each to be taken back, and under it every event with the chain that binds them; beside
// it what was done on the host.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { routeNow, useRoute } from '../../session/router.ts';
import { useReading } from '../../session/use-reading.ts';
import { Split } from '../../ui/split.tsx';
import { ActionDetail } from './action-detail.tsx';
import { auditStore } from './audit-store.ts';
import { Chain } from './chain.tsx';
import { chainOf } from './criteria.ts';
import { EventDetail } from './event-detail.tsx';
import { AuditList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';
import { useAddressedCriteria } from './use-criteria.ts';

export default function Audit() {
  const { t } = useTranslation();
  const { id } = useRoute();
  const { load, readChains, verify } = useStore(auditStore);
  const view = useStore(auditStore, (s) => s.criteria.view);
  const { go } = useSelection('audit', () => routeNow().query);
  const [filters, setFilters] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // Before the first read, so that what the address narrows to is what is asked for.
  useAddressedCriteria();
  useReading(load);
  useReading(readChains);
  useCommands('audit', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => field.current?.focus(),
    },
    {
      id: 'audit.filter',
      title: t('audit.filter'),
      group: t('audit.name'),
      keys: 'f',
      run: () => setFilters(true),
    },
    {
      id: 'audit.verify',
      title: t('audit.verify'),
      group: t('audit.name'),
      run: () => void verify(),
    },
  ]);
  return (
    <Split
      name="audit"
      width={480}
      label={t('inspector.label')}
      title={id === null ? '' : t(view === 'actions' ? 'audit.actionTitle' : 'audit.eventTitle', { id })}
      onClose={() => go(null)}
      inspector={
        id === null ? null : view === 'actions' ? (
          <ActionDetail id={Number(id)} />
        ) : (
          <EventDetail key={view} chain={chainOf(view)} id={Number(id)} />
        )
      }
      main={
        <>
          <Chain />
          <Toolbar field={field} isOpen={filters} onOpen={setFilters} />
          <AuditList selected={id} onSelect={go} />
        </>
      }
    />
  );
}
