// Who asks: clients by name, what each may do, whether a key is needed, and how busy each is now. What is open stays open
// while the numbers move.
import { Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Client } from '../../../../shared/model/client.ts';
import { useCommands } from '../../session/commands.ts';
import { matchesWords } from '../../session/match.ts';
import { useRoute } from '../../session/router.ts';
import { useReading } from '../../session/use-reading.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { SearchField } from '../../ui/inputs/search-field.tsx';
import { useLive } from '../../ui/liveness.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { ClientPanel, NewClient } from './client-panel.tsx';
import { ClientRow } from './client-row.tsx';
import styles from './clients.module.css';
import { clientsStore } from './clients-store.ts';
import { KeysRequired } from './keys-required.tsx';

/** How often the numbers are read while somebody looks. */
const LOOK_MS = 3000;
/** From so many on, one searches. */
const MANY = 8;

export function ClientsSettings() {
  const { t } = useTranslation();
  const { state, failure, load } = useStore(clientsStore);
  const live = useLive();
  // A link may name the one it is about.
  const [open, setOpen] = useState<string | null>(useRoute().query.client ?? null);
  const [adding, setAdding] = useState(false);
  useReading(load);
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => (document.hidden ? undefined : void load()), LOOK_MS);
    return () => clearInterval(timer);
  }, [live, load]);
  if (failure && state === null) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (state === null) return <Skeleton rows={6} />;
  const { clients } = state;
  const isEmpty = clients.length === 0 && !adding;
  return (
    <div className={styles.clients}>
      <KeysRequired state={state} />
      {isEmpty ? (
        <EmptyState drawing="flow" title={t('clients.empty')} text={t('clients.emptyText')}>
          <Button variant="primary" onPress={() => setAdding(true)}>
            {t('clients.add')}
          </Button>
        </EmptyState>
      ) : (
        <List clients={clients} open={open} onOpen={setOpen}>
          <Button icon={Plus} isDisabled={adding} onPress={() => setAdding(true)}>
            {t('clients.add')}
          </Button>
        </List>
      )}
      {adding ? (
        <NewClient
          onDone={(name) => {
            setAdding(false);
            if (name !== null) setOpen(name);
          }}
        />
      ) : null}
    </div>
  );
}

interface ListProps {
  readonly clients: readonly Client[];
  /** The client whose panel is open. */
  readonly open: string | null;
  readonly onOpen: (name: string | null) => void;
  readonly children: React.ReactNode;
}

function List({ clients, open, onOpen, children }: ListProps) {
  const { t } = useTranslation();
  const [query, setQuery] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useCommands('settings.clients', [
    {
      id: 'search',
      title: t('command.search'),
      group: t('palette.do'),
      keys: '/',
      run: () => field.current?.focus(),
    },
  ]);
  const found = clients.filter(({ name, note }) => matchesWords(`${name} ${note}`, query));
  return (
    <>
      <div className={styles.tools}>
        {clients.length < MANY ? (
          <span className="muted">{t('clients.shown', { count: clients.length })}</span>
        ) : (
          <SearchField
            label={t('clients.search')}
            placeholder={t('clients.search')}
            value={query}
            onChange={setQuery}
            inputRef={field}
            hint="/"
          />
        )}
        {children}
      </div>
      {found.length === 0 && query !== '' ? (
        <EmptyState
          drawing="search"
          title={t('clients.noMatch', { query })}
          text={t('settings.found', { count: 0 })}
        />
      ) : null}
      <ul className={styles.list} aria-label={t('clients.list')}>
        {found.map((client) => (
          <li key={client.name} data-open={open === client.name}>
            <ClientRow
              client={client}
              isOpen={open === client.name}
              onToggle={() => onOpen(open === client.name ? null : client.name)}
            />
            {open === client.name ? <ClientPanel client={client} onDone={() => onOpen(null)} /> : null}
          </li>
        ))}
      </ul>
    </>
  );
}
