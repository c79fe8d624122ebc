// What can be done with a row of the tree, the same as in the inspector of its concept: opened, told more about, its fact forgotten,
// kept out of prompts or let in again, its conflicts looked at. While the memory is edited, what the canvas offers, into the draft.
import { CornerDownRight, Ellipsis, MessageSquarePlus, Scale, Trash2, VolumeX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { markDoNotUse } from '../../../session/do-not-use.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { Menu, type MenuAction } from '../../../ui/inputs/menu.tsx';
import { conceptsStore, type Neighbourhood, type TreeNode } from '../concepts-store.ts';
import { useSelectionActions } from '../draft/selection-actions.ts';
import { useIsEdited } from '../draft/use-drawn.ts';
import { forgetFact } from '../inspect/forget-fact.ts';

const NOWHERE: Pick<Neighbourhood, 'dimension'> = { dimension: '' };
const SIZE = { size: 14, strokeWidth: 1.75 } as const;

interface RowCommandsProps {
  readonly node: TreeNode;
  readonly onOpen: () => void;
  readonly onTell: () => void;
}

/** Goes to what waits about a concept; to the queue where it is more than one, or gone by now. */
async function openConflicts(token: string): Promise<void> {
  const failed = await attempt(async () => {
    const { conflictIds } = await api.concepts.get({ token });
    navigate(formatRoute('conflicts', conflictIds.length === 1 ? String(conflictIds[0]) : null));
  });
  if (failed) sayFailed(failed.message);
}

/** Walking to a place and selecting what is below are of the canvas; a row is opened already. */
const NOT_HERE = new Set<string>(['carry', 'below', 'open']);

/** What the canvas offers for one concept while it is edited; null while it is not. */
function useDraftActions(node: TreeNode): MenuAction[] | null {
  const isEdited = useIsEdited();
  const neighbourhood = useStore(conceptsStore, (s) => s.neighbourhood);
  const { token } = node.concept;
  const around = neighbourhood ?? NOWHERE;
  const actions = useSelectionActions({ ...around, nodes: [node] }, [token]);
  if (!isEdited || neighbourhood === null) return null;
  return actions
    .filter(({ id }) => !NOT_HERE.has(id))
    .map(({ id, label, icon: Icon, run }) => ({ id, label, icon: <Icon {...SIZE} />, run }));
}

export function RowCommands({ node, onOpen, onTell }: RowCommandsProps) {
  const { t } = useTranslation();
  const { concept, edge } = node;
  const { token } = concept;
  const edits = useDraftActions(node);
  const actions: MenuAction[] = [
    { id: 'open', label: t('concepts.tree.open'), icon: <CornerDownRight {...SIZE} />, run: onOpen },
    { id: 'tell', label: t('concepts.tree.tell'), icon: <MessageSquarePlus {...SIZE} />, run: onTell },
  ];
  if (edge?.contested)
    actions.push({
      ...{ id: 'conflicts', label: t('concepts.tree.conflicts'), icon: <Scale {...SIZE} /> },
      run: () => void openConflicts(token),
    });
  if (edits !== null) actions.push(...edits);
  else if (edge)
    actions.push(
      {
        ...{ id: 'use', icon: <VolumeX {...SIZE} />, writes: true },
        label: t(edge.doNotUse ? 'concepts.tree.useAgain' : 'facts.doNotUse'),
        run: () => void markDoNotUse(edge, !edge.doNotUse, conceptsStore.getState().refresh),
      },
      {
        ...{ id: 'forget', icon: <Trash2 {...SIZE} />, writes: true },
        label: t('concepts.tree.forget', { parent: edge.parent }),
        run: () => void forgetFact(edge),
      },
    );
  return (
    <Menu label={t('concepts.tree.commands', { token })} actions={actions}>
      <Ellipsis size={16} strokeWidth={1.5} />
    </Menu>
  );
}
