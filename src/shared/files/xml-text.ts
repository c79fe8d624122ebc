// Text as XML 1.0 takes it: what it cannot hold at all is replaced, what has a meaning is escaped. Pure.

// Everything but the `Char` production of XML 1.0, lone surrogates included.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]/gu;
const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
};

export function xmlText(text: string): string {
  if (!/[^\w .:/-]/.test(text)) return text;
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"\r]/g, (mark) => ESCAPES[mark] ?? mark);
}
