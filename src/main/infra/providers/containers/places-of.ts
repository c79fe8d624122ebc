// Where a value stands in a text, in time that grows with both and not with their product: a container chooses both, and `indexOf` goes over a text of few letters
// again and again. Pure. Called by inspection.ts. Source: agent, What it acts on.

export interface Place {
  readonly start: number;
  readonly end: number;
}

/** Every place, overlapping ones too, by Knuth, Morris and Pratt. @param value not empty */
export function placesOf(text: string, value: string): Place[] {
  // Most values stand nowhere, and the beginning of one is found quickly.
  if (!text.includes(value.slice(0, 8))) return [];
  const back = fallbacks(value);
  const places: Place[] = [];
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && value.charCodeAt(matched) !== unit) matched = back[matched - 1] ?? 0;
    if (value.charCodeAt(matched) === unit) matched++;
    if (matched < value.length) continue;
    places.push({ start: at + 1 - value.length, end: at + 1 });
    matched = back[matched - 1] ?? 0;
  }
  return places;
}

/** Of each beginning: how long its longest end is that is a beginning, too. */
function fallbacks(value: string): Uint32Array {
  const back = new Uint32Array(value.length);
  for (let at = 1, matched = 0; at < value.length; at++) {
    const unit = value.charCodeAt(at);
    while (matched > 0 && value.charCodeAt(matched) !== unit) matched = back[matched - 1] ?? 0;
    if (value.charCodeAt(matched) === unit) matched++;
    back[at] = matched;
  }
  return back;
}

/** The text with each of the places, and what they overlap in, as one mark. */
export function masked(text: string, places: readonly Place[], mark: string): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end } of places.toSorted((a, b) => a.start - b.start)) {
    if (end <= done) continue;
    if (start >= done) parts.push(text.slice(done, start), mark);
    done = end;
  }
  return [...parts, text.slice(done)].join('');
}
