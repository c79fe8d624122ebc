// All that can be done to the open resource in one menu at the head of its inspector: what the key `.` opens from the list.
import { Zap } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { Menu } from '../../../ui/inputs/menu.tsx';
import { inspectStore } from '../inspect/inspect-store.ts';
import { lockFor } from '../inspect/lock.tsx';
import { resourcesStore } from '../resources-store.ts';
import { ACTION_ICON } from './action-bar.tsx';
import { offered } from './action-fields.ts';
import { proposalStore } from './proposal-store.ts';

interface ActionMenuProps {
  readonly resource: Resource;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** What can be asked for now: nothing of what is never to be touched. */
export function useOffered(resource: Resource | null): readonly ActionName[] {
  const locks = useStore(resourcesStore, (s) => s.live?.locks);
  const inspected = useStore(inspectStore, (s) => s.inspected);
  if (!resource) return [];
  const within = inspected?.inspection.resource.id === resource.id ? inspected.within : [];
  if (lockFor(resource, within, locks ?? [])) return [];
  const { athand, apart } = offered(resource);
  return [...athand, ...apart];
}

export function ActionMenu({ resource, isOpen, onOpenChange }: ActionMenuProps) {
  const { t } = useTranslation();
  const actions = useOffered(resource);
  if (actions.length === 0) return null;
  const hard = new Set(offered(resource).apart);
  return (
    <Menu
      label={t('resources.act.menu', { name: resource.name })}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      actions={actions.map((action) => {
        const Icon = ACTION_ICON[action];
        return {
          id: action,
          label: t('resources.act.ask', { action: t(`resources.action.${action}`) }),
          icon: <Icon className={hard.has(action) ? 'bad' : ''} size={14} strokeWidth={1.75} />,
          writes: true,
          run: () => proposalStore.getState().begin(resource, action),
        };
      })}
    >
      <Zap size={16} strokeWidth={1.5} />
    </Menu>
  );
}
