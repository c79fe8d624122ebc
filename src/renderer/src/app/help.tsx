// The `?` sheet: every shortcut of the registry, and the switch for single-key ones.
import { useTranslation } from 'react-i18next';
import { useAppearance } from '../session/appearance.ts';
import { allCommands, useRegistry } from '../session/commands.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Toggle } from '../ui/inputs/toggle.tsx';
import { Kbd } from '../ui/kbd.tsx';
import styles from './help.module.css';

export function Help({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const sets = useRegistry((s) => s.sets);
  const { singleKeys, change } = useAppearance();
  const bound = allCommands(sets).filter((c) => c.keys !== undefined);
  const groups = [...new Set(bound.map((c) => c.group))];
  const lists = [
    [t('help.move'), '↑ ↓'],
    [t('help.ends'), 'Home End'],
    [t('help.open'), 'Enter'],
    [t('help.back'), 'Esc'],
  ] as const;
  return (
    <Dialog
      title={t('help.title')}
      isOpen={isOpen}
      onClose={onClose}
      width="wide"
      foot={
        <Toggle isSelected={singleKeys} onChange={(on) => change({ singleKeys: on })}>
          {t('help.singleKeys')}
        </Toggle>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section className={styles.columns} tabIndex={0} aria-label={t('help.title')}>
        {groups.map((group) => (
          <section key={group}>
            <h3 className={styles.group}>{group}</h3>
            {bound
              .filter((c) => c.group === group)
              .map((command) => (
                <p key={command.id} className={styles.row}>
                  <span>{command.title}</span>
                  <Kbd keys={command.keys ?? ''} />
                </p>
              ))}
          </section>
        ))}
        <section>
          <h3 className={styles.group}>{t('help.lists')}</h3>
          {lists.map(([what, keys]) => (
            <p key={what} className={styles.row}>
              <span>{what}</span>
              <Kbd keys={keys} />
            </p>
          ))}
        </section>
      </section>
    </Dialog>
  );
}
