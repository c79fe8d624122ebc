// Findings: from "am I affected?" to the row that proves it. Findings, what could not be checked, what is run, and the evidence for all of it.
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FindingDecisionKind, FindingView } from '../../../../shared/model/evidence/finding.ts';
import { FINDING_VIEWS } from '../../../../shared/model/evidence/words.ts';
import { api, follow } from '../../session/client.ts';
import { jobsStore } from '../../session/jobs-store.ts';
import { stepped } from '../../session/lists/along.ts';
import { hereIn, useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, routeNow, useRoute } from '../../session/router.ts';
import { Tasks } from '../../session/tasks.tsx';
import { useLiveJobs } from '../../session/use-live-jobs.ts';
import { useReading } from '../../session/use-reading.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Split } from '../../ui/split.tsx';
import { BriefFinding, briefFinding } from './brief-finding.tsx';
import { BulkBar, BulkDialog } from './decide/bulk.tsx';
import { decideStore } from './decide/decide-store.ts';
import { DocumentDetail } from './evidence/document-detail.tsx';
import { Documents, DocumentsToolbar } from './evidence/documents.tsx';
import { Ecosystems } from './evidence/ecosystems.tsx';
import { evidenceStore } from './evidence/evidence-store.ts';
import { Imports } from './evidence/imports.tsx';
import { SbomService } from './evidence/sbom-service.tsx';
import { Trust } from './evidence/trust.tsx';
import styles from './findings.module.css';
import { findingsStore } from './findings-store.ts';
import { headlineOf } from './headline.ts';
import { Headline } from './headline.tsx';
import { EvidenceDropZone } from './import/drop-zone.tsx';
import { FirstRun } from './import/first-run.tsx';
import { ImportWays } from './import/import-ways.tsx';
import { Uploads } from './import/uploads.tsx';
import { FindingDetail } from './inspect/finding-detail.tsx';
import { FindingList } from './list/list.tsx';
import { componentOf, type Row, rowsOf } from './list/rows.ts';
import { ProductDetail } from './products/product-detail.tsx';
import { Products } from './products/products.tsx';
import { useReadResources } from './products/use-resources.ts';
import { PARTS, type Part, PartsBar, Toolbar } from './toolbar.tsx';
import { Unchecked } from './unchecked.tsx';
import { useDealing } from './use-dealing.ts';
import { useFindingKeys } from './use-finding-keys.ts';

/** The address has one word for both: a view of the findings, or another part of the screen. */
function placeOf(query: Readonly<Record<string, string>>): {
  readonly part: Part;
  readonly view: FindingView;
} {
  const part = PARTS.find((one) => one === query.view && one !== 'findings') ?? 'findings';
  return { part, view: FINDING_VIEWS.find((one) => one === query.view) ?? 'open' };
}

export default function Findings() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const { part, view } = placeOf(query);
  const { list, live, detail } = useStore(findingsStore);
  const [importing, setImporting] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { group, select, open, step, goOn } = useOpening();
  const dealing = useDealing(goOn);
  useLoading(part, view, id);
  useReadResources();
  useLiveJobs();

  const isImporting = useIsImporting();
  const inList = part === 'findings';
  const shown = inList && detail?.finding.key === id ? detail.finding : null;
  const press = (kind: FindingDecisionKind, chosen: boolean) => {
    const { ticked, list: all } = findingsStore.getState();
    const many = chosen ? (all ?? []).filter(({ key }) => ticked.has(key)) : [];
    if (many.length > 0) return decideStore.getState().begin(kind, many, true);
    if (shown === null) return;
    const { draft, drop, begin } = decideStore.getState();
    // A second press puts away the form that the first one opened.
    if (draft?.kind === kind) drop();
    else begin(kind, [shown], false);
  };
  useFindingKeys({
    isOpen: shown !== null,
    inList,
    search: () => field.current?.focus(),
    step,
    tick: () => {
      const here = routeNow().id;
      if (here !== null) findingsStore.getState().tick(here);
    },
    press: (kind) => press(kind, true),
    takeIn: () => setImporting(true),
    brief: () => {
      if (shown !== null) briefFinding(shown);
    },
  });
  const goTo = (to: string) => navigate(formatRoute('findings', null, { view: to === 'open' ? '' : to }));
  const isFirst = live !== null && headlineOf(live) === 'first' && (list?.length ?? 0) === 0;
  return (
    <EvidenceDropZone>
      <Split
        name="findings"
        width={600}
        least={380}
        most={860}
        label={t('inspector.label')}
        title={
          shown ? (
            <>
              <code>{shown.vulnerability}</code> <span className="muted">{componentOf(shown)}</span>
            </>
          ) : id === null ? (
            ''
          ) : part === 'products' ? (
            (live?.products.findLast(({ key }) => key === id)?.name ?? id)
          ) : (
            t('findings.evidence.columns.title')
          )
        }
        onClose={() => goOn(null)}
        actions={shown === null ? null : <BriefFinding finding={shown} />}
        inspector={
          id === null || part === 'unchecked' ? null : part === 'products' ? (
            <ProductDetail product={id} />
          ) : part === 'evidence' ? (
            <DocumentDetail id={Number(id)} onGone={() => goOn(null)} />
          ) : (
            <FindingDetail
              id={id}
              onPress={(kind) => press(kind, false)}
              onDecide={() => void dealing.decide()}
              onUndo={(decision) => void dealing.undo(decision)}
            />
          )
        }
        main={
          <>
            <Headline />
            <PartsBar
              part={part}
              onPart={(next) => goTo(next === 'findings' ? 'open' : next)}
              onImport={() => setImporting(true)}
            />
            <Uploads />
            {inList && isFirst ? (
              <FirstRun />
            ) : inList ? (
              <>
                <Toolbar view={view} onView={goTo} field={field} beside={id !== null} />
                <BulkBar onPress={(kind) => press(kind, true)} />
                <div className={styles.rows}>
                  <FindingList selected={group ?? id} beside={id !== null} onSelect={select} />
                </div>
              </>
            ) : part === 'unchecked' ? (
              <Unchecked />
            ) : part === 'products' ? (
              <Products
                selected={id}
                onOpen={(product) => open(product, true)}
                onShow={(product) => {
                  goTo('open');
                  findingsStore.getState().narrow({ view: 'open', product });
                }}
              />
            ) : (
              <div className={styles.evidence}>
                <DocumentsToolbar field={field} />
                {isImporting ? <Tasks kinds={['evidence']} /> : null}
                <div className={styles.documents}>
                  <Documents selected={id} onSelect={open} onImport={() => setImporting(true)} />
                </div>
                <Ecosystems />
                <Imports />
                <Trust />
                <SbomService />
              </div>
            )}
          </>
        }
      />
      <BulkDialog onDecide={() => void dealing.decide()} />
      <Dialog
        title={t('findings.evidence.add.title')}
        isOpen={importing}
        onClose={() => setImporting(false)}
        width="wide"
      >
        <ImportWays onBegun={() => setImporting(false)} />
      </Dialog>
    </EvidenceDropZone>
  );
}

