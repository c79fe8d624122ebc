// What an explorer shows of a concept: a dimension's tree on the canvas or in the table, or what is around it, with the bars that belong to it.
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute, navigate } from '../../session/router.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { Canvas } from './canvas/canvas.tsx';
import { CompareBar, useSince } from './compare/compare-bar.tsx';
import { compareStore } from './compare/compare-store.ts';
import { conceptsStore, type Neighbourhood } from './concepts-store.ts';
import { EditBar } from './draft/edit-bar.tsx';
import { useDrawn, useIsEdited } from './draft/use-drawn.ts';
import styles from './explorer.module.css';
import { LookChips } from './filter/look-chips.tsx';
import { useLooks } from './filter/use-looks.ts';
import { asTyped, Tell } from './inspect/tell.tsx';
import { OverBar } from './overlay/over-bar.tsx';
import { PathBar } from './path/path-bar.tsx';
import { DimensionChip, MoreDimensions } from './ring/dimension-chips.tsx';
import { splitDimensions } from './ring/ring.ts';

// Fetched when first wanted: the canvas comes without them.
const AroundView = lazy(async () => ({ default: (await import('./around/around-view.tsx')).AroundView }));
const MomentBar = lazy(async () => ({ default: (await import('./moment/moment-bar.tsx')).MomentBar }));
const NeighbourhoodTable = lazy(async () => ({
  default: (await import('./table/neighbourhood-table.tsx')).NeighbourhoodTable,
}));
const ChangeTable = lazy(async () => ({ default: (await import('./compare/change-table.tsx')).ChangeTable }));
const BetweenTable = lazy(async () => ({
  default: (await import('./overlay/between-table.tsx')).BetweenTable,
}));
const ConceptTree = lazy(async () => ({ default: (await import('./tree/concept-tree.tsx')).ConceptTree }));
const EditForms = lazy(async () => ({ default: (await import('./draft/forms/forms.tsx')).EditForms }));

export type View = 'canvas' | 'around' | 'tree' | 'table';
export const VIEWS: readonly View[] = ['canvas', 'around', 'tree', 'table'];

/** Chips that fit into a row; the rest is behind "+3 more". */
const ROW_NARROW = 2;
const ROW_WIDE = 5;

export function Body({ token, view, narrow }: { token: string; view: View; narrow: boolean }) {
  const { t } = useTranslation();
  const { neighbourhood, focusFailure, refresh } = useStore(conceptsStore);
  const { at } = useLooks();
  if (focusFailure && !neighbourhood)
    return <ErrorState failure={focusFailure} onRetry={() => void refresh()} />;
  if (!neighbourhood) return <Skeleton rows={10} />;
  if (neighbourhood.dimensions.length === 0 && at === null) {
    return <EmptyState drawing="tree" title={token} text={t('concepts.alone')} />;
  }
  if (view === 'around')
    return (
      <>
        {at === null ? null : (
          <Suspense fallback={null}>
            <MomentBar dimension={neighbourhood.dimension} />
          </Suspense>
        )}
        <LookChips />
        <PathBar token={token} reason={neighbourhood} />
        <Suspense fallback={<Skeleton rows={10} />}>
          <AroundView token={token} />
        </Suspense>
      </>
    );
  return <Tree token={token} neighbourhood={neighbourhood} view={view} narrow={narrow} />;
}

interface TreeProps {
  readonly token: string;
  readonly neighbourhood: Neighbourhood;
  readonly view: View;
  readonly narrow: boolean;
}

/** One dimension's tree, drawn or listed, and what edits it; what was is only looked at. */
function Tree({ token, neighbourhood, view, narrow }: TreeProps) {
  const { difference } = useStore(compareStore);
  const isEdited = useIsEdited();
  const since = useSince();
  const { at } = useLooks();
  const drawn = useDrawn(neighbourhood);
  const row = narrow || view !== 'canvas';
  return (
    <>
      {isEdited ? <EditBar neighbourhood={neighbourhood} /> : null}
      {isEdited ? (
        <Suspense fallback={null}>
          <EditForms neighbourhood={neighbourhood} />
        </Suspense>
      ) : null}
      {at === null ? null : (
        <Suspense fallback={null}>
          <MomentBar dimension={neighbourhood.dimension} />
        </Suspense>
      )}
      <LookChips />
      <PathBar token={token} reason={neighbourhood} />
      <OverBar neighbourhood={neighbourhood} />
      {row ? <DimensionRow neighbourhood={neighbourhood} view={view} /> : null}
      {at === null ? <CompareBar neighbourhood={neighbourhood} /> : null}
      <Suspense fallback={<Skeleton rows={10} />}>
        {view === 'table' && neighbourhood.over !== null ? (
          <BetweenTable neighbourhood={neighbourhood} other={neighbourhood.over.dimension} />
        ) : view === 'table' && at === null && since !== null && difference !== null ? (
          <ChangeTable difference={difference} />
        ) : view === 'table' ? (
          <NeighbourhoodTable neighbourhood={neighbourhood} drawn={drawn} />
        ) : view === 'tree' ? (
          <ConceptTree
            key={`${neighbourhood.focus} ${neighbourhood.dimension}`}
            neighbourhood={neighbourhood}
            drawn={drawn}
          />
        ) : (
          <Canvas neighbourhood={neighbourhood} drawn={drawn} ring={!narrow} />
        )}
      </Suspense>
    </>
  );
}

/** The dimensions as a row, where there is no room for the ring around the focus. */
function DimensionRow({ neighbourhood, view }: { neighbourhood: Neighbourhood; view: View }) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { dimensions, dimension, focus } = neighbourhood;
  const { shown, more } = splitDimensions(dimensions, dimension, narrow ? ROW_NARROW : ROW_WIDE);
  const kept = view === 'canvas' ? '' : view;
  return (
    <nav className={styles.dimensions} aria-label={t('concepts.dimensions')}>
      {shown.map((d) => (
        <DimensionChip key={d.token} of={d} focus={focus} isCurrent={d.token === dimension} view={kept} />
      ))}
      {more.length > 0 ? (
        <MoreDimensions neighbourhood={neighbourhood} hidden={more.length} view={kept} />
      ) : null}
    </nav>
  );
}

export function NotFound({ token }: { token: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing="search"
      title={t('concepts.notFoundTitle', { token })}
      text={t('concepts.noMatchText')}
    >
      <div className={styles.tell}>
        <Tell key={token} token={asTyped(token)} />
      </div>
      <Button variant="quiet" onPress={() => navigate(formatRoute('concepts', null, { q: token }))}>
        {t('concepts.backToSearch')}
      </Button>
    </EmptyState>
  );
}
