// What can be done with the concepts that are selected: one list for the bar, the context menu, the keys and the rows of the twins.
import {
  ArrowRightLeft,
  CornerDownRight,
  Eraser,
  GitMerge,
  Grab,
  ListTree,
  type LucideIcon,
  PencilLine,
  Plus,
  SquareArrowOutUpRight,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute, navigate, useRoute } from '../../../session/router.ts';
import { draftStore } from './draft-store.ts';
import { handStore } from './hand-store.ts';
import { type Chosen, forget } from './make-edits.ts';
import { allBelow } from './way.ts';

export interface SelectionAction {
  readonly id: 'carry' | 'move' | 'elsewhere' | 'add' | 'rename' | 'merge' | 'forget' | 'below' | 'open';
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key on the canvas and in the table. */
  readonly key: string | null;
  readonly run: () => void;
}

/** Keys by what they do: `event.key`. */
export const EDIT_KEYS: Readonly<Record<string, SelectionAction['id']>> = {
  m: 'carry',
  a: 'add',
  F2: 'rename',
  Delete: 'forget',
  Backspace: 'forget',
};

/** Those that make sense for so many. */
const FOR_ONE = new Set<string>(['add', 'rename', 'open', 'below']);

/** @param tokens what is selected, or what the menu was opened on */
export function useSelectionActions(
  neighbourhood: Chosen['neighbourhood'],
  tokens: readonly string[],
): SelectionAction[] {
  const { t } = useTranslation();
  const { query } = useRoute();
  const { ask, carry, select } = useStore(handStore);
  const { change } = useStore(draftStore);
  const [only = ''] = tokens;
  const chosen = { neighbourhood, tokens };
  const placed = neighbourhood.nodes.some(
    ({ concept, edge }) => edge !== null && tokens.includes(concept.token),
  );
  const word = (id: SelectionAction['id']) => t(`concepts.edit.act.${id}`);
  const wish = (kind: 'move' | 'elsewhere' | 'merge') => () => {
    select(tokens);
    ask({ kind });
  };
  const all: SelectionAction[] = [
    { id: 'add', label: word('add'), icon: Plus, key: 'a', run: () => ask({ kind: 'add', token: only }) },
    {
      ...{ id: 'rename', label: word('rename'), icon: PencilLine, key: 'F2' },
      run: () => ask({ kind: 'rename', token: only }),
    },
    { id: 'move', label: word('move'), icon: CornerDownRight, key: null, run: wish('move') },
    { id: 'elsewhere', label: word('elsewhere'), icon: ArrowRightLeft, key: null, run: wish('elsewhere') },
    { id: 'merge', label: word('merge'), icon: GitMerge, key: null, run: wish('merge') },
    {
      ...{ id: 'forget', label: word('forget'), icon: Eraser, key: 'Delete' },
      run: () => change(forget(chosen)),
    },
    { id: 'carry', label: word('carry'), icon: Grab, key: 'm', run: () => carry(chosen, 'keyboard') },
    {
      ...{ id: 'below', label: word('below'), icon: ListTree, key: null },
      run: () =>
        select(
          allBelow(
            neighbourhood.nodes.map(({ concept, parent }) => ({ token: concept.token, parent })),
            only,
          ),
        ),
    },
    {
      ...{ id: 'open', label: word('open'), icon: SquareArrowOutUpRight, key: 'Enter' },
      run: () => navigate(formatRoute('concepts', only, { ...query, dim: neighbourhood.dimension })),
    },
  ];
  const needsPlace = new Set<string>(['move', 'elsewhere', 'forget', 'carry']);
  return all.filter(({ id }) => (tokens.length === 1 || !FOR_ONE.has(id)) && (placed || !needsPlace.has(id)));
}
