// A button that opens a short list of actions, each with a second word at its right where it helps.
import type { ReactNode, Ref } from 'react';
import {
  Button as AriaButton,
  Menu as AriaMenu,
  MenuItem,
  MenuTrigger,
  Popover,
  TooltipTrigger,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { cx } from '../cx.ts';
import { useLive } from '../liveness.ts';
import { Tip } from '../tip.tsx';
import buttons from './button.module.css';
import lists from './list.module.css';
import styles from './menu.module.css';

export interface MenuAction {
  readonly id: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly aside?: string;
  readonly run: () => void;
  /** It changes something in the core. */
  readonly writes?: boolean;
}

interface MenuProps {
  readonly label: string;
  /** An icon, shown with the label as its tooltip; or words. */
  readonly children: ReactNode;
  readonly actions: readonly MenuAction[];
  readonly isOpen?: boolean;
  readonly onOpenChange?: (open: boolean) => void;
  readonly words?: boolean;
  readonly isDisabled?: boolean;
  readonly ref?: Ref<HTMLButtonElement>;
}

export function Menu(props: MenuProps) {
  const { t } = useTranslation();
  const { label, children, actions, isOpen, onOpenChange, words, isDisabled, ref } = props;
  const live = useLive();
  const isHeld = ({ writes }: MenuAction) => writes === true && !live;
  const trigger = (
    <AriaButton
      {...(ref ? { ref } : {})}
      className={words ? cx(buttons.button, buttons.plain) : cx(buttons.icon)}
      isDisabled={isDisabled ?? false}
      aria-label={label}
    >
      {children}
    </AriaButton>
  );
  return (
    <MenuTrigger {...(isOpen === undefined ? {} : { isOpen })} {...(onOpenChange ? { onOpenChange } : {})}>
      {words ? (
        trigger
      ) : (
        <TooltipTrigger delay={400} closeDelay={80}>
          {trigger}
          <Tip>{label}</Tip>
        </TooltipTrigger>
      )}
      <Popover className={cx(lists.popover)} offset={4} placement="bottom end">
        <AriaMenu
          className={cx(lists.list, styles.menu)}
          aria-label={label}
          autoFocus="first"
          disabledKeys={actions.filter(isHeld).map(({ id }) => id)}
        >
          {actions.map((action) => (
            <MenuItem
              key={action.id}
              id={action.id}
              className={cx(lists.item)}
              onAction={action.run}
              textValue={action.label}
            >
              {action.icon}
              <span className="push">{action.label}</span>
              {isHeld(action) ? (
                <span className={styles.aside}>{t('connection.heldShort')}</span>
              ) : action.aside === undefined ? null : (
                <span className={styles.aside}>{action.aside}</span>
              )}
            </MenuItem>
          ))}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
