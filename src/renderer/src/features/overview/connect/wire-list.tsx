// A line for each kind of agent, to be copied, with a light that is on once something came in over it: since when and from whom, and who came
// after that.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Caller, FirstCall } from '../../../../../shared/model/start/first-call.ts';
import { WIRES, type Wire } from '../../../../../shared/model/start/wires.ts';
import type { SystemStatus } from '../../../../../shared/model/status.ts';
import { api } from '../../../session/client.ts';
import { formatRoute } from '../../../session/router.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { formatMinute, formatSince } from '../../../ui/format.ts';
import { useReturns } from '../../../ui/liveness.ts';
import { useNow } from '../../../ui/time-ago.tsx';
import styles from './connect.module.css';
import { connectLine } from './connect-lines.ts';

/** Why agents need a key here; null where they do not, or where that is not known. */
function useKeysWanted(): string | null {
  const [because, setBecause] = useState<string | null>(null);
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again whenever the connection is back
  useEffect(() => {
    let isShown = true;
    void api.clients.list().then(
      (clients) => isShown && setBecause(clients.keysRequiredBecause),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [returns]);
  return because;
}

export function WireList({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const because = useKeysWanted();
  const { baseUrl, firstCalls, models } = status;
  const how = { baseUrl, needsKey: because !== null, model: models[0] ?? null };
  return (
    <>
      {because === null ? null : (
        <p className={styles.key}>
          {t('overview.connect.needsKey', { because })}{' '}
          <a href={formatRoute('settings', null, { tab: 'clients' })}>{t('overview.connect.makeKey')}</a>
        </p>
      )}
      <ul className={styles.wires}>
        {WIRES.map((wire) => (
          <WireLine
            key={wire}
            wire={wire}
            line={connectLine(wire, how)}
            call={firstCalls.find((one) => one.wire === wire)}
          />
        ))}
      </ul>
    </>
  );
}

function WireLine({ wire, line, call }: { wire: Wire; line: string; call: FirstCall | undefined }) {
  const { t } = useTranslation();
  const name = t(`overview.connect.wire.${wire}`);
  return (
    <li className={styles.wire} data-on={call !== undefined}>
      <span className={styles.light} aria-hidden="true" />
      <b className={styles.name}>{name}</b>
      <span className={styles.seen}>
        {call === undefined ? (
          t('overview.connect.waiting')
        ) : (
          <>
            <Came words="seen" caller={call} />
            {call.newest === null ? null : <Came words="newest" caller={call.newest} />}
          </>
        )}
      </span>
      <span className={styles.line}>
        <code>{line}</code>
        <CopyButton text={line} label={t('overview.connect.copy', { name })} />
      </span>
    </li>
  );
}

function Came({ words, caller }: { words: 'seen' | 'newest'; caller: Caller }) {
  const { t } = useTranslation();
  const now = useNow();
  const { at, client, program } = caller;
  const time = isToday(at, now) ? formatMinute(at) : formatSince(at, now);
  return (
    <span className={styles.came}>
      {t(`overview.connect.${words}`, { time, client })}
      {program === null ? null : <span className={styles.program}> {program}</span>}
    </span>
  );
}

const isToday = (at: number, now: number): boolean =>
  new Date(at).toDateString() === new Date(now).toDateString();
