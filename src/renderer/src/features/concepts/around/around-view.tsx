// What is around a concept in all dimensions: a picture laid out in a worker, or the same as a list of facts; how far, and which
// dimension alone.
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { DimensionMark } from '../../../session/marks.tsx';
import { useRoute } from '../../../session/router.ts';
import { cx } from '../../../ui/cx.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import canvasStyles from '../canvas/canvas.module.css';
import { aroundStyle } from '../canvas/canvas-style.ts';
import { Controls } from '../canvas/controls.tsx';
import { LabelLayer } from '../canvas/label-layer.tsx';
import { Legend } from '../canvas/legend.tsx';
import { Minimap } from '../canvas/minimap.tsx';
import { POINTS, pointedAt } from '../canvas/pointed.ts';
import { useCytoscape } from '../canvas/use-cytoscape.ts';
import { useCursor } from '../canvas/use-walk.ts';
import { type Around, conceptsStore } from '../concepts-store.ts';
import { sameLooks } from '../filter/looks.ts';
import type { ForcePoint } from '../layout/force-layout.ts';
import { askWhy, askWhyOf } from '../why/ask-why.ts';
import styles from './around.module.css';
import { aroundElements, dimensionsAround, forceInput, nearestThatWay } from './around-elements.ts';
import { type LayoutThread, openLayoutThread } from './around-layout.ts';
import { AROUND_MOST, aroundStore, openAround } from './around-store.ts';
import { FactTable } from './fact-table.tsx';

type As = 'picture' | 'list';
const HOPS = ['1', '2', '3'] as const;

export function AroundView({ token }: { token: string }) {
  const { t } = useTranslation();
  const { around, failure, hops, only, look, reach, showMore, alone } = useStore(aroundStore);
  const { neighbourhood } = useStore(conceptsStore);
  const [as, setAs] = useState<As>('picture');
  const looks = sameLooks(useRoute().query);
  // Read again whenever the concept itself was: something was told, or the connection is back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer about the concept is a reason to read
  useEffect(() => void look(token, looks), [token, looks, neighbourhood, look]);
  useEffect(() => () => alone(null), [alone]);
  if (failure && !around) return <ErrorState failure={failure} onRetry={() => void look(token, looks)} />;
  if (!around) return <Skeleton rows={10} />;
  const canGrow = around.shown < (around.total ?? Number.POSITIVE_INFINITY) && around.shown < AROUND_MOST;
  return (
    <>
      <div className={styles.bar}>
        <Segments
          label={t('concepts.around.hops')}
          value={String(hops) as (typeof HOPS)[number]}
          onChange={(next) => void reach(Number(next))}
          options={HOPS.map((value) => ({
            value,
            label: t('concepts.around.hopsOf', { count: Number(value) }),
          }))}
        />
        <span className={styles.shown}>
          {t('concepts.shown', {
            shown: formatCount(around.shown),
            total: around.total === null ? t('concepts.around.many') : formatCount(around.total),
          })}
          {around.hidden > 0 ? `, ${t('concepts.filter.hidden', { count: around.hidden })}` : null}
        </span>
        {canGrow ? (
          <Button variant="quiet" onPress={() => void showMore()}>
            {t('concepts.around.more')}
          </Button>
        ) : null}
        <span className="push" />
        <Segments
          label={t('concepts.around.as')}
          value={as}
          onChange={setAs}
          options={[
            { value: 'picture', label: t('concepts.around.picture') },
            { value: 'list', label: t('concepts.around.list') },
          ]}
        />
      </div>
      <Dimensions around={around} only={only} onOnly={alone} />
      {as === 'list' ? (
        <FactTable around={around} only={only} />
      ) : (
        <AroundCanvas around={around} only={only} hops={hops} />
      )}
    </>
  );
}

interface DimensionsProps {
  readonly around: Around;
  readonly only: string | null;
  readonly onOnly: (dimension: string | null) => void;
}

/** Which hue is which dimension, and one of them alone. */
function Dimensions({ around, only, onOnly }: DimensionsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.dimensions} aria-label={t('concepts.around.only')}>
      {dimensionsAround(around).map(({ token, count }) => (
        <button
          key={token}
          type="button"
          className={cx(canvasStyles.chip, styles.chip)}
          aria-pressed={token === only}
          aria-label={t('concepts.around.onlyOf', { dimension: token, count })}
          onClick={() => onOnly(token === only ? null : token)}
        >
          <DimensionMark name={token} /> {formatCount(count)}
        </button>
      ))}
    </fieldset>
  );
}

/** Positions from the worker; those of before stay until the new ones are there. */
function usePoints(around: Around): readonly ForcePoint[] | null {
  const thread = useRef<LayoutThread | null>(null);
  const [points, setPoints] = useState<readonly ForcePoint[] | null>(null);
  useEffect(() => {
    thread.current = openLayoutThread();
    return () => thread.current?.close();
  }, []);
  useEffect(() => {
    void thread.current?.place(forceInput(around)).then((placed) => {
      if (placed) setPoints(placed);
    });
  }, [around]);
  return points;
}

function AroundCanvas({ around, only, hops }: { around: Around; only: string | null; hops: number }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const points = usePoints(around);
  const elements = useMemo(
    () => (points?.[0]?.token === around.focus ? aroundElements(around, points, only) : null),
    [around, points, only],
  );
  const cy = useCytoscape(box, {
    what: `around\n${around.focus}\n${String(hops)}`,
    elements,
    style: aroundStyle,
    open: openAround,
    why: askWhy,
  });
  const { cursor, onKeyDown } = useCursor(cy, {
    next: (from, key) => (points ? nearestThatWay(points, from ?? around.focus, key) : null),
    open: openAround,
    why: (token) => askWhyOf(around.edges.find(({ concept }) => concept === token)),
  });
  useEffect(() => {
    if (!cy) return;
    const near = () => {
      cy.edges('.near').removeClass('near');
      const pointed = cy.getElementById(pointedAt(cy) ?? '').nodes();
      cy.nodes('.cursor').union(pointed).connectedEdges().addClass('near');
    };
    cy.on(POINTS, near);
    cy.on('class', 'node', near);
    return () => {
      cy.removeListener(POINTS, near);
      cy.removeListener('class', 'node', near);
    };
  }, [cy]);
  const facts = around.edges.filter(({ concept }) => concept === cursor);
  const said = [
    ...(cursor === null ? [] : [cursor]),
    ...facts.map(({ dimension, parent }) => t('concepts.around.says', { dimension, parent })),
  ].join(', ');
  return (
    <div className={canvasStyles.box}>
      <div
        ref={box}
        className={canvasStyles.canvas}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is walked with the arrow keys.
        tabIndex={0}
        aria-label={t('concepts.around.canvas', {
          token: around.focus,
          shown: formatCount(around.shown),
          total: around.total === null ? t('concepts.around.many') : formatCount(around.total),
        })}
        onKeyDown={onKeyDown}
        data-cursor={cursor ?? ''}
        data-placed={points?.length ?? 0}
      />
      {cy ? <LabelLayer cy={cy} /> : null}
      {cy ? <Minimap cy={cy} /> : null}
      <Controls cy={cy} />
      <div className={canvasStyles.legendBox} data-over>
        <Legend />
      </div>
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
