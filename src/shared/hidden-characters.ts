// What a text holds and a screen does not show as it is: control characters, marks that turn the direction of writing, signs without width. Who
// approves a text sees each of them, so that what is read is what would happen. Pure, one pass. Used for cards and for names of files.

/** Control and format characters, separators of lines, and letters that are blank; no line break and no tab. */
const HIDDEN = /(?![\n\t]|\r(?:\n|$))[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

/**
 * Line breaks and tabs stay, and a carriage return before a line break.
 * @example showHidden('/etc/a\u202Eb') // '/etc/a⟨U+202E⟩b'
 */
export function showHidden(text: string): string {
  return text.replace(HIDDEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}
