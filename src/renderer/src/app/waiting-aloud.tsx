// Says once, assertively, that an approval waits, to who does not see it; and puts the way to each into the palette. Approves nothing.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Approval } from '../../../shared/model/approval.ts';
import { approvalsStore } from '../session/approval/approvals-store.ts';
import { plainSentence } from '../session/approval/sentence.tsx';
import { useCommands } from '../session/commands.ts';
import { formatRoute, navigate } from '../session/router.ts';

const MOST_COMMANDS = 10;
const NONE: readonly Approval[] = [];

export function WaitingAloud() {
  const { t } = useTranslation();
  const pending = useStore(approvalsStore, (s) => s.live?.pending ?? NONE);
  const said = useRef<ReadonlySet<string>>(new Set());
  const [words, setWords] = useState('');
  useEffect(() => {
    const fresh = pending.filter(({ id }) => !said.current.has(id));
    said.current = new Set(pending.map(({ id }) => id));
    const [first, second] = fresh;
    if (!first) return;
    setWords(
      second
        ? t('approval.waits.some', { count: fresh.length })
        : t('approval.waits.one', { what: plainSentence(first.plan) }),
    );
  }, [pending, t]);
  useCommands(
    'waiting',
    pending.slice(0, MOST_COMMANDS).map(({ id, plan }) => ({
      id: `waiting.${id}`,
      title: t('approval.command.title', { what: plainSentence(plan) }),
      group: t('approval.command.group'),
      run: () => navigate(formatRoute('approvals', id)),
    })),
  );
  return (
    <p className="sr-only" aria-live="assertive" data-waiting-aloud>
      {words}
    </p>
  );
}
