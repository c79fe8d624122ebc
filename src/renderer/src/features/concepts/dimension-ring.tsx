// The ring of dimension chips around the focus. They are links over the canvas, moved and scaled with it, so that the
// keyboard and a screen reader reach them like any other link.
import type { Core } from 'cytoscape';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { DimensionMark } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { formatCount } from '../../ui/format.ts';
import styles from './canvas.module.css';
import type { Neighbourhood } from './concepts-store.ts';
import { RING_MOST, ringPlaces } from './ring.ts';

export function DimensionRing({ cy, neighbourhood }: { cy: Core; neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const layer = useRef<HTMLElement>(null);
  useEffect(() => {
    const follow = () => {
      const { x, y } = cy.pan();
      if (layer.current)
        layer.current.style.transform = `translate(${String(x)}px, ${String(y)}px) scale(${String(cy.zoom())})`;
    };
    follow();
    cy.on('viewport', follow);
    return () => void cy.removeListener('viewport', follow);
  }, [cy]);
  const shown = neighbourhood.dimensions.slice(0, RING_MOST);
  const { rx, ry, places } = ringPlaces(
    shown.length,
    Number(cy.getElementById(neighbourhood.focus).data('width')),
  );
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
          <a
            key={d.token}
            className={styles.chip}
            aria-current={d.token === neighbourhood.dimension}
            href={formatRoute('concepts', neighbourhood.focus, { dim: d.token })}
            style={{ left: places[i]?.x ?? 0, top: places[i]?.y ?? 0 }}
            data-side={(places[i]?.x ?? 0) < 0 ? 'left' : 'right'}
          >
            <DimensionMark name={d.token} contested={d.contested} /> {formatCount(d.edges)}
          </a>
        ))}
      </nav>
    </div>
  );
}
