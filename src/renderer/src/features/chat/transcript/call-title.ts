// The words of a call in the operator's language. Used by the timeline, the trace and the export.
import { useTranslation } from 'react-i18next';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { i18n } from '../../../session/i18n.ts';
import { callWords } from './call-words.ts';

type About = Pick<EntryOf<'tool'>, 'tool' | 'arguments' | 'resource'>;

export function callTitle(call: About): string {
  const { key, values } = callWords(call);
  // The table of callWords and the catalogue are held together by a test.
  return (i18n.t as (key: string, values: object) => string)(key, values);
}

export function useCallTitle(): (call: About) => string {
  useTranslation();
  return callTitle;
}
