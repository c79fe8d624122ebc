// Resources: what the providers see on this host and beyond, whether anything of it is wrong, and asking for something to be done about it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { type ApprovalsStore, approvalsStore } from '../../session/approval/approvals-store.ts';
import { api, follow } from '../../session/client.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { useLiveJobs } from '../../session/use-live-jobs.ts';
import { useReading } from '../../session/use-reading.ts';
import { Split } from '../../ui/split.tsx';
import { ActionMenu } from './act/action-menu.tsx';
import { inspectStore } from './inspect/inspect-store.ts';
import { Inspector } from './inspect/inspector.tsx';
import { ResourceList } from './list/list.tsx';
import type { Row } from './list/rows.ts';
import { resourceOf, resourcesStore } from './resources-store.ts';
import { Toolbar } from './toolbar.tsx';
import { NewUpstream } from './upstreams/new-upstream.tsx';
import { upstreamsStore } from './upstreams/upstreams-store.ts';
import { useResourceKeys } from './use-resource-keys.ts';
import { Wrong } from './wrong.tsx';

/** Follows what there is and the upstreams' settings while the screen is shown; what waits for a word is followed by the shell. */
function useLiveResources(): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.resources.watch(undefined, { signal }),
      (live) => resourcesStore.getState().take(live),
      stop.signal,
    );
    void follow(
      (signal) => api.upstreams.watch(undefined, { signal }),
      (pool) => upstreamsStore.getState().take(pool),
      stop.signal,
    );
    const open = ({ live }: ApprovalsStore) =>
      [...(live?.pending ?? []), ...(live?.running ?? [])].map(({ id, status }) => `${id} ${status}`).join();
    const unsubscribe = approvalsStore.subscribe((now, before) => {
      if (open(now) !== open(before)) void inspectStore.getState().recall();
    });
    return () => {
      stop.abort();
      unsubscribe();
    };
  }, []);
  useReading(resourcesStore.getState().load);
  useLiveJobs();
}

/** What is open, by the address; and the group that the arrow keys stand on, which has none. */
function useOpening() {
  const { id, query } = useRoute();
  const { go } = useSelection('resources');
  const [group, setGroup] = useState<string | null>(null);
  const open = (next: string | null, enter = false) => {
    setGroup(null);
    go(next, enter);
  };
  const select = (row: Row, enter: boolean) => {
    if (row.type === 'resource') return open(row.key, enter);
    setGroup(row.key);
    if (enter) resourcesStore.getState().toggle(row.key);
  };
  return { id, adding: id === null && query.add === 'upstream', group, open, select };
}

export default function Resources() {
  const { t } = useTranslation();
  const { id, adding, group, open, select } = useOpening();
  const resource = useStore(resourcesStore, (s) => resourceOf(s, id));
  const [acting, setActing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLiveResources();
  const addUpstream = () => navigate(formatRoute('resources', null, { add: 'upstream' }));
  useResourceKeys({
    resource,
    search: () => field.current?.focus(),
    act: () => setActing(true),
    select,
    addUpstream,
  });
  return (
    <Split
      name="resources"
      width={520}
      least={360}
      most={820}
      label={t('inspector.label')}
      title={adding ? t('resources.upstream.add') : id === null ? '' : <code>{resource?.name ?? id}</code>}
      actions={resource ? <ActionMenu resource={resource} isOpen={acting} onOpenChange={setActing} /> : null}
      onClose={() => open(null)}
      inspector={
        adding ? (
          <NewUpstream onDone={(name) => open(name === null ? null : `upstream:${name}`)} />
        ) : id === null ? null : (
          <Inspector id={id} onGone={() => open(null)} />
        )
      }
      main={
        <>
          <Wrong />
          <Toolbar field={field} onAddUpstream={addUpstream} />
          <ResourceList selected={group ?? id} onSelect={select} onAddUpstream={addUpstream} />
        </>
      }
    />
  );
}
