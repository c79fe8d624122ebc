// Turns markdown into the text a reader sees: emphasis, links' targets and images become spaces,
// code that is no name a hole. Every offset stays, so that a sentence can be shown as it was written. Pure; each pattern is
// bounded and reads a character a fixed number of times. Called by foreign.ts. Source: memory, Segmenting.

/** What is left of a code span that holds one name, is the name. */
const CODE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

const CODE_SPAN = /`{1,3}[^`\n]{1,2000}`{1,3}/g;
const IMAGE = /!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])?/g;
/** A link: its text, and its target or the name of one. */
const LINK = /\[([^[\]\n]{1,300})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g;
const EMPHASIS = /\*{1,3}/g;
const STRONG = /__(?:(?=\S)(?<![\p{L}\p{N}_]__)|(?<=\S__)(?![\p{L}\p{N}_]))/gu;
const spaces = (text: string): string => ' '.repeat(text.length);

/**
 * Blanks what a reader of rendered markdown does not see, within lines.
 * @param text any length
 * @param hole stands where code was that is no name
 * @returns as long as the text, in UTF-16 units
 */
export function asRendered(text: string, hole: string): string {
  return text.replace(CODE_SPAN, (span) => codeSpan(span, hole)).replace(IMAGE, spaces);
}

/** The backticks stay around a name: they say that it is code, and are no words. */
function codeSpan(span: string, hole: string): string {
  const inner = span.replace(/^`{1,2}|`{1,2}$/g, '');
  return CODE_NAME.test(inner) ? span : hole.repeat(span.length);
}

/** Takes links' brackets and targets and emphasis out. Comes after URLs and placeholders went. */
export function withoutMarks(text: string): string {
  // "[Quill](...)-based" is one word.
  const linked = text.replace(LINK, (link, shown: string, at: number) =>
    /^-\p{L}/u.test(text.slice(at + link.length, at + link.length + 2))
      ? shown.padStart(link.length)
      : ` ${shown}`.padEnd(link.length),
  );
  const loose = linked.replace(EMPHASIS, spaces);
  return loose.includes('__') ? loose.replace(STRONG, spaces) : loose;
}
