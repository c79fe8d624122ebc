// The dimensions of the focus: a ring of chips around it while names can be read and all of it is in sight, else a row at the upper edge.
// They are links over the canvas, so that the keyboard and a screen reader reach them like any other link. What has no room
// stands behind "+3 more".
import type { Core } from 'cytoscape';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../canvas/canvas.module.css';
import { READABLE } from '../canvas/viewport.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import { DimensionChip, MoreDimensions } from './dimension-chips.tsx';
import { chipWidth, MORE_WIDTH, ringFits, ringPlaces, rowFits, type Seen, splitDimensions } from './ring.ts';

const ROW_MOST = 3;
/** What a row leaves free at its ends. */
const ROW_INSET = 24;

export function DimensionRing({ cy, neighbourhood }: { cy: Core; neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const layer = useRef<HTMLElement>(null);
  const { dimensions, dimension, focus } = neighbourhood;
  const { shown, more } = splitDimensions(dimensions, dimension);
  const count = shown.length + (more.length > 0 ? 1 : 0);
  const ring = ringPlaces(count, Number(cy.getElementById(focus).data('width') ?? 80));
  const { rx, ry, places } = ring;
  const widths = [...shown.map(chipWidth), MORE_WIDTH];
  const { isFar, width } = useFollowing(cy, layer, (seen) => ringFits(ring, widths, seen));
  if (isFar) {
    const ordered = splitDimensions(dimensions, dimension, ROW_MOST).shown;
    const most = Math.min(ROW_MOST, rowFits(ordered.map(chipWidth), width - ROW_INSET));
    const row = splitDimensions(dimensions, dimension, most);
    return (
      <nav className={styles.row} aria-label={t('concepts.dimensions')} data-over>
        {row.shown.map((d) => (
          <DimensionChip key={d.token} of={d} focus={focus} isCurrent={d.token === dimension} />
        ))}
        {row.more.length > 0 ? (
          <MoreDimensions neighbourhood={neighbourhood} hidden={row.more.length} />
        ) : null}
      </nav>
    );
  }
  const at = (i: number) => ({ left: places[i]?.x ?? 0, top: places[i]?.y ?? 0 });
  const side = (i: number) => ((places[i]?.x ?? 0) < 0 ? 'left' : 'right');
  return (
    <div className={styles.ringBox}>
      <nav ref={layer} className={styles.ring} aria-label={t('concepts.dimensions')}>
        <svg
          className={styles.ellipse}
          width={2 * rx}
          height={2 * ry}
          style={{ left: -rx, top: -ry }}
          aria-hidden="true"
        >
          <ellipse cx={rx} cy={ry} rx={rx - 1} ry={ry - 1} />
        </svg>
        {shown.map((d, i) => (
          <span key={d.token} className={styles.seat} data-side={side(i)} style={at(i)}>
            <DimensionChip of={d} focus={focus} isCurrent={d.token === dimension} />
          </span>
        ))}
        {more.length > 0 ? (
          <span className={styles.seat} data-side={side(count - 1)} style={at(count - 1)}>
            <MoreDimensions neighbourhood={neighbourhood} hidden={more.length} />
          </span>
        ) : null}
      </nav>
    </div>
  );
}

/**
 * Moves and scales the ring with the canvas. @param fits whether all of the ring is in sight
 * @returns whether it has no place there: the canvas is looked at from too far away for it, or a chip would be cut off
 */
function useFollowing(
  cy: Core,
  layer: RefObject<HTMLElement | null>,
  fits: (seen: Seen) => boolean,
): { readonly isFar: boolean; readonly width: number } {
  const look = () => {
    const [zoom, { x, y }, width] = [cy.zoom(), cy.pan(), cy.width()];
    const isFar = zoom < READABLE || !fits({ zoom, x, y, width, height: cy.height() });
    return { isFar, width };
  };
  const [state, setState] = useState(look);
  useEffect(() => {
    const follow = () => {
      const { x, y } = cy.pan();
      const next = look();
      setState((now) => (now.isFar === next.isFar && now.width === next.width ? now : next));
      if (layer.current)
        layer.current.style.transform = `translate(${String(x)}px, ${String(y)}px) scale(${String(cy.zoom())})`;
    };
    follow();
    cy.on('viewport resize', follow);
    return () => void cy.removeListener('viewport resize', follow);
  });
  return state;
}
