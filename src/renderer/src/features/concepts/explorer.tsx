// One concept: the bar with search, view and true counts; canvas or table; the inspector beside it.
import { ArrowLeft, PanelRight } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { Token } from '../../session/marks.tsx';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Button, IconButton, Segments } from '../../ui/inputs/button.tsx';
import { Split } from '../../ui/split.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { AroundView } from './around/around-view.tsx';
import { Canvas } from './canvas/canvas.tsx';
import { DimensionChip, MoreDimensions } from './canvas/dimension-chips.tsx';
import { splitDimensions } from './canvas/ring.ts';
import { ChangeTable } from './compare/change-table.tsx';
import { CompareBar, CompareMenu, useSince } from './compare/compare-bar.tsx';
import { compareStore } from './compare/compare-store.ts';
import { conceptsStore, MOST, type Neighbourhood } from './concepts-store.ts';
import styles from './explorer.module.css';
import { ConceptSearch } from './find/concept-search.tsx';
import { ConceptInspector } from './inspect/concept-inspector.tsx';
import { asTyped, Tell } from './inspect/tell.tsx';
import { NeighbourhoodTable } from './table/neighbourhood-table.tsx';
import { TheMost } from './the-most.tsx';
import { ConceptTree } from './tree/concept-tree.tsx';

type View = 'canvas' | 'around' | 'tree' | 'table';
export const VIEWS: readonly View[] = ['canvas', 'around', 'tree', 'table'];

/** Chips that fit into a row; the rest is behind "+3 more". */
const ROW_NARROW = 2;
const ROW_WIDE = 5;

interface ExplorerProps {
  readonly token: string;
  readonly view: View;
  readonly field: Ref<HTMLInputElement>;
}

export function Explorer({ token, view, field }: ExplorerProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { query } = useRoute();
  const { focusFailure, detail } = useStore(conceptsStore);
  const [beside, setBeside] = useState(true);
  const [sheet, setSheet] = useState(false);
  const show = (next: View) =>
    navigate(formatRoute('concepts', token, { ...query, view: next === 'canvas' ? '' : next }), {
      replace: true,
    });
  useCommands('explorer', [
    {
      id: 'concepts.view',
      title: t('concepts.viewCommand'),
      group: t('palette.do'),
      keys: 'v',
      run: () => show(VIEWS[(VIEWS.indexOf(view) + 1) % VIEWS.length] ?? 'canvas'),
    },
  ]);
  if (focusFailure?.code === 'NOT_FOUND') return <NotFound token={token} />;
  const shown = narrow ? sheet : beside;
  return (
    <Split
      name="concepts"
      width={400}
      least={320}
      most={560}
      label={t('concepts.inspector.label', { token })}
      title={<Token token={token} plain />}
      onClose={() => (narrow ? setSheet(false) : setBeside(false))}
      inspector={shown ? detail ? <ConceptInspector detail={detail} /> : <Skeleton rows={8} /> : null}
      main={
        <>
          <div className={styles.toolbar}>
            <IconButton
              icon={ArrowLeft}
              label={t('concepts.backToSearch')}
              onPress={() => navigate(formatRoute('concepts'))}
            />
            {narrow ? null : <ConceptSearch field={field} />}
            <span className="push" />
            <AsOf />
            {view === 'around' ? null : <Shown />}
            {view === 'around' || narrow ? null : <CompareMenu />}
            <Segments
              label={t('concepts.view.label')}
              value={view}
              onChange={show}
              options={[
                { value: 'canvas', label: t('concepts.view.canvas') },
                { value: 'around', label: t('concepts.view.around') },
                { value: 'tree', label: t('concepts.view.tree') },
                { value: 'table', label: t('concepts.view.table') },
              ]}
            />
            {shown ? null : (
              <IconButton
                icon={PanelRight}
                label={t('inspector.label')}
                onPress={() => (narrow ? setSheet(true) : setBeside(true))}
              />
            )}
          </div>
          <Body token={token} view={view} narrow={narrow} />
        </>
      }
    />
  );
}

/** Always true, over the whole graph; offers the rest when there is more. */
function Shown() {
  const { t } = useTranslation();
  const { neighbourhood, showMore } = useStore(conceptsStore);
  if (!neighbourhood) return null;
  const { shown, total } = neighbourhood;
  return (
    <>
      <span className={styles.shown} title={t('concepts.shownTitle')}>
        {t('concepts.shown', { shown: formatCount(shown), total: formatCount(total) })}
      </span>
      {shown >= total ? null : shown < MOST ? (
        <Button variant="quiet" onPress={() => void showMore()}>
          {t('concepts.showMore')}
        </Button>
      ) : (
        <TheMost neighbourhood={neighbourhood} />
      )}
    </>
  );
}

function Body({ token, view, narrow }: { token: string; view: View; narrow: boolean }) {
  const { t } = useTranslation();
  const { neighbourhood, focusFailure, refresh } = useStore(conceptsStore);
  const { difference } = useStore(compareStore);
  const since = useSince();
  if (focusFailure && !neighbourhood)
    return <ErrorState failure={focusFailure} onRetry={() => void refresh()} />;
  if (!neighbourhood) return <Skeleton rows={10} />;
  if (neighbourhood.dimensions.length === 0) {
    return <EmptyState drawing="tree" title={token} text={t('concepts.alone')} />;
  }
  if (view === 'around') return <AroundView token={token} />;
  const row = narrow || view !== 'canvas';
  return (
    <>
      {row ? <DimensionRow neighbourhood={neighbourhood} view={view} /> : null}
      <CompareBar neighbourhood={neighbourhood} />
      {view === 'table' && since !== null && difference !== null ? (
        <ChangeTable difference={difference} />
      ) : view === 'table' ? (
        <NeighbourhoodTable neighbourhood={neighbourhood} />
      ) : view === 'tree' ? (
        <ConceptTree
          key={`${neighbourhood.focus} ${neighbourhood.dimension}`}
          neighbourhood={neighbourhood}
        />
      ) : (
        <Canvas neighbourhood={neighbourhood} ring={!narrow} />
      )}
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

function NotFound({ token }: { token: string }) {
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
