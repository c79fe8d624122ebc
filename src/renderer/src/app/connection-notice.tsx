// Says on every screen what the connection cannot vouch for: that nobody answers, since when what is shown is old, and what
// happens next; changes nobody knows the outcome of; a page that is older than the program. Said aloud once, politely.
import { CircleHelp, RefreshCw, Snail, Unplug } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { connection, programStore, unknownStore } from '../session/client.ts';
import type { ConnectionState } from '../session/connection.ts';
import { i18n } from '../session/i18n.ts';
import { formatRoute } from '../session/router.ts';
import { formatClock, formatMs, formatSince } from '../ui/format.ts';
import { Button } from '../ui/inputs/button.tsx';
import { useLive, WHY_HELD } from '../ui/liveness.ts';
import styles from './shell.module.css';

export function ConnectionNotice() {
  return (
    <>
      <Aloud />
      <Away />
      <Slow />
      <Unknown />
      <Updated />
    </>
  );
}

type AwayState = Exclude<ConnectionState, { phase: 'connecting' | 'open' }>;

const isAway = (state: ConnectionState): state is AwayState =>
  state.phase !== 'connecting' && state.phase !== 'open';

/** What is so, in one sentence. */
function wordsOf({ phase, since }: AwayState): string {
  const time = since === null ? '' : formatSince(since, Date.now());
  if (phase === 'silent') return i18n.t('connection.silent', { time });
  if (phase === 'refused')
    return i18n.t(since === null ? 'connection.refusedNever' : 'connection.refused', { time });
  return i18n.t(since === null ? 'connection.lostNever' : 'connection.lost', { time });
}

function fixOf({ phase, since }: AwayState): string {
  if (phase === 'refused') return i18n.t('connection.refusedFix');
  return i18n.t(since === null ? 'connection.nothingYet' : 'connection.stale');
}

/** The live region: once when nobody is there any more, once when somebody is again. No countdown is read out. */
function Aloud() {
  const { t } = useTranslation();
  const state = useStore(connection.state);
  const live = useLive();
  const wasAway = useRef(false);
  const [said, setSaid] = useState('');
  const refused = state.phase === 'refused';
  // biome-ignore lint/correctness/useExhaustiveDependencies: of an absence only its begin, its end and its refusal are news
  useEffect(() => {
    if (isAway(state)) setSaid(`${wordsOf(state)} ${fixOf(state)}`);
    else if (wasAway.current) setSaid(t('connection.back'));
    wasAway.current = !live;
  }, [live, refused]);
  return (
    <div role="status" className="sr-only">
      {said}
    </div>
  );
}

interface LineProps {
  readonly icon: typeof Unplug;
  readonly tone?: 'quiet';
  readonly children: ReactNode;
}

function Line({ icon: Icon, tone, children }: LineProps) {
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon size={16} strokeWidth={1.5} />
      {children}
    </div>
  );
}

function Away() {
  const { t } = useTranslation();
  const state = useStore(connection.state);
  const box = useRef<HTMLDivElement>(null);
  const away = isAway(state);
  useEffect(() => {
    const held = box.current;
    // The button that was pressed goes with the notice; the keyboard stays on the page.
    return () => {
      if (away && held?.contains(document.activeElement)) document.getElementById('main')?.focus();
    };
  }, [away]);
  if (!away) return null;
  return (
    <div ref={box}>
      <Line icon={Unplug}>
        <p id={WHY_HELD} className={styles.noticeWords}>
          <b>{wordsOf(state)}</b> {fixOf(state)}
        </p>
        {state.phase === 'lost' ? <Countdown retryAt={state.retryAt} /> : null}
        <Button variant="quiet" onPress={() => connection.retryNow()}>
          {t(state.phase === 'refused' ? 'connection.look' : 'connection.retry')}
        </Button>
      </Line>
    </div>
  );
}

/** Whole seconds until it is tried again, stepping once a second. */
function Countdown({ retryAt }: { retryAt: number | null }) {
  const { t } = useTranslation();
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (retryAt === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [retryAt]);
  const seconds = retryAt === null ? 0 : Math.ceil((retryAt - now) / 1000);
  return (
    <span className={styles.noticeAside}>
      {seconds > 0 ? t('connection.retryIn', { seconds }) : t('connection.trying')}
    </span>
  );
}

function Slow() {
  const { t } = useTranslation();
  const lateMs = useStore(connection.state, (s) => (s.phase === 'open' ? s.lateMs : null));
  if (lateMs === null) return null;
  return (
    <Line icon={Snail} tone="quiet">
      <p className={styles.noticeWords}>{t('connection.slow', { time: formatMs(lateMs) })}</p>
    </Line>
  );
}

function Unknown() {
  const { t } = useTranslation();
  const { at } = useStore(unknownStore);
  const [last] = at.slice(-1);
  if (last === undefined) return null;
  return (
    <Line icon={CircleHelp}>
      <p className={styles.noticeWords} role="status">
        <b>{t('connection.unknown', { count: at.length, time: formatClock(last) })}</b>{' '}
        {t('connection.unknownLook')}
      </p>
      <a href={formatRoute('audit')}>{t('connection.unknownAudit')}</a>
      <Button variant="quiet" onPress={() => unknownStore.setState({ at: [] })}>
        {t('connection.unknownSeen')}
      </Button>
    </Line>
  );
}

function Updated() {
  const { t } = useTranslation();
  const { loaded, answering } = useStore(programStore);
  if (loaded === answering) return null;
  return (
    <Line icon={RefreshCw}>
      <p className={styles.noticeWords} role="status">
        <b>{t('connection.updated', { loaded: loaded ?? '', answering: answering ?? '' })}</b>{' '}
        {t('connection.updatedFix')}
      </p>
      <Button variant="quiet" onPress={() => window.location.reload()}>
        {t('connection.reload')}
      </Button>
    </Line>
  );
}