/** What is open, by the address; and the group that the arrow keys stand on, which has none. */
function useOpening() {
  const selection = useSelection('findings', () => ({ view: routeNow().query.view ?? '' }));
  const [group, setGroup] = useState<string | null>(null);
  const leave = () => {
    setGroup(null);
    decideStore.getState().drop();
  };
  const open = (next: string, enter: boolean) => {
    leave();
    selection.go(next, enter);
  };
  const goOn = (next: string | null) => {
    leave();
    selection.goOn(next);
  };
  const select = (row: Row, enter: boolean) => {
    if (row.type === 'finding') return open(row.key, enter);
    setGroup(row.key);
    if (enter) findingsStore.getState().fold(row.key);
  };
  const step = (by: number) => {
    const { list, grouping, folded } = findingsStore.getState();
    const rows = rowsOf(list ?? [], grouping, folded).filter(({ type }) => type === 'finding');
    const here = hereIn('findings');
    const next = stepped(rows, ({ key }) => key === here, by);
    if (next) open(next.key, false);
  };
  return { group, select, open, step, goOn };
}

/** Follows the state, and reads what is shown; everything again when the connection is back. */
function useLoading(part: Part, view: FindingView, id: string | null): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.findings.watch({}, { signal }),
      (live) => findingsStore.getState().take(live),
      stop.signal,
    );
    return () => stop.abort();
  }, []);
  useReading(
    useCallback(() => {
      const { readState, load } = findingsStore.getState();
      void readState();
      void load();
    }, []),
  );
  useReading(
    useCallback(() => {
      if (part === 'unchecked') void findingsStore.getState().readUnchecked();
      if (part === 'evidence') void evidenceStore.getState().load();
    }, [part]),
  );
  useEffect(() => {
    if (part === 'findings' && view !== findingsStore.getState().view)
      findingsStore.getState().narrow({ view });
  }, [part, view]);
  useReading(
    useCallback(() => void findingsStore.getState().look(part === 'findings' ? id : null), [part, id]),
  );
  useEndedImports(part === 'evidence');
}

/** Here, in another window, or from the command line; what ended stands among the imports. */
const useIsImporting = (): boolean =>
  useStore(
    jobsStore,
    ({ live }) =>
      live?.tasks.some(({ kind, status }) => kind === 'evidence' && status === 'running') ?? false,
  );

/** An import that goes on or ended is other evidence: the list is read again. */
function useEndedImports(wanted: boolean): void {
  const ended = useStore(jobsStore, ({ live }) =>
    (live?.tasks ?? [])
      .filter(({ kind }) => kind === 'evidence')
      .map(({ id, status }) => `${id} ${status}`)
      .join(),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each end of an import is a reason to read.
  useEffect(() => {
    if (wanted) void evidenceStore.getState().load();
  }, [wanted, ended]);
  const goesOn = useStore(evidenceStore, ({ imports }) => imports?.some(({ endedAt }) => endedAt === null));
  useEffect(() => {
    if (!wanted || !goesOn) return;
    const again = window.setInterval(() => void evidenceStore.getState().load(), GOES_ON_MS);
    return () => window.clearInterval(again);
  }, [wanted, goesOn]);
}

/** An import of another process tells this one nothing: neither that it ended, nor that its process did. */
const GOES_ON_MS = 10_000;
