// One concept: the bar with search, view and true counts; canvas or table; the inspector beside it.
import { ArrowLeft, PanelRight } from 'lucide-react';
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { DimensionMark, Token } from '../../session/marks.tsx';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount } from '../../ui/format.ts';
import { Button, IconButton, Segments } from '../../ui/inputs/button.tsx';
import { Split } from '../../ui/split.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { Canvas } from './canvas.tsx';
import { ConceptInspector } from './concept-inspector.tsx';
import { ConceptSearch } from './concept-search.tsx';
import { conceptsStore, type Neighbourhood } from './concepts-store.ts';
import styles from './explorer.module.css';
import { NeighbourhoodTable } from './neighbourhood-table.tsx';

type View = 'canvas' | 'table';

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
    navigate(formatRoute('concepts', token, { ...query, view: next === 'table' ? 'table' : '' }), {
      replace: true,
    });
  useCommands('explorer', [
    {
      id: 'concepts.view',
      title: t('concepts.viewCommand'),
      group: t('palette.do'),
      keys: 'v',
      run: () => show(view === 'table' ? 'canvas' : 'table'),
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
            <Shown />
            <Segments
              label={t('concepts.view.label')}
              value={view}
              onChange={show}
              options={[
                { value: 'canvas', label: t('concepts.view.canvas') },
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
  const text = t('concepts.shown', {
    shown: formatCount(neighbourhood.shown),
    total: formatCount(neighbourhood.total),
  });
  return (
    <>
      <span className={styles.shown} title={t('concepts.shownTitle')}>
        {text}
      </span>
      {neighbourhood.shown < neighbourhood.total ? (
        <Button variant="quiet" onPress={() => void showMore()}>
          {t('concepts.showMore')}
        </Button>
      ) : null}
    </>
  );
}

function Body({ token, view, narrow }: { token: string; view: View; narrow: boolean }) {
  const { t } = useTranslation();
  const { neighbourhood, focusFailure, refresh } = useStore(conceptsStore);
  if (focusFailure && !neighbourhood)
    return <ErrorState failure={focusFailure} onRetry={() => void refresh()} />;
  if (!neighbourhood) return <Skeleton rows={10} />;
  if (neighbourhood.dimensions.length === 0) {
    return <EmptyState drawing="tree" title={token} text={t('concepts.alone')} />;
  }
  const row = narrow || view === 'table';
  return (
    <>
      {row ? <DimensionRow neighbourhood={neighbourhood} view={view} /> : null}
      {view === 'table' ? (
        <NeighbourhoodTable neighbourhood={neighbourhood} />
      ) : (
        <Canvas neighbourhood={neighbourhood} ring={!narrow} />
      )}
    </>
  );
}

/** The dimensions as a row, where there is no room for the ring around the focus. */
function DimensionRow({ neighbourhood, view }: { neighbourhood: Neighbourhood; view: View }) {
  const { t } = useTranslation();
  return (
    <nav className={styles.dimensions} aria-label={t('concepts.dimensions')}>
      {neighbourhood.dimensions.map((d) => (
        <a
          key={d.token}
          className={styles.chip}
          aria-current={d.token === neighbourhood.dimension}
          href={formatRoute('concepts', neighbourhood.focus, {
            dim: d.token,
            view: view === 'table' ? 'table' : '',
          })}
        >
          <DimensionMark name={d.token} contested={d.contested} /> {formatCount(d.edges)}
        </a>
      ))}
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
      <Button onPress={() => navigate(formatRoute('concepts', null, { q: token }))}>
        {t('concepts.backToSearch')}
      </Button>
    </EmptyState>
  );
}
