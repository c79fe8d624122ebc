// The tree twin of the canvas: every box of it as a row within its parent, with the keys of a tree (arrows walk, open and close, letters
// find, Enter opens the concept) and the commands of its concept. Only the rows in sight are in the page.
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { type Key, ListLayout, Tree, Virtualizer } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { formatRoute, navigate } from '../../../session/router.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/inputs/button.tsx';
import type { Drawn } from '../canvas/canvas-elements.ts';
import { conceptsStore, type Neighbourhood } from '../concepts-store.ts';
import { useEditedRows } from '../draft/edited-rows.tsx';
import { alongNow } from '../filter/use-looks.ts';
import { Tell } from '../inspect/tell.tsx';
import { ConceptRow } from './concept-row.tsx';
import styles from './tree.module.css';
import { openAtFirst, type TreeRow, treeRows } from './tree-rows.ts';

/** The tree had the focus when it made way for the tree of the concept that was opened from it. */
let hadFocus = false;

/** Frames to wait for a row: the tree measures its place before it has any. */
const PATIENCE = 30;

/** Takes the focus up where the tree before left it: on the concept that was opened. */
function useFocusCarriedOn(box: RefObject<HTMLDivElement | null>, focus: string): void {
  useLayoutEffect(() => {
    const own = box.current;
    let frame = 0;
    const find = (left: number) => {
      if (left === 0 || (document.activeElement !== null && document.activeElement !== document.body)) return;
      const row = own?.querySelector<HTMLElement>(`[data-row="${CSS.escape(focus)}"]`);
      if (row) row.focus();
      else frame = requestAnimationFrame(() => find(left - 1));
    };
    if (hadFocus) find(PATIENCE);
    hadFocus = false;
    return () => {
      cancelAnimationFrame(frame);
      hadFocus = own?.contains(document.activeElement) ?? false;
    };
  }, [box, focus]);
}

const rowHeight = (): number =>
  Number.parseInt(getComputedStyle(document.documentElement).getPropertyValue('--row'), 10) || 32;

interface ConceptTreeProps {
  readonly neighbourhood: Neighbourhood;
  readonly drawn: Drawn;
}

export function ConceptTree({ neighbourhood, drawn }: ConceptTreeProps) {
  const { t } = useTranslation();
  const { focus, dimension } = neighbourhood;
  const box = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => treeRows(drawn), [drawn]);
  const [open, setOpen] = useState<Set<Key>>(() => openAtFirst(neighbourhood));
  const [telling, setTelling] = useState<string | null>(null);
  const seen = useMemo(() => ({ ...neighbourhood, nodes: drawn.nodes }), [neighbourhood, drawn]);
  const { over } = useEditedRows(seen);
  useFocusCarriedOn(box, focus);
  const act = ({ kind, token }: TreeRow) => {
    if (kind === 'more' && token === focus) void conceptsStore.getState().showMore();
    else if (token !== focus)
      navigate(formatRoute('concepts', token, { dim: dimension, view: 'tree', ...alongNow() }));
  };
  return (
    <div className={styles.box} ref={box}>
      <div className={styles.tools}>
        <IconButton
          icon={ChevronsUpDown}
          label={t('concepts.tree.openAll')}
          onPress={() => setOpen(new Set(neighbourhood.nodes.map(({ concept }) => concept.token)))}
        />
        <IconButton
          icon={ChevronsDownUp}
          label={t('concepts.tree.closeAll')}
          onPress={() =>
            setOpen(new Set(neighbourhood.nodes.flatMap((n) => (n.depth < 0 ? n.concept.token : []))))
          }
        />
      </div>
      <Virtualizer layout={ListLayout} layoutOptions={{ rowHeight: rowHeight() }}>
        <Tree
          className={styles.tree ?? ''}
          aria-label={t('concepts.tree.label', { token: focus, dimension })}
          items={rows}
          selectionMode="none"
          expandedKeys={open}
          onExpandedChange={setOpen}
          data-list
        >
          {(row) => <ConceptRow row={row} focus={focus} onAct={act} onTell={setTelling} />}
        </Tree>
      </Virtualizer>
      {over}
      {telling === null ? null : (
        <Dialog
          title={t('concepts.tree.tellTitle', { token: telling })}
          isOpen
          onClose={() => setTelling(null)}
        >
          <Tell token={telling} />
        </Dialog>
      )}
    </div>
  );
}
