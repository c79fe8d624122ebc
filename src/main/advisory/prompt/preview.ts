// The beginning of a chunk as lists of found evidence show it. Never cuts a sign in two, neither a surrogate pair nor what is read as one sign.
// Called where evidence found by its vector is shown. Source: advisory, Retrieval.

/** Code points of a preview, beside its ellipsis. */
const PREVIEW_POINTS = 600;
/** Code points behind the cut that decide whether a sign goes on there. */
const LOOKED_AHEAD = 64;

const SIGNS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * At most 600 code points of whole signs and an ellipsis; a text of no more than that as it is. A first sign longer than all that is cut between code
 * points. Half a surrogate pair becomes U+FFFD.
 */
export function preview(text: string): string {
  const end = unitsOf(text, PREVIEW_POINTS);
  if (end === text.length) return text.toWellFormed();
  const near = text.slice(0, end + unitsOf(text.slice(end, end + 2 * LOOKED_AHEAD), LOOKED_AHEAD));
  const cut = SIGNS.segment(near).containing(end)?.index ?? end;
  return `${text.slice(0, cut === 0 ? end : cut).toWellFormed()}…`;
}

/** How many units the first so many code points take. */
function unitsOf(text: string, points: number): number {
  let at = 0;
  for (let n = 0; n < points && at < text.length; n++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return at;
}
