// The dimensions of the focus: a ring of chips around it while names can be read, a row at the upper edge from further away.
// They are links over the canvas, so that the keyboard and a screen reader reach them like any other link. What has no room
// stands behind "+3 more".
import type { Core } from 'cytoscape';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './canvas.module.css';
import { DimensionChip, MoreDimensions } from './dimension-chips.tsx';
import { ringPlaces, splitDimensions } from './ring.ts';
import { READABLE } from './viewport.ts';

const ROW_MOST = 3;

export function DimensionRing({ cy, neighbourhood }: { cy: Core; neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const layer = useRef<HTMLElement>(null);
  const far = useFollowing(cy, layer);
  const { dimensions, dimension, focus } = neighbourhood;
  if (far) {
    const { shown, more } = splitDimensions(dimensions, dimension, ROW_MOST);
    return (
      <nav className={styles.row} aria-label={t('concepts.dimensions')} data-over>
        {shown.map((d) => (
          <DimensionChip key={d.token} of={d} focus={focus} isCurrent={d.token === dimension} />
        ))}
        {more.length > 0 ? <MoreDimensions neighbourhood={neighbourhood} hidden={more.length} /> : null}
      </nav>
    );
  }
  const { shown, more } = splitDimensions(dimensions, dimension);
  const count = shown.length + (more.length > 0 ? 1 : 0);
  const { rx, ry, places } = ringPlaces(count, Number(cy.getElementById(focus).data('width') ?? 80));
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

/** Moves and scales the ring with the canvas. @returns whether the canvas is looked at from too far away for it */
function useFollowing(cy: Core, layer: RefObject<HTMLElement | null>): boolean {
  const [far, setFar] = useState(cy.zoom() < READABLE);
  useEffect(() => {
    const follow = () => {
      const { x, y } = cy.pan();
      setFar(cy.zoom() < READABLE);
      if (layer.current)
        layer.current.style.transform = `translate(${String(x)}px, ${String(y)}px) scale(${String(cy.zoom())})`;
    };
    follow();
    cy.on('viewport', follow);
    return () => void cy.removeListener('viewport', follow);
  });
  return far;
}
