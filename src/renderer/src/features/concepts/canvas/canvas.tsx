// The canvas: one dimension as a tidy tree on cytoscape's canvas renderer, the dimensions over it as real links, controls,
// legend, and a keyboard walk whose place is read out. While it is edited, the draft is drawn in it. Everything on it is also in the table.
import { Network } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCount } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { useArrange, useShifts } from '../arrange/use-arrange.ts';
import type { Neighbourhood } from '../concepts-store.ts';
import { CarryNote } from '../draft/carry-note.tsx';
import { ContextMenu, type MenuAt } from '../draft/context-menu.tsx';
import { handStore } from '../draft/hand-store.ts';
import { InPlace } from '../draft/in-place.tsx';
import { useIsEdited } from '../draft/use-drawn.ts';
import { useEditKeys } from '../draft/use-edit-keys.ts';
import { useGestures } from '../draft/use-gestures.ts';
import { DimensionRing } from '../ring/dimension-ring.tsx';
import styles from './canvas.module.css';
import type { Drawn } from './canvas-elements.ts';
import { Controls } from './controls.tsx';
import { LabelLayer } from './label-layer.tsx';
import { Legend } from './legend.tsx';
import { Minimap } from './minimap.tsx';
import { useCytoscape, useTreePicture } from './use-cytoscape.ts';
import { useWalk } from './use-walk.ts';
import { placeBelow } from './viewport.ts';

interface CanvasProps {
  readonly neighbourhood: Neighbourhood;
  readonly drawn: Drawn;
  readonly ring: boolean;
}

export function Canvas({ neighbourhood, drawn, ring }: CanvasProps) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const { selected, wish, ask } = useStore(handStore);
  const isEditing = useIsEdited();
  const shifts = useShifts(neighbourhood);
  const picture = useTreePicture(neighbourhood, { drawn, shifts, isEdited: isEditing });
  const cy = useCytoscape(box, picture);
  // What is walked and selected is what is drawn, the draft in it.
  const seen = useMemo(() => ({ ...neighbourhood, nodes: drawn.nodes }), [neighbourhood, drawn]);
  const { cursor, onKeyDown, said } = useWalk(cy, seen);
  const arrange = useArrange(cy, seen, { cursor, isEditing });
  const [menu, setMenu] = useState<MenuAt | null>(null);
  useGestures(cy, picture.elements, { neighbourhood: seen, openMenu: setMenu });
  const onEditKey = useEditKeys({
    neighbourhood: seen,
    cursor: cursor ?? neighbourhood.focus,
    openMenu: (tokens) => {
      const [first = neighbourhood.focus] = tokens;
      setMenu({ ...placeBelow(cy, first), tokens });
    },
  });
  const close = () => {
    ask(null);
    box.current?.focus({ preventScroll: true });
  };
  return (
    <div className={styles.box}>
      <div
        ref={box}
        className={styles.canvas}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the drawing is walked with the arrow keys.
        tabIndex={0}
        aria-label={t(isEditing ? 'concepts.canvasEdited' : 'concepts.canvas', {
          token: neighbourhood.focus,
          dimension: neighbourhood.dimension,
          shown: formatCount(neighbourhood.shown),
          total: formatCount(neighbourhood.total),
        })}
        onKeyDown={(event: KeyboardEvent) => {
          if (arrange.onKey(event) || onEditKey(event)) event.preventDefault();
          else onKeyDown(event);
        }}
        data-cursor={cursor ?? ''}
        data-selected={[...selected].join(' ')}
        data-rest
      />
      {cy ? <LabelLayer cy={cy} /> : null}
      {cy && ring ? <DimensionRing cy={cy} neighbourhood={neighbourhood} /> : null}
      {cy ? <Minimap cy={cy} /> : null}
      <Controls cy={cy}>
        {arrange.isArranged ? (
          <IconButton icon={Network} label={t('concepts.arrange.tidy')} onPress={arrange.tidy} />
        ) : null}
      </Controls>
      <div className={styles.legendBox} data-over>
        <Legend />
      </div>
      {isEditing ? <CarryNote /> : null}
      {menu ? <ContextMenu at={menu} neighbourhood={seen} onClose={() => setMenu(null)} /> : null}
      {isEditing && wish && 'token' in wish ? (
        <InPlace
          key={`${wish.kind} ${wish.token}`}
          wish={wish}
          neighbourhood={seen}
          at={placeBelow(cy, wish.token)}
          onClose={close}
        />
      ) : null}
      <p className="sr-only" role="status">
        {said}
      </p>
    </div>
  );
}
