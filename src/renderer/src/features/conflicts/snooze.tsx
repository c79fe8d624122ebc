// Putting a conflict off: an hour, until tomorrow, next week, or a time of one's own; and waking it.
import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Conflict } from '../../../../shared/model/graph.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { formatSoon } from '../../ui/format.ts';
import { Menu, type MenuAction } from '../../ui/inputs/menu.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { fieldTime, snoozesFrom, snoozeUntil, typedTime } from './snooze-times.ts';

interface SnoozeProps {
  readonly conflict: Conflict;
  readonly isOpen: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** Epoch milliseconds, or null to wake it. */
  readonly onSnooze: (until: number | null) => void;
}

export function Snooze({ conflict, isOpen, onOpenChange, onSnooze }: SnoozeProps) {
  const { t } = useTranslation();
  const [custom, setCustom] = useState(false);
  const now = Date.now();
  const actions: MenuAction[] = snoozesFrom(now).map(({ snooze, until }) => ({
    id: snooze,
    label: t(`conflicts.snooze.${snooze}`),
    aside: formatSoon(until, now),
    run: () => onSnooze(until),
  }));
  actions.push({ id: 'custom', label: t('conflicts.snooze.custom'), run: () => setCustom(true) });
  if (conflict.snoozedUntil !== null)
    actions.unshift({ id: 'wake', label: t('conflicts.snooze.wake'), run: () => onSnooze(null) });
  return (
    <>
      <Menu label={t('conflicts.snooze.label')} actions={actions} isOpen={isOpen} onOpenChange={onOpenChange}>
        <AlarmClock size={16} strokeWidth={1.5} />
      </Menu>
      {custom ? (
        <Custom
          onClose={() => setCustom(false)}
          onSnooze={(until) => {
            setCustom(false);
            onSnooze(until);
          }}
        />
      ) : null}
    </>
  );
}

function Custom({ onClose, onSnooze }: { onClose: () => void; onSnooze: (until: number) => void }) {
  const { t } = useTranslation();
  const [value, setValue] = useState(() => fieldTime(snoozeUntil('tomorrow', Date.now())));
  const until = typedTime(value, Date.now());
  return (
    <ConfirmDialog
      title={t('conflicts.snooze.customTitle')}
      act={t('conflicts.snooze.label')}
      isReady={until !== null}
      onConfirm={() => {
        if (until !== null) onSnooze(until);
        return null;
      }}
      onClose={onClose}
    >
      <TextField
        label={t('conflicts.snooze.until')}
        type="datetime-local"
        value={value}
        onChange={setValue}
        problem={until === null ? t('conflicts.snooze.past') : null}
        autoFocus
      />
    </ConfirmDialog>
  );
}
