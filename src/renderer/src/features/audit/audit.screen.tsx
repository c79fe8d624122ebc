// Audit: what people and runs did, each to be taken back, and under it every event with the chain that binds them; beside
// it what was done on the host.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { useReading } from '../../session/use-reading.ts';
import { Split } from '../../ui/split.tsx';
import { ActionDetail } from './action-detail.tsx';
import { auditStore, chainOf, VIEWS } from './audit-store.ts';
import { Chain } from './chain.tsx';
import { EventDetail } from './event-detail.tsx';
import { AuditList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';

export default function Audit() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const { view, load, readChains, verify, setCriteria } = useStore(auditStore);
  const { go } = useSelection('audit', () => ({ view }));
  const field = useRef<HTMLInputElement>(null);
  const asked = VIEWS.find((each) => each === query.view) ?? null;
  useEffect(() => {
    if (asked !== null && asked !== auditStore.getState().view) setCriteria({ view: asked });
  }, [asked, setCriteria]);
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
          <Toolbar field={field} onView={() => navigate(formatRoute('audit'), { replace: true })} />
          <AuditList selected={id} onSelect={go} />
        </>
      }
    />
  );
}
