// What can be typed in the composer and how it is held: commands, names, keys. Opened by /help.
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../ui/dialog.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { SLASH_COMMANDS } from './composer/slash.ts';
import styles from './help.module.css';

const KEYS = [
  ['send', 'Enter'],
  ['newline', 'Shift+Enter'],
  ['stop', 'Esc'],
  ['name', '@'],
  ['command', '/'],
  ['waiting', '$mod+j'],
] as const;

export function HelpDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Dialog title={t('chat.help.title')} isOpen={isOpen} onClose={onClose}>
      <section className={styles.part}>
        <h3>{t('chat.help.commands')}</h3>
        <dl className={styles.rows}>
          {SLASH_COMMANDS.map((command) => (
            <div key={command}>
              <dt>
                <code>/{command}</code>
              </dt>
              <dd>{t(`chat.slash.${command}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
      <section className={styles.part}>
        <h3>{t('chat.help.keys')}</h3>
        <dl className={styles.rows}>
          {KEYS.map(([what, keys]) => (
            <div key={what}>
              <dt>
                <Kbd keys={keys} />
              </dt>
              <dd>{t(`chat.help.${what}`)}</dd>
            </div>
          ))}
        </dl>
      </section>
    </Dialog>
  );
}
