// What can be done to the open resource: a button each, what ends or destroys in a menu apart; and the small form of what one takes. A press asks for
// something: what then runs is decided on the card.
import {
  Ban,
  Camera,
  CircleArrowUp,
  CircleStop,
  Download,
  Ellipsis,
  type LucideIcon,
  Pause,
  Play,
  Power,
  PowerOff,
  RefreshCw,
  Repeat,
  RotateCcw,
  Scaling,
  Trash2,
  Undo2,
  Upload,
  X,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActionName, Resource } from '../../../../../shared/model/resource.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Menu } from '../../../ui/inputs/menu.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from '../inspect/inspector.module.css';
import { offered } from './action-fields.ts';
import { ActionForm } from './action-form.tsx';
import { proposalStore } from './proposal-store.ts';

export const ACTION_ICON: Readonly<Record<ActionName, LucideIcon>> = {
  start: Play,
  resume: Play,
  restart: RotateCcw,
  pause: Pause,
  drain: Ban,
  stop: CircleStop,
  load: Upload,
  unload: X,
  pull: Download,
  update: CircleArrowUp,
  recreate: RefreshCw,
  rollback: Undo2,
  snapshot: Camera,
  set_restart_policy: Repeat,
  up: Play,
  down: CircleStop,
  scale: Scaling,
  kill: PowerOff,
  shutdown: Power,
  reboot: RotateCcw,
  remove: Trash2,
};

export function ActionBar({ resource }: { resource: Resource }) {
  const { t } = useTranslation();
  const now = useStore(proposalStore, (s) => (s.now?.resourceId === resource.id ? s.now : null));
  const { athand, apart } = offered(resource);
  const { begin, drop } = proposalStore.getState();
  if (athand.length + apart.length === 0) return null;
  const busy = now?.phase === 'proposes';
  return (
    <div className={styles.acts}>
      <section className={styles.bar} aria-label={t('resources.act.label')}>
        {athand.map((action) => (
          <Button
            key={action}
            icon={ACTION_ICON[action]}
            writes
            isDisabled={busy}
            onPress={() => begin(resource, action)}
          >
            {t(`resources.action.${action}`)}
          </Button>
        ))}
        {apart.length > 0 ? (
          <span className={styles.apart}>
            <Menu
              label={t('resources.act.more')}
              isDisabled={busy}
              actions={apart.map((action) => {
                const Icon = ACTION_ICON[action];
                return {
                  id: action,
                  label: t('resources.act.ask', { action: t(`resources.action.${action}`) }),
                  aside: t(`resources.act.warn.${action as 'remove'}`),
                  icon: <Icon className="bad" size={14} strokeWidth={1.75} />,
                  writes: true,
                  run: () => begin(resource, action),
                };
              })}
            >
              <Ellipsis size={16} strokeWidth={1.5} />
            </Menu>
          </span>
        ) : null}
      </section>
      {now?.phase === 'asks' ? (
        <ActionForm key={now.action} resource={resource} action={now.action} onDrop={drop} />
      ) : null}
      {now?.phase === 'proposes' ? (
        <p className="quiet" role="status">
          {t('resources.act.proposes')}
        </p>
      ) : null}
      {now?.phase === 'refused' ? <ErrorState failure={now.failure} compact /> : null}
    </div>
  );
}
