// The command palette behind one field (Ctrl/Cmd K): it acts first (verbs, settings, screens: the registry), then finds what the
// core knows by that name. A disabled command stays visible with the reason.
import { Search } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
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
import { conflictKind } from '../../../shared/conflict-kind.ts';
import { allCommands, useRegistry } from '../session/commands.ts';
import { i18n } from '../session/i18n.ts';
import { Token } from '../session/marks.tsx';
import { formatRoute, navigate } from '../session/router.ts';
import { cx } from '../ui/cx.ts';
import { Kbd } from '../ui/kbd.tsx';
import { TimeAgo } from '../ui/time-ago.tsx';
import styles from './palette.module.css';
import { type Found, useFound } from './palette-found.ts';
import { grouped } from './palette-order.ts';
import { readWhatStands } from './program-commands.ts';

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
  const found = useFound(query);
  useEffect(readWhatStands, []);
  const order = [t('palette.settings'), t('palette.go'), t('palette.view')];
  const groups = grouped(
    allCommands(sets).filter((c) => c.id !== 'palette'),
    query,
    order,
  );
  const commands = groups.flatMap((group) => group.commands);
  const things = typeof found === 'object' && found !== null ? thingsOf(found) : [];
  const run = (key: string): void => {
    onClose();
    const thing = things.flatMap(({ items }) => items).find(({ href }) => href === key);
    if (thing) navigate(thing.href);
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
        renderEmptyState={() => (
          <p className={styles.empty}>{t(found === 'looking' ? 'palette.looking' : 'palette.empty')}</p>
        )}
      >
        {groups.map(({ name, commands: own, total }) => (
          <MenuSection key={name} id={name}>
            <Header className={cx(styles.group)}>
              {name}
              {total > own.length ? ` ${t('palette.someOf', { shown: own.length, total })}` : ''}
            </Header>
            {own.map((command) => (
              <MenuItem
                key={command.id}
                id={command.id}
                className={cx(styles.item)}
                textValue={command.title}
              >
                <span className={styles.title}>{command.title}</span>
                <span className={styles.aside}>{command.disabled ?? command.aside}</span>
                {command.keys ? <Kbd keys={command.keys} /> : null}
              </MenuItem>
            ))}
          </MenuSection>
        ))}
        {things.map(({ name, items }) => (
          <MenuSection key={name} id={`found-${name}`}>
            <Header className={cx(styles.group)}>{t(`palette.found.${name}`)}</Header>
            {items.map((item) => (
              <MenuItem key={item.href} id={item.href} className={cx(styles.item)} textValue={item.text}>
                <span className={styles.title}>{item.shown}</span>
                <span className={styles.aside}>{item.aside}</span>
              </MenuItem>
            ))}
          </MenuSection>
        ))}
      </Menu>
      {found === null ? (
        <p className={styles.missing} role="status">
          {t('palette.notLooked')}
        </p>
      ) : null}
    </Autocomplete>
  );
}

interface Thing {
  /** Where it is; also its key. */
  readonly href: string;
  readonly text: string;
  readonly shown: ReactNode;
  readonly aside: ReactNode;
}

/** What was found, by kind, in the order it is offered; nothing of a kind without any. */
function thingsOf(found: Found): readonly { readonly name: keyof Found; readonly items: readonly Thing[] }[] {
  const all: { readonly name: keyof Found; readonly items: readonly Thing[] }[] = [
    {
      name: 'concepts',
      items: found.concepts.map(({ token, facts }) => ({
        ...{ href: formatRoute('concepts', token), text: token, shown: <Token token={token} plain /> },
        aside: facts === 0 ? '' : i18n.t('palette.facts', { count: facts }),
      })),
    },
    {
      name: 'requests',
      items: found.requests.map(({ id, client, model, path, at }) => ({
        ...{ href: formatRoute('traffic', id), text: `${client} ${model ?? path}` },
        shown: (
          <>
            {client} <code>{model ?? path}</code>
          </>
        ),
        aside: <TimeAgo at={at} />,
      })),
    },
    {
      name: 'conflicts',
      items: found.conflicts.map((conflict) => ({
        ...{ href: formatRoute('conflicts', String(conflict.id)), text: conflict.concept },
        shown: (
          <>
            <Token token={conflict.concept} plain /> <code>[{conflict.dimension}]</code>
          </>
        ),
        aside: i18n.t(`conflicts.kind.${conflictKind(conflict)}`),
      })),
    },
    {
      name: 'sessions',
      items: found.sessions.map(({ id, title }) => ({
        ...{ href: formatRoute('chat', id), text: title, shown: title, aside: '' },
      })),
    },
  ];
  return all.filter(({ items }) => items.length > 0);
}
