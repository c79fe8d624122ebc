// Agents that go in circles now, a card each: in which conversations, what repeats, how far things have come, since when,
// and the way out of each.
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActiveLoop } from '../../../../shared/model/loop.ts';
import { letLoopGo } from '../../session/let-loop-go.ts';
import { formatRoute } from '../../session/router.ts';
import { formatMinute } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { byClient } from './by-client.ts';
import { overviewStore } from './overview-store.ts';
import styles from './panels.module.css';

/** Conversations of one client that are shown; the rest are a link away. */
const SHOWN = 3;

export function Loops() {
  const loops = useStore(overviewStore, (s) => s.loops);
  return byClient(loops).map(({ client, loops: own }) => <Agent key={client} client={client} loops={own} />);
}

function Agent({ client, loops }: { client: string; loops: readonly ActiveLoop[] }) {
  const { t } = useTranslation();
  const all = formatRoute('traffic', null, { client, loops: 'yes' });
  return (
    <article className={styles.loop} aria-label={t('loops.of', { client })}>
      <p className={styles.loopHead}>
        <Repeat2 size={14} strokeWidth={1.75} />
        <b>
          <a href={all}>{client}</a>
        </b>
        <span>{t('loops.circles')}</span>
        {loops.length > 1 ? (
          <span className={styles.loopCount}>{t('loops.conversations', { count: loops.length })}</span>
        ) : null}
      </p>
      <ul>
        {loops.slice(0, SHOWN).map((loop) => (
          <Conversation key={loop.conversation} loop={loop} />
        ))}
      </ul>
      {loops.length > SHOWN ? (
        <a href={all}>{t('loops.moreConversations', { count: loops.length - SHOWN })}</a>
      ) : null}
    </article>
  );
}

function Conversation({ loop }: { loop: ActiveLoop }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { model, copies, period, brokenUntil } = loop;
  const letGo = async () => {
    setBusy(true);
    await letLoopGo(loop.conversation);
    setBusy(false);
  };
  return (
    <li className={styles.loopOf}>
      <code className={styles.subject} title={loop.subject}>
        {loop.subject}
      </code>
      <p className={styles.loopNotes}>
        {model === null ? '' : `${model}; `}
        {t('loops.copies', { turns: t('loops.turns', { count: period }), copies })},{' '}
        {t('overview.sincePart', { time: formatMinute(loop.since) })};{' '}
        {t('loops.level', { level: loop.level })}
        {brokenUntil === null ? '' : `; ${t('loops.brokenUntil', { time: formatMinute(brokenUntil) })}`}
      </p>
      <p className={styles.loopWays}>
        <Button writes isDisabled={busy} onPress={() => void letGo()}>
          {t('loops.letGo')}
        </Button>
        <a href={formatRoute('traffic', loop.requestId)}>{t('loops.open')}</a>
      </p>
    </li>
  );
}
