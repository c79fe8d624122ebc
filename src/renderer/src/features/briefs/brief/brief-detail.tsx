// One brief: how it came about and what to know before reading it, its sections with markers to press, the cited passage beside it, and what proves it.

import { X } from 'lucide-react';
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefDetail as Detail } from '../../../../../shared/model/evidence/brief.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { useNarrow } from '../../../ui/use-media.ts';
import { OnItsWay } from '../ask/on-its-way.tsx';
import { briefsStore, type Place } from '../briefs-store.ts';
import { PrintedBrief } from '../print/printed-brief.tsx';
import { Actions } from './actions.tsx';
import { Banners } from './banners.tsx';
import styles from './brief.module.css';
import { BriefHead } from './brief-head.tsx';
import { type Cited, CitedContext } from './cited.ts';
import { CitedSources } from './cited-sources.tsx';
import { Compared } from './compared.tsx';
import { Particulars } from './particulars.tsx';
import { Passage } from './passage.tsx';
import { Revisions } from './revisions.tsx';
import { Sections } from './sections.tsx';
import { Signature } from './signature.tsx';

interface BriefDetailProps {
  readonly place: Place;
  readonly comparing: boolean;
  readonly onCompare: (comparing: boolean) => void;
}

export function BriefDetail({ place, comparing, onCompare }: BriefDetailProps) {
  const { t } = useTranslation();
  const { detail, detailFailure, look } = useStore(briefsStore);
  if (detail === null) {
    if (detailFailure) return <ErrorState failure={detailFailure} onRetry={() => void look(place)} />;
    return <Skeleton rows={8} label={t('briefs.one.loading')} />;
  }
  const { brief, before } = detail;
  const compares = comparing && before !== null;
  return (
    <Beside key={brief.output_hash} detail={detail} hasMarkers={!compares && hasSomethingBeside(detail)}>
      {detailFailure && !detailFailure.offline ? (
        <ErrorState failure={detailFailure} onRetry={() => void look(place)} compact />
      ) : null}
      <OnItsWay />
      <BriefHead detail={detail} />
      <Banners detail={detail} />
      <Actions detail={detail} comparing={compares} onCompare={onCompare} />
      {compares ? <Compared before={before} brief={brief} /> : <Sections />}
      <Revisions detail={detail} />
      <Signature detail={detail} />
      <Particulars detail={detail} />
      <PrintedBrief detail={detail} />
    </Beside>
  );
}

/** Of one that was refused, the sources that gave orders alone. */
const hasSomethingBeside = ({ brief, manifest }: Detail): boolean =>
  !brief.guardrail.blocked || manifest.suspicious.length > 0;

interface Shown {
  readonly n: number;
  readonly from: HTMLElement;
  readonly enters: boolean;
}

interface BesideProps {
  readonly detail: Detail;
  /** Else there is nothing to be looked at beside it. */
  readonly hasMarkers: boolean;
  readonly children: ReactNode;
}

/** The brief and, where there is room, the passage beside it; on a narrow page the passage is a sheet. */
function Beside({ detail, hasMarkers, children }: BesideProps) {
  const { t } = useTranslation();
  const narrow = useNarrow();
  const [shown, setShown] = useState<Shown | null>(null);
  const cited = useMemo<Cited>(
    () => ({
      shown: shown?.n ?? null,
      sources: new Map(detail.manifest.sources.map((source) => [source.n, source])),
      citations: new Map(detail.brief.citations.map((citation) => [citation.n, citation])),
      show: (n, from, enters) => setShown({ n, from, enters }),
    }),
    [detail, shown],
  );
  const aside = useRef<HTMLElement>(null);
  const back = useCallback(() => {
    setShown(null);
    // What it was chosen with may be gone, such as the list of sources it took the place of.
    const { from } = shown ?? {};
    if (from?.isConnected) from.focus();
    else requestAnimationFrame(() => aside.current?.querySelector<HTMLElement>('button')?.focus());
  }, [shown]);
  return (
    <CitedContext value={cited}>
      <div className={styles.beside}>
        <div className={styles.panes} data-alone={!hasMarkers}>
          <div className={styles.reading}>{children}</div>
          {narrow || !hasMarkers ? null : (
            <aside
              ref={aside}
              className={styles.aside}
              data-resting={shown === null}
              aria-label={t('briefs.one.source.region')}
            >
              {shown === null ? (
                <CitedSources />
              ) : (
                <Passage n={shown.n} enters={shown.enters} onBack={back} />
              )}
            </aside>
          )}
        </div>
      </div>
      {narrow ? (
        <Sheet
          label={t('briefs.one.source.region')}
          isOpen={shown !== null}
          onClose={() => setShown(null)}
          head={
            <div className={styles.sheetHead}>
              <h2>{t('briefs.one.source.region')}</h2>
              <IconButton icon={X} label={t('briefs.one.source.close')} onPress={() => setShown(null)} />
            </div>
          }
        >
          {shown === null ? null : <Passage n={shown.n} enters={false} />}
        </Sheet>
      ) : null}
    </CitedContext>
  );
}
