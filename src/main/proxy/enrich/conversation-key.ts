// What makes two requests the same conversation: the system prompt without our block and without dates, and what the
// user said first. Pure. Source: loops, Conversation key; memory D4. Used by recognise.ts.
import { digest } from '../../clients/digest.ts';

const OPENING = '<recollection>';
const CLOSING = '</recollection>';

/** The text without recollection blocks, ours or those an agent sent back, and the empty line behind each. Linear. */
export function withoutRecollection(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (;;) {
    const start = text.indexOf(OPENING, from);
    const end = start < 0 ? -1 : text.indexOf(CLOSING, start);
    if (end < 0) break;
    kept.push(text.slice(from, start));
    from = end + CLOSING.length;
    for (let newlines = 0; newlines < 2 && text[from] === '\n'; newlines++) from++;
  }
  return from === 0 ? text : kept.join('') + text.slice(from);
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}';

/** Dates and times as prompts carry them; each alternative is bounded, so the search is linear. */
const DATES = new RegExp(
  [
    String.raw`\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}(?:[T ]\d{1,2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z| ?[+-]\d{2}:?\d{2})?)?`,
    String.raw`\b\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}\b`,
    String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m\b)?`,
    String.raw`\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b`,
    String.raw`\b${MONTH} \d{1,2}(?:st|nd|rd|th)?(?:, \d{4})?\b`,
    String.raw`\b\d{1,2}(?:st|nd|rd|th)?\.? ${MONTH}(?: \d{4})?\b`,
    String.raw`\b1[5-9]\d{8}(?:\d{3})?\b`,
  ].join('|'),
  'gi',
);

/** The text with every date and time in it replaced by one mark. */
export function withoutDates(text: string): string {
  return text.replace(DATES, '@');
}

/**
 * The key of a conversation within a project.
 * @param system all system text
 * @param firstUser the first segment a user said
 */
export function conversationKey(project: string, system: string, firstUser: string): string {
  return digest(project, withoutDates(withoutRecollection(system)), firstUser);
}
