// Turns markdown into the text a reader sees: emphasis, links' targets, images, footnotes and short parentheses become spaces,
// code that is no name a hole. Every offset stays, so that a sentence can be shown as it was written. Pure; each pattern is
// bounded and reads a character a fixed number of times. Called by foreign.ts. Source: memory, Segmenting.

/** What is left of a code span that holds one name, is the name. */
const CODE_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

const CODE_SPAN = /`{1,3}[^`\n]{1,2000}`{1,3}/g;
const IMAGE = /!\[[^[\]\n]{0,300}\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])?/g;
const FOOTNOTE = /\[\^[^[\]\s]{1,60}\]:?/g;
/** A link: its text, and its target or the name of one. */
const LINK = /\[([^[\]\n]{1,300})\](?:\([^()\n]{0,1000}\)|\[[^[\]\n]{0,100}\])/g;
/** A link whose target stands elsewhere: `[Go]`; no box to tick, no blank to fill in. */
const SHORTCUT =
  /\[(?!(?:[Yy]our|[Mm]y|[Ii]nsert|[Nn]ame|[Xx])\b)(\p{L}[\p{L}\p{N}_.-]{1,40}(?: [\p{Lu}\p{N}][\p{L}\p{N}_.-]{0,40}){0,3})\](?![([:])/gu;
const EMPHASIS = /\*{1,3}/g;
const STRONG = /__(?:(?=\S)(?<![\p{L}\p{N}_]__)|(?<=\S__)(?![\p{L}\p{N}_]))/gu;
/** Behind a blank or a mark; glued to a word it is a call. */
const ASIDE = /\((?<=[\s*_`\]]\()[^()\n]{1,80}(?:\n[^()\n]{1,80})?\)/g;

/** Words by which an aside bears on its sentence, or states something itself. */
const WEIGHTY =
  /\b(?:is|are|was|were|be|been|has|had|runs?|running|part|member|owned|hosted|deployed|contained|belongs?|not|no|never|longer|maybe|perhaps|probably|possibly|if|unless|when|until|planned|future|former|formerly|previously|aka|known|short|think|guess|believe|says?|said|according|soon|tbd|todo|unsure|hopefully|apparently|allegedly|likely|a|an|our|my|the|which|who)\b|[?]|n['’]t/i;

/** "SDK (the Software Development Kit) is": what a short name stands for. */
const LONG_NAME = /^\(the(?: {1,9}\p{Lu}[\p{L}\p{N}-]{1,30}){2,5}\s{0,3}\)$/u;

/** "the server (hilbert)". */
const ONE_NAME = /^\([\p{L}`'"][\p{L}\p{N}._-]+[`'"]?\)$/u;

const spaces = (text: string): string => ' '.repeat(text.length);

/**
 * Blanks what a reader of rendered markdown does not see, within lines.
 * @param text any length
 * @param hole stands where code was that is no name
 * @returns as long as the text, in UTF-16 units
 */
export function asRendered(text: string, hole: string): string {
  return text
    .replace(CODE_SPAN, (span) => codeSpan(span, hole))
    .replace(IMAGE, spaces)
    .replace(FOOTNOTE, spaces);
}

/** The backticks stay around a name: they say that it is code, and are no words. */
function codeSpan(span: string, hole: string): string {
  const inner = span.replace(/^`{1,2}|`{1,2}$/g, '');
  return CODE_NAME.test(inner) ? span : hole.repeat(span.length);
}

/** Takes links' brackets and targets, emphasis and asides out. Comes after URLs and placeholders went. */
export function withoutMarks(text: string): string {
  // "[Quill](...)-based" is one word.
  const linked = text.replace(LINK, (link, shown: string, at: number) =>
    /^-\p{L}/u.test(text.slice(at + link.length, at + link.length + 2))
      ? shown.padStart(link.length)
      : ` ${shown}`.padEnd(link.length),
  );
  const named = linked.replace(SHORTCUT, ' $1 ');
  const loose = named.replace(EMPHASIS, spaces);
  const plain = loose.includes('__') ? loose.replace(STRONG, spaces) : loose;
  return plain.replace(ASIDE, (aside, at: number) => {
    const isLong =
      LONG_NAME.test(aside) &&
      /^\s*(?:is|runs|lives)\b/.test(plain.slice(at + aside.length, at + aside.length + 8));
    return isLong || !(ONE_NAME.test(aside) || WEIGHTY.test(aside)) ? spaces(aside) : aside;
  });
}
