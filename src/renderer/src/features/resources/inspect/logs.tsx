// The log of the open resource: follows while its end is in sight, stands still when the operator pauses or scrolls up, finds in what is kept.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, Copy, Pause, Play, WrapText } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Resource } from '../../../../../shared/model/resource.ts';
import { say } from '../../../session/toasts.tsx';
import { AsOf } from '../../../ui/as-of.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatClock, formatCount, formatFull } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './logs.module.css';
import { type KeptLine, logsStore, MOST_LINES } from './logs-store.ts';

const LINE = 20;
/** So near the end counts as there. */
const NEAR = 24;

export function Logs({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const { id, state } = resource;
  const goesOn = state === 'running' || state === 'degraded' || state === 'changing';
  useEffect(() => {
    const stop = new AbortController();
    // The arrow keys pass by many; only one that is stayed with is asked for its log.
    const timer = setTimeout(() => void logsStore.getState().watch(id, goesOn, stop.signal), 200);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [id, goesOn]);
  const { lines, failure, ended } = useStore(logsStore);
  return (
    <Section title={t('resources.logs.title')} aside={<LogBar name={resource.name} goesOn={goesOn} />}>
      {failure && !failure.offline ? (
        ended ? (
          <p className="quiet">{failure.message}</p>
        ) : (
          <ErrorState failure={failure} compact />
        )
      ) : null}
      {lines === null ? failure ? null : <p className="quiet">{t('resources.logs.reading')}</p> : null}
      {lines !== null && lines.length === 0 ? <p className="quiet">{t('resources.logs.empty')}</p> : null}
      {lines !== null && lines.length > 0 ? <Lines lines={lines} /> : null}
    </Section>
  );
}

const textOf = (lines: readonly KeptLine[]): string =>
  lines.map(({ at, text }) => (at === null ? text : `${new Date(at).toISOString()} ${text}`)).join('\n');

function LogBar({ name, goesOn }: { name: string; goesOn: boolean }) {
  const { t } = useTranslation();
  const { lines, paused, setPaused } = useStore(logsStore);
  if (lines === null || lines.length === 0) return <AsOf />;
  const copy = () =>
    void navigator.clipboard
      .writeText(textOf(lines))
      .then(() => say(t('resources.logs.copied', { count: lines.length, name })));
  return (
    <>
      <AsOf />
      {goesOn ? (
        <IconButton
          icon={paused ? Play : Pause}
          label={t(paused ? 'resources.logs.resume' : 'resources.logs.pause')}
          pressed={paused}
          onPress={() => setPaused(!paused)}
        />
      ) : null}
      <IconButton icon={Copy} label={t('resources.logs.copy')} onPress={copy} />
    </>
  );
}

function Lines({ lines }: { lines: readonly KeptLine[] }) {
  const { t } = useTranslation();
  const { waiting, cut, setPaused, paused } = useStore(logsStore);
  const [search, setSearch] = useState('');
  const [wrap, setWrap] = useState(true);
  const wanted = search.trim().toLowerCase();
  const shown = useMemo(
    () => (wanted === '' ? lines : lines.filter(({ text }) => text.toLowerCase().includes(wanted))),
    [lines, wanted],
  );
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchField
            label={t('resources.logs.search')}
            placeholder={t('resources.logs.search')}
            value={search}
            onChange={setSearch}
          />
        </div>
        <IconButton
          icon={WrapText}
          label={t('resources.logs.wrap')}
          pressed={wrap}
          onPress={() => setWrap(!wrap)}
        />
        <span className={styles.count}>
          {wanted === ''
            ? cut
              ? t('resources.logs.newest', { count: MOST_LINES })
              : t('resources.logs.count', { count: lines.length })
            : t('resources.logs.found', { found: formatCount(shown.length), all: formatCount(lines.length) })}
        </span>
      </div>
      {shown.length === 0 ? (
        <p className="quiet">{t('resources.logs.noMatch')}</p>
      ) : (
        <Scroller lines={shown} wrap={wrap} wanted={wanted} />
      )}
      {paused && waiting.length > 0 ? (
        <p className={styles.held}>
          <Button icon={Play} onPress={() => setPaused(false)}>
            {t('resources.logs.waiting', { count: waiting.length })}
          </Button>
        </p>
      ) : null}
    </>
  );
}

interface ScrollerProps {
  readonly lines: readonly KeptLine[];
  readonly wrap: boolean;
  readonly wanted: string;
}

function Scroller({ lines, wrap, wanted }: ScrollerProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const [atEnd, setAtEnd] = useState(true);
  const [seen, setSeen] = useState(0);
  const last = lines.at(-1)?.at0 ?? 0;
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: useCallback(() => LINE, []),
    getItemKey: useCallback((index: number) => lines[index]?.at0 ?? index, [lines]),
    overscan: 20,
  });
  const toEnd = useCallback(
    () => virtual.scrollToIndex(lines.length - 1, { align: 'end' }),
    [virtual, lines],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new last line is a reason to go on to the end.
  useLayoutEffect(() => {
    if (!atEnd) return;
    toEnd();
    setSeen(last);
  }, [last, atEnd, wrap]);
  function onScroll(): void {
    const place = box.current;
    if (place) setAtEnd(place.scrollHeight - place.scrollTop - place.clientHeight < NEAR);
  }
  const unseen = atEnd ? 0 : lines.filter(({ at0 }) => at0 > seen).length;
  return (
    <div className={styles.frame}>
      <section
        ref={box}
        className={cx(styles.log, wrap && styles.wrap)}
        aria-label={t('resources.logs.lines')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        tabIndex={0}
        onScroll={onScroll}
      >
        <div className={styles.inner} style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map((item) => {
            const line = lines[item.index];
            if (!line) return null;
            return (
              <div
                key={item.key}
                ref={virtual.measureElement}
                data-index={item.index}
                className={styles.line}
                data-stream={line.stream}
                style={{ transform: `translateY(${String(item.start)}px)` }}
              >
                <Line line={line} wanted={wanted} />
              </div>
            );
          })}
        </div>
      </section>
      {unseen > 0 ? (
        <div className={styles.pill}>
          <Button variant="primary" icon={ArrowDown} onPress={toEnd}>
            {t('resources.logs.unseen', { count: unseen })}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

function Line({ line: { at, stream, text }, wanted }: { line: KeptLine; wanted: string }) {
  const { t } = useTranslation();
  return (
    <>
      {at === null ? null : (
        <time className={styles.time} dateTime={new Date(at).toISOString()} title={formatFull(at)}>
          {formatClock(at)}
        </time>
      )}
      {stream === 'err' ? (
        <span className={styles.err} title={t('resources.logs.err')}>
          <span className="sr-only">{t('resources.logs.err')} </span>!
        </span>
      ) : null}
      <span className={styles.text}>
        <Found text={text} wanted={wanted} />
      </span>
    </>
  );
}

/** The words that were searched for, marked. */
function Found({ text, wanted }: { text: string; wanted: string }) {
  if (wanted === '') return text === '' ? ' ' : text;
  const lower = text.toLowerCase();
  // Where lower case changes the length the places would not fit.
  if (lower.length !== text.length) return text;
  const parts = [];
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    parts.push(text.slice(from, at), <mark key={at}>{text.slice(at, at + wanted.length)}</mark>);
    from = at + wanted.length;
  }
  return [...parts, text.slice(from)];
}
