// Hands the open session to the browser's download. Used by the menu and the commands.
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../session/files/save-file.ts';
import { formatCount, formatFull, formatMs } from '../../../ui/format.ts';
import { conversationStore } from '../conversation/conversation-store.ts';
import { callTitle } from '../transcript/call-title.ts';
import { recordLines } from '../transcript/record-text.ts';
import { asJson, asMarkdown, type ExportWords, fileNameOf } from './export.ts';

export function useExport(): (ending: 'md' | 'json') => void {
  const { t } = useTranslation();
  const words: ExportWords = {
    you: t('chat.you'),
    assistant: t('chat.assistant'),
    steered: t('chat.steered'),
    given: t('chat.context.text'),
    untrue: t('chat.replaced.untrue'),
    plan: t('chat.plan.title'),
    asks: t('chat.question.asks'),
    title: callTitle,
    status: ({ status }) => t(`chat.status.${status}`),
    record: (outcomes) => recordLines(outcomes, t),
    outside: (from) => t('chat.outside', { from }),
    end: ({ reason, turns, calls, input_tokens, output_tokens, ms }) =>
      [
        t(`chat.end.${reason}`),
        t('chat.end.turnCount', { count: turns }),
        t('chat.end.callCount', { count: calls }),
        t('chat.end.tokens', { tokens: formatCount(input_tokens + output_tokens) }),
        formatMs(ms),
      ].join(' · '),
    time: formatFull,
  };
  return (ending) => {
    const { session, entries } = conversationStore.getState();
    if (session === null) return;
    const content = ending === 'md' ? asMarkdown(session, entries, words) : asJson(session, entries);
    const type = ending === 'md' ? 'text/markdown' : 'application/json';
    saveFile(new Blob([content], { type }), fileNameOf(session, ending));
  };
}
