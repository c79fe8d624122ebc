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
import { Skeleton } from '../../ui/states.tsx';
import { useNarrow } from '../../ui/use-media.ts';
import { CompareMenu } from './compare/compare-bar.tsx';
import { conceptsStore, MOST } from './concepts-store.ts';
import { Beside, type Panel } from './draft/beside.tsx';
import { EditSwitch } from './draft/edit-switch.tsx';
import { useIsEdited, useLeaveEditing } from './draft/use-drawn.ts';
import styles from './explorer.module.css';
import { Body, NotFound, VIEWS, type View } from './explorer-body.tsx';
import { FilterButton } from './filter/filter-button.tsx';
import { useLooks } from './filter/use-looks.ts';
import { ViewButton } from './filter/view-button.tsx';
import { ConceptSearch } from './find/concept-search.tsx';
import { ConceptInspector } from './inspect/concept-inspector.tsx';
import { ThenInspector } from './moment/then-inspector.tsx';
import { TheMost } from './the-most.tsx';
import { ViewHistory } from './view-history.tsx';
import { askedIn, stopAsking } from './why/ask-why.ts';

interface ExplorerProps {
  readonly token: string;
  readonly view: View;
  readonly field: Ref<HTMLInputElement>;
}

export function Explorer({ token, view, field }: ExplorerProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const { query } = useRoute();
  const { at } = useLooks();
  const { focusFailure } = useStore(conceptsStore);
  const [beside, setBeside] = useState(true);
  const [sheet, setSheet] = useState(false);
  const [panel, setPanel] = useState<Panel>('draft');
  const isEdited = useIsEdited();
  useLeaveEditing();
  const bring = () => {
    setPanel('draft');
    (narrow ? setSheet : setBeside)(true);
  };
  const openBeside = () => (narrow ? setSheet : setBeside)(true);
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
  const isAsked = askedIn(query).length > 0;
  const shown = narrow ? sheet || isAsked : beside || isAsked;
  return (
    <Split
      name="concepts"
      width={400}
      least={320}
      most={560}
      label={t('concepts.inspector.label', { token })}
      title={<Token token={token} plain />}
      onClose={() => {
        if (isAsked) stopAsking();
        if (narrow) setSheet(false);
        else setBeside(false);
      }}
      inspector={
        shown ? (
          <Beside isEditing={isEdited && !isAsked} panel={panel} onPanel={setPanel}>
            <Inspector token={token} at={at} />
          </Beside>
        ) : null
      }
      main={
        <>
          <div className={styles.toolbar}>
            <IconButton
              icon={ArrowLeft}
              label={t('concepts.backToSearch')}
              onPress={() => navigate(formatRoute('concepts'))}
            />
            {narrow ? null : <ConceptSearch field={field} />}
            <ViewHistory />
            <span className="push" />
            <AsOf />
            {view === 'around' ? null : <Shown />}
            <FilterButton />
            <ViewButton />
            {view === 'around' || narrow || at !== null || isEdited ? null : <CompareMenu />}
            <Segments
              label={t('concepts.view.label')}
              value={at !== null && view === 'around' ? 'canvas' : view}
              onChange={show}
              options={[
                { value: 'canvas', label: t('concepts.view.canvas') },
                // What is around is known of now alone.
                ...(at === null ? [{ value: 'around' as const, label: t('concepts.view.around') }] : []),
                { value: 'tree', label: t('concepts.view.tree') },
                { value: 'table', label: t('concepts.view.table') },
              ]}
            />
            {view === 'around' || at !== null ? null : (
              <EditSwitch isDraftShown={shown && panel === 'draft'} onEdit={bring} />
            )}
            {shown ? null : (
              <IconButton icon={PanelRight} label={t('inspector.label')} onPress={openBeside} />
            )}
          </div>
          <Body token={token} view={at !== null && view === 'around' ? 'canvas' : view} narrow={narrow} />
        </>
      }
    />
  );
}

function Inspector({ token, at }: { token: string; at: number | null }) {
  const { detail } = useStore(conceptsStore);
  if (at !== null) return <ThenInspector token={token} at={at} />;
  return detail ? <ConceptInspector detail={detail} /> : <Skeleton rows={8} />;
}

/** Always true, over the whole graph; offers the rest when there is more. */
function Shown() {
  const { t } = useTranslation();
  const { neighbourhood, showMore } = useStore(conceptsStore);
  if (!neighbourhood) return null;
  const { shown, total, hidden } = neighbourhood;
  return (
    <>
      <span className={styles.shown} title={t('concepts.shownTitle')}>
        {t('concepts.shown', { shown: formatCount(shown), total: formatCount(total) })}
        {hidden > 0 ? `, ${t('concepts.filter.hidden', { count: hidden })}` : null}
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
