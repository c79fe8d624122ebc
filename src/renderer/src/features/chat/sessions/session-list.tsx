// The sessions: a search, a new one, and those there are, pinned first. Up and down move, Enter opens. Source: console, Chat.
import {
  CircleHelp,
  Hourglass,
  LoaderCircle,
  type LucideIcon,
  MonitorUp,
  Pin,
  SquarePen,
  TriangleAlert,
} from 'lucide-react';
import { type KeyboardEvent, memo, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Session } from '../../../../../shared/model/assistant/transcript.ts';
import { formatRoute } from '../../../session/router.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { assistantStore } from './assistant-store.ts';
import { markOf, type SessionMark, startedBy } from './session-mark.ts';
import styles from './sessions.module.css';

interface SessionListProps {
  readonly selected: string | null;
  readonly onNew: () => void;
  readonly field: Ref<HTMLInputElement>;
}

export function SessionList({ selected, onNew, field }: SessionListProps) {
  const { t } = useTranslation();
  const { search, setSearch } = useStore(assistantStore);
  return (
    <nav className={styles.sessions} aria-label={t('chat.sessions')}>
      <div className={styles.head}>
        <SearchField
          label={t('chat.search')}
          placeholder={t('chat.search')}
          value={search}
          onChange={setSearch}
          inputRef={field}
          hint="/"
        />
        <IconButton icon={SquarePen} label={t('chat.new')} onPress={onNew} />
      </div>
      <AsOf />
      <Rows selected={selected} />
    </nav>
  );
}

function Rows({ selected }: { selected: string | null }) {
  const { t } = useTranslation();
  const { state, failure, load, search, setSearch, showMore } = useStore(assistantStore);
  if (state === null && failure) return <ErrorState failure={failure} onRetry={() => void load()} />;
  if (state === null) return <Skeleton rows={7} />;
  const { sessions, total } = state;
  if (sessions.length === 0) {
    return (
      <div className={styles.none}>
        <p>{t(search.trim() === '' ? 'chat.noSessions' : 'chat.noMatch')}</p>
        {search.trim() === '' ? null : (
          <Button onPress={() => setSearch('')}>{t('action.clearSearch')}</Button>
        )}
      </div>
    );
  }
  const pinned = sessions.filter((session) => session.pinned);
  const others = sessions.filter((session) => !session.pinned);
  // One of them is reached with Tab; the arrows do the rest.
  const reached = sessions.some(({ id }) => id === selected) ? selected : (sessions[0]?.id ?? null);
  const rowOf = (session: Session) => (
    <Row
      key={session.id}
      session={session}
      isSelected={session.id === selected}
      isReached={session.id === reached}
    />
  );
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the arrows move between the links in it
    <div className={styles.rows} onKeyDown={move} data-list data-session-list>
      {failure && !failure.offline ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : null}
      {pinned.length === 0 ? null : (
        <section aria-labelledby="chat-pinned">
          <h2 className={styles.group} id="chat-pinned">
            {t('chat.pinned')}
          </h2>
          <ul>{pinned.map(rowOf)}</ul>
        </section>
      )}
      {others.length === 0 ? null : (
        <section aria-labelledby="chat-others">
          <h2 className={styles.group} id="chat-others">
            {t('chat.recent')}
          </h2>
          <ul>{others.map(rowOf)}</ul>
        </section>
      )}
      {sessions.length < total ? (
        <p className={styles.more}>
          <span className="quiet">{t('chat.shown', { shown: sessions.length, total })}</span>
          <Button variant="quiet" onPress={showMore}>
            {t('chat.showMore')}
          </Button>
        </p>
      ) : null}
    </div>
  );
}

/** Between the links, and no further. */
function move(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const toEnd = { Home: 0, End: -1 }[event.key];
  if ((by === undefined && toEnd === undefined) || event.altKey || event.ctrlKey || event.metaKey) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-session]')];
  const at = links.indexOf(document.activeElement as HTMLElement);
  const next =
    toEnd === undefined ? links[Math.min(links.length - 1, Math.max(0, at + (by ?? 0)))] : links.at(toEnd);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

const MARK: Readonly<Record<SessionMark, { readonly icon: LucideIcon; readonly tone: string }>> = {
  approval: { icon: Hourglass, tone: 'wait' },
  answer: { icon: CircleHelp, tone: 'wait' },
  works: { icon: LoaderCircle, tone: 'info' },
  unverified: { icon: TriangleAlert, tone: 'wait' },
  elsewhere: { icon: MonitorUp, tone: 'quiet' },
};

interface RowProps {
  readonly session: Session;
  readonly isSelected: boolean;
  readonly isReached: boolean;
}

const Row = memo(function Row({ session, isSelected, isReached }: RowProps) {
  const { t } = useTranslation();
  const { id, title, pinned, updated_at: at } = session;
  const by = startedBy(session);
  const mark = markOf(session);
  const { icon: Icon, tone } = mark ? MARK[mark] : { icon: null, tone: '' };
  return (
    <li>
      <a
        className={styles.row}
        href={formatRoute('chat', id)}
        aria-current={isSelected ? 'page' : undefined}
        tabIndex={isReached ? 0 : -1}
        data-session={id}
      >
        <span className={styles.first}>
          <span className={styles.title}>{title}</span>
          <span className={styles.time}>
            <TimeAgo at={at} />
          </span>
        </span>
        {mark === null && !pinned && by === null ? null : (
          <span className={styles.facts}>
            {pinned ? (
              <Pin size={12} strokeWidth={1.75} role="img" aria-label={t('chat.pinnedMark')} />
            ) : null}
            {mark && Icon ? (
              <span className={styles.mark} data-tone={tone} data-mark={mark}>
                <Icon
                  className={mark === 'works' ? 'turning' : undefined}
                  size={12}
                  strokeWidth={1.75}
                  aria-hidden="true"
                />
                {t(`chat.mark.${mark}`)}
              </span>
            ) : null}
            {by === null ? null : <span className={styles.by}>{by}</span>}
          </span>
        )}
      </a>
    </li>
  );
});
