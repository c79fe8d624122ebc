// The command palette: screens, commands and concepts behind one field (Ctrl/Cmd K). Filters the registry itself and
// asks the core for concepts; a disabled command stays visible with the reason.
import { Search } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  TextField,
} from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { api } from '../session/client.ts';
import { allCommands, useRegistry } from '../session/commands.ts';
import { Token } from '../session/marks.tsx';
import { matchesWords } from '../session/match.ts';
import { formatRoute, navigate } from '../session/router.ts';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';
import styles from './palette.module.css';

const SETTLE_MS = 120;
const MOST_CONCEPTS = 6;

/** Concepts by that name, asked once the typing pauses. */
function useConcepts(query: string): string[] {
  const [found, setFound] = useState<string[]>([]);
  useEffect(() => {
    if (query.trim() === '') {
      setFound([]);
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      api.concepts
        .search({ query: query.trim(), limit: MOST_CONCEPTS }, { signal: stop.signal })
        .then((answer) => setFound(answer.matches.map((c) => c.token)))
        .catch(() => setFound([]));
    }, SETTLE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [query]);
  return found;
}

interface PaletteProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function Palette({ isOpen, onClose }: PaletteProps) {
  const { t } = useTranslation();
  return (
    <ModalOverlay
      className={cx(styles.scrim)}
      isOpen={isOpen}
      onOpenChange={(open) => (open ? undefined : onClose())}
      isDismissable
    >
      <Modal className={cx(styles.modal)}>
        <Dialog className={cx(styles.dialog)} aria-label={t('palette.label')}>
          <Contents onClose={onClose} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Contents({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const sets = useRegistry((s) => s.sets);
  const concepts = useConcepts(query);
  const commands = allCommands(sets).filter(
    (c) => c.id !== 'palette' && matchesWords(`${c.group} ${c.title}`, query),
  );
  const groups = [...new Set(commands.map((c) => c.group))];
  const run = (key: string): void => {
    onClose();
    if (key.startsWith('concept:')) navigate(formatRoute('concepts', key.slice('concept:'.length)));
    else commands.find((c) => c.id === key)?.run();
  };
  return (
    <Autocomplete inputValue={query} onInputChange={setQuery}>
      <TextField className={cx(styles.field)} aria-label={t('palette.label')} autoFocus>
        <Search size={16} strokeWidth={1.5} />
        <Input className={cx(styles.input)} placeholder={t('palette.placeholder')} spellCheck={false} />
        <Kbd keys="Esc" />
      </TextField>
      <Menu
        className={cx(styles.menu)}
        aria-label={t('palette.label')}
        onAction={(key) => run(String(key))}
        disabledKeys={commands.filter((c) => c.disabled).map((c) => c.id)}
        renderEmptyState={() => <p className={styles.empty}>{t('palette.empty')}</p>}
      >
        {concepts.length > 0 ? (
          <MenuSection id="concepts">
            <Header className={cx(styles.group)}>{t('palette.concepts')}</Header>
            {concepts.map((token) => (
              <MenuItem key={token} id={`concept:${token}`} className={cx(styles.item)} textValue={token}>
                <Token token={token} plain />
              </MenuItem>
            ))}
          </MenuSection>
        ) : null}
        {groups.map((group) => (
          <MenuSection key={group} id={group}>
            <Header className={cx(styles.group)}>{group}</Header>
            {commands
              .filter((c) => c.group === group)
              .map((command) => (
                <MenuItem
                  key={command.id}
                  id={command.id}
                  className={cx(styles.item)}
                  textValue={command.title}
                >
                  <span className="push">{command.title}</span>
                  {command.disabled ? <span className="quiet">{command.disabled}</span> : null}
                  {command.keys ? <Kbd keys={command.keys} /> : null}
                </MenuItem>
              ))}
          </MenuSection>
        ))}
      </Menu>
    </Autocomplete>
  );
}
