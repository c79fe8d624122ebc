// Whether a stranger's JSON has few enough members, lists and objects to be parsed and checked one by one: a schema names every
// member it does not know, and a megabyte of them, or of brackets within brackets, would hold the event loop. Asked of the text,
// since parsing it is what takes the time.

/** More than any of our routes takes. */
const MOST_MEMBERS = 32;
/** The end of a name; within a string the quote is escaped. */
const MEMBER = /(?<!\\)"\s*:/g;
const [QUOTE, BACKSLASH, LIST, OBJECT] = ['"', '\\', '[', '{'].map((char) => char.charCodeAt(0));

/** False for a text with more members, lists or objects, at any depth, than any body of ours has. */
export function hasFewMembers(text: string): boolean {
  let members = 0;
  for (const _ of text.matchAll(MEMBER)) if (++members > MOST_MEMBERS) return false;
  return hasFewBrackets(text);
}

function hasFewBrackets(text: string): boolean {
  let brackets = 0;
  let isString = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) isString = !isString;
    else if (isString) at += char === BACKSLASH ? 1 : 0;
    else if ((char === LIST || char === OBJECT) && ++brackets > MOST_MEMBERS) return false;
  }
  return true;
}
