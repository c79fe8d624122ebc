// Where the operator has been among the views of Concepts, to go back and forward in: apart from what was done, which is undone and redone.
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useCommands } from '../../session/commands.ts';
import { formatRoute, navigate, parseRoute, useRoute } from '../../session/router.ts';
import { IconButton } from '../../ui/inputs/button.tsx';

const KEPT = 100;

export interface ViewsState {
  /** Routes, oldest first. */
  readonly been: readonly string[];
  readonly at: number;
  /** Says where one is now. Somewhere else than before, what lay ahead is gone. */
  here(hash: string): void;
  /** @returns where that leads; null for nowhere */
  step(by: -1 | 1): string | null;
}

export const createViews = () =>
  createStore<ViewsState>()((set, get) => ({
    been: [],
    at: -1,
    here(hash) {
      const { been, at } = get();
      if (been[at] === hash) return;
      const kept = [...been.slice(0, at + 1), hash].slice(-KEPT);
      set({ been: kept, at: kept.length - 1 });
    },
    step(by) {
      const { been, at } = get();
      const to = been[at + by];
      if (to === undefined) return null;
      set({ at: at + by });
      return to;
    },
  }));

const views = createViews();

/** A view in a few words: a concept, its dimension. */
function wordsOf(hash: string): string {
  const { id, query } = parseRoute(hash);
  return [id ?? '', query.dim ? `[${query.dim}]` : ''].filter((part) => part !== '').join(' ');
}

export function ViewHistory() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const { been, at, here, step } = useStore(views);
  const now = formatRoute('concepts', id, query);
  useEffect(() => here(now), [now, here]);
  const [before, after] = [been[at - 1], been[at + 1]];
  const go = (by: -1 | 1) => () => {
    const to = step(by);
    if (to !== null) navigate(to, { replace: true });
  };
  const labels = {
    back: before
      ? t('concepts.edit.views.back', { what: wordsOf(before) })
      : t('concepts.edit.views.backNone'),
    forward: after
      ? t('concepts.edit.views.forward', { what: wordsOf(after) })
      : t('concepts.edit.views.forwardNone'),
  };
  useCommands('views', [
    ...(before
      ? [{ id: 'views.back', title: labels.back, group: t('palette.view'), keys: '[', run: go(-1) }]
      : []),
    ...(after
      ? [{ id: 'views.forward', title: labels.forward, group: t('palette.view'), keys: ']', run: go(1) }]
      : []),
  ]);
  return (
    <>
      <IconButton icon={ChevronLeft} label={labels.back} onPress={go(-1)} isDisabled={!before} />
      <IconButton icon={ChevronRight} label={labels.forward} onPress={go(1)} isDisabled={!after} />
    </>
  );
}
