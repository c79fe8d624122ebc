// What is typed, with what it names: the places of names are kept true through every edit, and a name that is written into is none any more. Pure.
// Source: console, Chat; agent, Context.
import type { Mentionable } from '../../../../../shared/contract/assistant.ts';
import type { Mention } from '../../../../../shared/model/assistant/transcript.ts';

export interface Draft {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

export const EMPTY_DRAFT: Draft = { text: '', mentions: [] };

/** Most names a message may carry. */
export const MOST_MENTIONS = 20;

const labelOf = (name: string): string => `@${name}`;

/** The draft after its text became another by one edit. */
export function edited(draft: Draft, text: string): Draft {
  const before = draft.text;
  const shorter = Math.min(before.length, text.length);
  let from = 0;
  while (from < shorter && before[from] === text[from]) from++;
  let same = 0;
  while (same < shorter - from && before[before.length - 1 - same] === text[text.length - 1 - same]) same++;
  const end = before.length - same;
  const by = text.length - before.length;
  const mentions = draft.mentions.flatMap((mention) => {
    const moved =
      mention.end <= from
        ? mention
        : mention.start >= end
          ? { ...mention, start: mention.start + by, end: mention.end + by }
          : null;
    return moved && text.slice(moved.start, moved.end) === labelOf(moved.name) ? [moved] : [];
  });
  return { text, mentions };
}

export interface Query {
  /** Where its @ stands. */
  readonly start: number;
  /** What follows it, up to the caret. */
  readonly text: string;
}

const LONGEST_QUERY = 60;

/** The name that is being typed at the caret; null for none. */
export function queryAt({ text, mentions }: Draft, caret: number): Query | null {
  for (let at = caret - 1; at >= 0 && caret - at <= LONGEST_QUERY; at--) {
    const sign = text[at] ?? '';
    if (/\s/.test(sign)) return null;
    if (sign !== '@') continue;
    if (at > 0 && !/[\s([{'",;:]/.test(text[at - 1] ?? '')) return null;
    if (mentions.some(({ start, end }) => at >= start && at < end)) return null;
    return { start: at, text: text.slice(at + 1, caret) };
  }
  return null;
}

/** The draft with a name in the place of what was typed of it. @returns it, and where the caret is then */
export function named(
  draft: Draft,
  { start, text: typed }: Query,
  { id, kind, name }: Pick<Mentionable, 'id' | 'kind' | 'name'>,
): { readonly draft: Draft; readonly caret: number } {
  const end = start + 1 + typed.length;
  const after = draft.text.slice(end);
  const label = labelOf(name);
  const gap = /^\s/.test(after) ? '' : ' ';
  const next = edited(draft, draft.text.slice(0, start) + label + gap + after);
  const mention: Mention = { id, kind, name, start, end: start + label.length };
  const mentions = [...next.mentions, mention]
    .toSorted((one, other) => one.start - other.start)
    .slice(0, MOST_MENTIONS);
  return { draft: { text: next.text, mentions }, caret: mention.end + 1 };
}

/** What is sent: without blanks around it, every name where it stands then. */
export function trimmed({ text, mentions }: Draft): Draft {
  const start = text.length - text.trimStart().length;
  return {
    text: text.trim(),
    mentions: mentions.map((each) => ({ ...each, start: each.start - start, end: each.end - start })),
  };
}

export type Piece = { readonly text: string; readonly mention: Mention | null };

/** A text in pieces, those that name something apart. Places that fit nothing are passed over. */
export function pieces(text: string, mentions: readonly Mention[]): readonly Piece[] {
  const parts: Piece[] = [];
  let from = 0;
  for (const mention of mentions.toSorted((one, other) => one.start - other.start)) {
    if (mention.start < from || mention.end > text.length) continue;
    if (mention.start > from) parts.push({ text: text.slice(from, mention.start), mention: null });
    parts.push({ text: text.slice(mention.start, mention.end), mention });
    from = mention.end;
  }
  if (from < text.length) parts.push({ text: text.slice(from), mention: null });
  return parts;
}
