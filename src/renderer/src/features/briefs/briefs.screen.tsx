// Briefs: what is known of an advisory, each sentence beside what it cites; asked for, compared, signed, taken along.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { wishStore } from '../../session/brief-wish.ts';
import { api, follow } from '../../session/client.ts';
import { stepped } from '../../session/lists/along.ts';
import { hereIn, useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { useReading } from '../../session/use-reading.ts';
import { Split } from '../../ui/split.tsx';
import { AskDialog } from './ask/ask-dialog.tsx';
import { askStore } from './ask/ask-store.ts';
import { OnItsWay } from './ask/on-its-way.tsx';
import { BriefDetail } from './brief/brief-detail.tsx';
import styles from './briefs.module.css';
import { briefsStore, type Place } from './briefs-store.ts';
import { Headline } from './headline.tsx';
import { BriefList } from './list.tsx';
import { Toolbar } from './toolbar.tsx';
import { useBriefKeys } from './use-brief-keys.ts';

export default function Briefs() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const revision = /^[1-9]\d{0,8}$/.test(query.rev ?? '') ? Number(query.rev) : null;
  const place = useMemo<Place | null>(
    () => (id === null ? null : { cacheKey: id, revision }),
    [id, revision],
  );
  const detail = useStore(briefsStore, (s) => s.detail);
  const [comparing, setComparing] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { select, close, step } = useOpening();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another brief is read before it is compared.
  useEffect(() => setComparing(false), [id]);
  useLoading(place);
  useWishes();
  useAsked();
  useBriefKeys({
    search: () => field.current?.focus(),
    step,
    compare: () => setComparing((now) => !now),
  });
  return (
    <>
      <Split
        name="briefs"
        width={860}
        least={400}
        most={1100}
        label={t('inspector.label')}
        title={detail === null ? '' : <code>{detail.brief.advisory_key}</code>}
        onClose={close}
        inspector={
          place === null ? null : <BriefDetail place={place} comparing={comparing} onCompare={setComparing} />
        }
        main={
          <>
            <Headline />
            <Toolbar field={field} beside={id !== null} />
            {id === null ? <OnItsWay /> : null}
            <div className={styles.rows}>
              <BriefList selected={id} beside={id !== null} onSelect={select} />
            </div>
          </>
        }
      />
      <AskDialog />
    </>
  );
}

/** Goes to a brief; what was asked for is no more on its way to the screen. */
function useOpening() {
  const { go, goOn } = useSelection('briefs');
  const select = (next: string, enter = false) => {
    askStore.getState().leave();
    go(next, enter);
  };
  const close = () => {
    askStore.getState().leave();
    goOn(null);
  };
  const step = (by: number) => {
    const here = hereIn('briefs');
    const next = stepped(briefsStore.getState().list, ({ cacheKey }) => cacheKey === here, by);
    if (next) select(next.cacheKey);
  };
  return { select, close, step };
}

/** Follows the state, and reads what is shown; everything again when the connection is back. */
function useLoading(place: Place | null): void {
  useEffect(() => {
    const stop = new AbortController();
    void follow(
      (signal) => api.briefs.watch({}, { signal }),
      (live) => {
        briefsStore.getState().take(live);
        void askStore.getState().poll();
      },
      stop.signal,
    );
    return () => stop.abort();
  }, []);
  useReading(
    useCallback(() => {
      const { readState, load } = briefsStore.getState();
      void readState();
      void load();
    }, []),
  );
  useReading(useCallback(() => void briefsStore.getState().look(place), [place]));
}

/** What another screen wants: the form is filled in, and where it said so the brief is asked for. */
function useWishes(): void {
  const wish = useStore(wishStore, (s) => s.wish);
  useEffect(() => {
    if (wish === null) return;
    wishStore.setState({ wish: null });
    const { open, begin } = askStore.getState();
    const { begins, ...part } = wish;
    open(part);
    if (begins) void begin();
  }, [wish]);
}

/** What the stream of states does not tell: an end in another process. */
const LOOKS_EVERY_MS = 1000;

/** Looks after what is on its way, and goes there once it is made. */
function useAsked(): void {
  const isQueued = useStore(askStore, (s) => s.queued !== null);
  const there = useStore(askStore, (s) => s.there);
  useEffect(() => {
    if (!isQueued) return;
    const again = window.setInterval(() => void askStore.getState().poll(), LOOKS_EVERY_MS);
    return () => window.clearInterval(again);
  }, [isQueued]);
  useEffect(() => {
    if (there === null) return;
    askStore.getState().shown();
    void briefsStore.getState().load();
    navigate(formatRoute('briefs', there.cacheKey));
    void briefsStore.getState().look({ cacheKey: there.cacheKey, revision: null });
  }, [there]);
}
