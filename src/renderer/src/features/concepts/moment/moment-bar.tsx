// That one looks at another moment than now: which one, a slider over the dimension's life with marks where facts began or ended, from
// change to change, and back to now. The moment is the address's; the slider moves it when it is let go.
import { ChevronLeft, ChevronRight, History } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../../../session/client.ts';
import { cx } from '../../../ui/cx.ts';
import { formatFull } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { changeLooks, useLooks } from '../filter/use-looks.ts';
import styles from './moment.module.css';
import { changesAt, earlier, later, type Timeline } from './moments.ts';

/** Steps of the slider from one end to the other. */
const STEPS = 240;

const goTo = (at: number | null) => changeLooks({ at }, { replace: true });

export function MomentBar({ dimension }: { dimension: string }) {
  const { t } = useTranslation();
  const { at } = useLooks();
  const isPast = at !== null;
  const [timeline, setTimeline] = useState<Timeline | null>(null);
  useEffect(() => {
    if (!isPast) return;
    let isLatest = true;
    api.concepts
      .timeline({ dimension })
      .then((read) => {
        if (isLatest) setTimeline(read);
      })
      // Without it there is no slider; the moment and the way back are there all the same.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [dimension, isPast]);
  if (at === null) return null;
  return (
    <section className={styles.bar} aria-label={t('concepts.looks.moment')}>
      <p className={styles.said} role="status">
        <History size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('concepts.moment.at', { time: formatFull(at) })}</span>
      </p>
      <Button variant="primary" onPress={() => changeLooks({ at: null })}>
        {t('concepts.moment.now')}
      </Button>
      {timeline === null ? null : timeline.from === null ? (
        <span>{t('concepts.moment.never')}</span>
      ) : (
        <Life timeline={timeline} from={timeline.from} at={at} />
      )}
      <p className={styles.hint}>{t('concepts.moment.hint')}</p>
    </section>
  );
}

function Life({ timeline, from, at }: { timeline: Timeline; from: number; at: number }) {
  const { t } = useTranslation();
  const { to, changes } = timeline;
  const [held, setHeld] = useState<number | null>(null);
  // Wherever the address goes, the slider is.
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  useEffect(() => setHeld(null), [at]);
  const value = Math.min(to, Math.max(from, held ?? at));
  const [before, after] = [earlier(timeline, at), later(timeline, at)];
  const most = Math.max(1, ...changes);
  const one = (next: number | number[]) => (Array.isArray(next) ? (next[0] ?? from) : next);
  const here = changesAt(timeline, value);
  return (
    <div className={styles.life}>
      <IconButton
        icon={ChevronLeft}
        label={t('concepts.moment.back')}
        isDisabled={before === null}
        onPress={() => goTo(before)}
      />
      <Slider
        className={cx(styles.slider)}
        minValue={from}
        maxValue={Math.max(from + 1, to)}
        step={Math.max(1, Math.floor((to - from) / STEPS))}
        value={value}
        onChange={(next) => setHeld(one(next))}
        onChangeEnd={(next) => goTo(one(next))}
      >
        <Label className={cx(styles.label)}>{t('concepts.moment.slider')}</Label>
        <SliderTrack className={cx(styles.track)}>
          <span className={styles.marks} aria-hidden="true">
            {changes.map((count, bin) => (
              <i
                // biome-ignore lint/suspicious/noArrayIndexKey: a stretch is its place
                key={bin}
                style={{
                  height: count === 0 ? 0 : `${String(30 + (70 * Math.log1p(count)) / Math.log1p(most))}%`,
                }}
              />
            ))}
          </span>
          <SliderThumb className={cx(styles.thumb)} aria-describedby="moment-here" />
        </SliderTrack>
      </Slider>
      <IconButton
        icon={ChevronRight}
        label={t('concepts.moment.forth')}
        onPress={() => (after === null ? changeLooks({ at: null }) : goTo(after))}
      />
      <span className={styles.where} id="moment-here">
        {held === null ? '' : `${formatFull(value)} · `}
        {here > 0 ? t('concepts.moment.changes', { count: here }) : ''}
      </span>
    </div>
  );
}
