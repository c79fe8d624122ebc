// Agents that go in circles now: who, what repeats, how far things have come, since when, and the way out.
import { Repeat2 } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ActiveLoop } from '../../../../shared/model/loop.ts';
import { formatMinute } from '../../app/format.ts';
import { letLoopGo } from '../../app/let-loop-go.ts';
import { formatRoute } from '../../app/router.ts';
import { Button } from '../../ui/button.tsx';
import { overviewStore } from './overview-store.ts';
import styles from './panels.module.css';

export function Loops() {
  const loops = useStore(overviewStore, (s) => s.loops);
  return loops.map((loop) => <Loop key={loop.conversation} loop={loop} />);
}

function Loop({ loop }: { loop: ActiveLoop }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { client, model, copies, period, brokenUntil } = loop;
  const letGo = async () => {
    setBusy(true);
    await letLoopGo(loop.conversation);
    setBusy(false);
  };
  return (
    <div className={styles.loop}>
      <p className={styles.loopHead}>
        <Repeat2 size={14} strokeWidth={1.75} aria-hidden="true" />
        <b>{t('loops.active', { count: 1 })}</b>
        <span>{t('loops.level', { level: loop.level })}</span>
      </p>
      <p>
        <a href={formatRoute('traffic', null, { client, loops: 'yes' })}>{client}</a>
        {model === null ? '' : `, ${model}`}
      </p>
      <code className={styles.subject} title={loop.subject}>
        {loop.subject}
      </code>
      <p className={styles.loopNotes}>
        {t('loops.copies', { turns: t('loops.turns', { count: period }), copies })},{' '}
        {t('overview.sincePart', { time: formatMinute(loop.since) })}
        {brokenUntil === null ? '' : `; ${t('loops.brokenUntil', { time: formatMinute(brokenUntil) })}`}
      </p>
      <p className={styles.loopWays}>
        <Button isDisabled={busy} onPress={() => void letGo()}>
          {t('loops.letGo')}
        </Button>
        <a href={formatRoute('traffic', loop.requestId)}>{t('loops.open')}</a>
      </p>
    </div>
  );
}
