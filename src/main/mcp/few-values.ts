// Whether the JSON of a stranger has few enough values to be parsed, checked and redacted one by one; asked of the text, since parsing it is what takes
// the time. A long list of facts fits, a megabyte of empty lists does not. One pass. Called by door.ts.

/** Members and items: the longest list of facts, and room for the calls around it. */
const MOST_VALUES = 4_000;
/** Named ones alone, and lists and objects, however they lie in one another: a hundred calls have fewer. */
const MOST_NAMED = 2_000;
const MOST_NESTS = 2_000;
const SIGNS = ['"', '\\', ',', ':', '[', '{'].map((sign) => sign.charCodeAt(0));
const [QUOTE, BACKSLASH, COMMA, COLON, LIST, OBJECT] = SIGNS;

export function hasFewValues(text: string): boolean {
  let values = 0;
  let named = 0;
  let nests = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isString = !isString;
    else if (isString) at += unit === BACKSLASH ? 1 : 0;
    else if (unit === COMMA) {
      if (++values > MOST_VALUES) return false;
    } else if (unit === COLON) {
      if (++named > MOST_NAMED) return false;
    } else if ((unit === LIST || unit === OBJECT) && ++nests > MOST_NESTS) return false;
  }
  return true;
}
