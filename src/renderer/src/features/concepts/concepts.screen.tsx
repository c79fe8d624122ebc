// Concepts: search first; a concept opens as its neighbourhood, canvas or table, with its inspector beside.
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { useStatus } from '../../session/system-store.ts';
import { useReading } from '../../session/use-reading.ts';
import { useLive } from '../../ui/liveness.ts';
import { conceptsStore } from './concepts-store.ts';
import { Explorer } from './explorer.tsx';
import { VIEWS } from './explorer-body.tsx';
import { sameLooks } from './filter/looks.ts';

const Finder = lazy(async () => ({ default: (await import('./find/finder.tsx')).Finder }));

/** Reads again, quietly, when the memory grew or a conflict came or went. */
function useFreshness(): void {
  const { refresh } = useStore(conceptsStore);
  const counts = useStatus()?.counts;
  const live = useLive();
  const mark = counts ? `${String(counts.edges)}/${String(counts.conflictsPending)}` : '';
  const seen = useRef(mark);
  useEffect(() => {
    const first = seen.current === '';
    if (mark === seen.current || !live) return;
    seen.current = mark;
    if (!first) void refresh();
  }, [mark, live, refresh]);
}

export default function Concepts() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const { look, search } = useStore(conceptsStore);
  const field = useRef<HTMLInputElement>(null);
  const dimension = query.dim ?? null;
  const asked = query.q ?? '';
  useFreshness();
  const looks = sameLooks(query);
  useReading(
    useCallback(
      () => look(id === null ? null : { token: id, dimension, looks }),
      [id, dimension, looks, look],
    ),
  );
  useReading(useCallback(() => (id === null ? search(asked) : null), [id, asked, search]));
  useCommands('concepts', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => (field.current ? field.current.focus() : navigate(formatRoute('concepts'))),
    },
  ]);
  return id === null ? (
    <Suspense fallback={null}>
      <Finder query={asked} field={field} />
    </Suspense>
  ) : (
    <Explorer token={id} view={VIEWS.find((view) => view === query.view) ?? 'canvas'} field={field} />
  );
}
