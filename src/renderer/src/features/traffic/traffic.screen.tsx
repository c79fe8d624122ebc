// Traffic: every request as it happens, in a list that never jumps under the pointer, and what Festinger did to it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { api, connection, follow } from '../../app/client.ts';
import { useCommands } from '../../app/commands.ts';
import { formatRoute, navigate, useRoute } from '../../app/router.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Split, useFocusInspector } from '../../ui/split.tsx';
import { Detail } from './detail.tsx';
import { TrafficList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';
import { trafficStore } from './traffic-store.ts';

/** Follows the live rows while the screen is shown; reads the list anew after a reconnect. */
function useLiveRows(): void {
  const { load, take } = useStore(trafficStore);
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.traffic.watch(undefined, { signal }),
      ({ rows }) => take(rows),
      stop.signal,
    );
    return () => stop.abort();
  }, [take]);
  const phase = useStore(connection.state, (s) => s.phase);
  useEffect(() => {
    if (phase === 'open' || phase === 'connecting') void load();
  }, [phase, load]);
}

export default function Traffic() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const { open, setCriteria, paused, setPaused, search } = useStore(trafficStore);
  const [entered, setEntered] = useState(false);
  const searchRef = useRef<HTMLInputElement>(null);
  useLiveRows();
  useFocusInspector(
    entered && id !== null,
    useCallback(() => setEntered(false), []),
  );
  useEffect(() => {
    void open(id);
  }, [id, open]);
  const asked = query.q ?? '';
  useEffect(() => {
    if (asked !== '') setCriteria({ search: asked, filter: 'all' });
  }, [asked, setCriteria]);
  useCommands('traffic', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => searchRef.current?.focus(),
    },
    {
      id: 'traffic.pause',
      title: t('traffic.pauseCommand'),
      group: t('palette.do'),
      keys: 'p',
      run: () => setPaused(!paused),
    },
  ]);
  const select = (next: string | null, enter = false) => {
    setEntered(enter);
    const keep = search === '' ? {} : { q: search };
    navigate(formatRoute('traffic', next, keep), { replace: id !== null && next !== null });
  };
  return (
    <Split
      name="traffic"
      width={540}
      label={t('inspector.label')}
      title={id === null ? '' : <Title id={id} />}
      actions={id === null ? null : <CopyButton text={id} label={t('traffic.copyId')} />}
      onClose={() => select(null)}
      inspector={id === null ? null : <Detail id={id} />}
      main={
        <>
          <Toolbar searchRef={searchRef} />
          <TrafficList selected={id} onSelect={select} />
        </>
      }
    />
  );
}

function Title({ id }: { id: string }) {
  const row = useStore(trafficStore, (s) => (s.detail?.row.id === id ? s.detail.row : null));
  return row ? `${row.method} ${row.path}` : id;
}
