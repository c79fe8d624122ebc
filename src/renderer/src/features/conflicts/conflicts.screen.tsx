// Conflicts: the queue of contradictions, and each one with both claims side by side.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { connection } from '../../app/client.ts';
import { useCommands } from '../../app/commands.ts';
import { formatRoute, navigate, useRoute } from '../../app/router.ts';
import { useStatus } from '../../app/system-store.ts';
import { Split, useFocusInspector } from '../../ui/split.tsx';
import { ConflictDetail } from './conflict-detail.tsx';
import { conflictsStore } from './conflicts-store.ts';
import { ConflictList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';

export default function Conflicts() {
  const { t } = useTranslation();
  const { id } = useRoute();
  const { look, load, list } = useStore(conflictsStore);
  const pending = useStatus()?.counts.conflictsPending;
  const phase = useStore(connection.state, (s) => s.phase);
  const [entered, setEntered] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useFocusInspector(
    entered && id !== null,
    useCallback(() => setEntered(false), []),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the queue is read again when its length or the connection changes.
  useEffect(() => {
    void load();
  }, [load, pending, phase === 'open']);
  useEffect(() => {
    void look(id === null ? null : Number(id));
  }, [id, look]);
  const select = (next: string | null, enter = false) => {
    setEntered(enter);
    navigate(formatRoute('conflicts', next), { replace: id !== null && next !== null });
  };
  const step = (by: number) => {
    const at = list?.findIndex((c) => String(c.id) === id) ?? -1;
    const next = list?.[Math.max(0, at + by)];
    if (next) select(String(next.id));
  };
  useCommands('conflicts', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => field.current?.focus(),
    },
    {
      id: 'conflicts.next',
      title: t('conflicts.next'),
      group: t('screen.conflicts'),
      keys: 'j',
      run: () => step(1),
    },
    {
      id: 'conflicts.previous',
      title: t('conflicts.previous'),
      group: t('screen.conflicts'),
      keys: 'k',
      run: () => step(-1),
    },
  ]);
  return (
    <Split
      name="conflicts"
      width={780}
      least={420}
      most={980}
      label={t('inspector.label')}
      title={id === null ? '' : t('conflicts.title', { id })}
      onClose={() => select(null)}
      inspector={id === null ? null : <ConflictDetail id={Number(id)} />}
      main={
        <>
          <Toolbar field={field} beside={id !== null} />
          <ConflictList selected={id} onSelect={select} />
        </>
      }
    />
  );
}
