// Characters that a screen does not show, or that change the order in which it shows others: controls, bidirectional formatting,
// zero-width characters, fillers, variation selectors, tags. Pure, one pass. Used wherever text of others is shown, and to refuse file names.
//
// Kept, because scripts and emoji need them: a joiner between two letters of a script that joins or stacks (Persian, Hindi), a joiner
// between two emoji, a presentation selector after an emoji or within a keycap, the tags of the flags of England, Scotland and Wales.
// Marked even where a writer may have meant them: direction marks (U+200E, U+200F, U+061C), soft hyphens, ideographic variation selectors.

const JOINS = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Nkoo}\p{scx=Mong}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]&&[\p{L}\p{M}]]`;
const EMOJI = String.raw`\p{Extended_Pictographic}`;
/** 🏴, where the tags of one of the three flags follow. */
const FLAG = String.raw`\u{1F3F4}(?=\u{E0067}\u{E0062}(?:\u{E0065}\u{E006E}\u{E0067}|\u{E0073}\u{E0063}\u{E0074}|\u{E0077}\u{E006C}\u{E0073})\u{E007F})`;

/** What keeps a hidden character unmarked; each ends with that character. */
const KEPT = [
  String.raw`[\n\t]`,
  String.raw`\r(?=\n|$)`,
  String.raw`${JOINS}[\u200C\u200D](?=${JOINS})`,
  String.raw`${EMOJI}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=${EMOJI})`,
  String.raw`${EMOJI}[\uFE0E\uFE0F]`,
  String.raw`[0-9#*]\uFE0F(?=\u20E3)`,
  String.raw`${FLAG}[\u{E0061}-\u{E007F}]{1,6}`,
];

/** U+2800 is a braille cell without dots; U+FFF9 to U+FFFB enclose annotations. */
const HIDDEN = new RegExp(
  String.raw`[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}\u2800\uFFF9-\uFFFB](?<!${KEPT.join('|')})`,
  'gv',
);

export function hasHidden(text: string): boolean {
  return text.search(HIDDEN) >= 0;
}

/** @example hiddenCode('\u202E') // 'U+202E' */
function hiddenCode(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The hidden characters of a text, without the text. */
export const onlyHidden = (text: string): string => text.match(HIDDEN)?.join('') ?? '';

/**
 * Line breaks and tabs stay, and a carriage return before a line break.
 * @example showHidden('/etc/a\u202Eb') // '/etc/a⟨U+202E⟩b'
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (character) => `⟨${hiddenCode(character)}⟩`);
}

/** One hidden character, and how many of it stand together. */
export interface HiddenRun {
  /** As in `U+202E`. */
  readonly code: string;
  readonly count: number;
}

/**
 * A text cut at its hidden characters.
 * @example splitHidden('a\u200B\u200Bb') // ['a', { code: 'U+200B', count: 2 }, 'b']
 */
export function splitHidden(text: string): readonly (string | HiddenRun)[] {
  const parts: (string | HiddenRun)[] = [];
  let end = 0;
  for (const { 0: character, index } of text.matchAll(HIDDEN)) {
    if (index > end) parts.push(text.slice(end, index));
    end = index + character.length;
    const code = hiddenCode(character);
    const last = parts.at(-1);
    if (typeof last === 'object' && last.code === code)
      parts[parts.length - 1] = { code, count: last.count + 1 };
    else parts.push({ code, count: 1 });
  }
  if (end < text.length) parts.push(text.slice(end));
  return parts;
}
