// The decisions as buttons with their keys. Moving over or onto one shows what it would do; one that cannot be
// made says why instead. A touch shows first and decides with the button that appears.
import { ArrowLeftRight, Ban, Check, CornerUpRight, EyeOff, Split } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { Button, type PressEvent } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { DecisionKind } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { cx } from '../../../ui/cx.ts';
import { Kbd } from '../../../ui/kbd.tsx';
import { useLive, WHY_HELD } from '../../../ui/liveness.ts';
import styles from './decide.module.css';
import { DECISION_KEYS, decisionsFor, wordFor } from './draft.ts';

export const DECISION_ICONS = {
  keep: Check,
  replace: ArrowLeftRight,
  split: Split,
  move: CornerUpRight,
  dismiss: EyeOff,
} as const;

interface DecisionBarProps {
  readonly conflict: Conflict;
  /** The one being put together. */
  readonly armed: DecisionKind | null;
  /** Why a decision cannot be made; absent for those that can. */
  readonly blocked: Partial<Record<DecisionKind, string>>;
  readonly describedBy: string;
  /** By pointer or by focus; null when it leaves. */
  readonly onShow: (by: 'hover' | 'focus', kind: DecisionKind | null) => void;
  readonly onPress: (kind: DecisionKind, touch: boolean) => void;
}

export function DecisionBar(props: DecisionBarProps) {
  const { t } = useTranslation();
  const { conflict, armed, blocked, describedBy, onShow, onPress } = props;
  const live = useLive();
  return (
    <div
      className={styles.bar}
      role="toolbar"
      aria-label={t('conflicts.decide.label')}
      data-decisions
      onKeyDown={moveAlong}
    >
      {decisionsFor(conflict).map((kind) => {
        const Icon = blocked[kind] === undefined ? DECISION_ICONS[kind] : Ban;
        return (
          <Button
            key={kind}
            className={cx(styles.decision)}
            data-kind={kind}
            data-armed={armed === kind || undefined}
            data-blocked={blocked[kind] !== undefined || undefined}
            {...(live ? {} : { 'aria-disabled': true })}
            aria-describedby={live ? describedBy : `${WHY_HELD} ${describedBy}`}
            onHoverStart={() => onShow('hover', kind)}
            onHoverEnd={() => onShow('hover', null)}
            onFocus={({ target }) => {
              onShow('focus', kind);
              // Not under the pointer: what moves away from it is not pressed.
              if (target.matches(':focus-visible')) reveal(describedBy);
            }}
            onBlur={() => onShow('focus', null)}
            onPress={(event: PressEvent) => (live ? onPress(kind, event.pointerType === 'touch') : undefined)}
          >
            <Icon size={15} strokeWidth={1.75} />
            <span>{t(`conflicts.decision.${wordFor(kind, conflict)}`)}</span>
            <span className={styles.cap} aria-hidden="true">
              <Kbd keys={DECISION_KEYS[kind]} />
            </span>
          </Button>
        );
      })}
    </div>
  );
}

/** What the focused decision would do comes into view, where the window is too small for all of it. */
function reveal(id: string): void {
  document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
}

/** The arrow keys go from button to button; a toolbar of the library would pull the focus back to the one it had last. */
function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (by === undefined) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const next = buttons[(at + by + buttons.length) % buttons.length];
  event.preventDefault();
  next?.focus();
}
