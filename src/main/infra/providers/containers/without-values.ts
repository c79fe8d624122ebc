// A text without values that may stand in it, in time that grows with the text for each value, whatever both hold: a container chooses both, and `indexOf` goes over a
// text of few letters again and again. Pure. Called by inspection.ts. Source: agent, What it acts on.

/** @param values not empty each. @returns the text with one mark for each stretch that values cover, overlapping or side by side */
export function withoutValues(text: string, values: readonly string[], mark: string): string {
  // How many more values cover a place than the place before it.
  const steps = new Int32Array(text.length + 1);
  for (const value of values) cover(steps, text, value);
  const parts: string[] = [];
  let covering = 0;
  let open = 0;
  for (const [at, step] of steps.entries()) {
    if (step === 0) continue;
    if (covering === 0) parts.push(text.slice(open, at), mark);
    covering += step;
    open = at;
  }
  return [...parts, text.slice(open)].join('');
}

/** Every place where the value stands, overlapping ones too, by Knuth, Morris and Pratt. */
function cover(steps: Int32Array, text: string, value: string): void {
  // Most values stand nowhere, and the beginning of one is found quickly.
  if (!text.includes(value.slice(0, 8))) return;
  const back = fallbacks(value);
  let matched = 0;
  for (let at = 0; at < text.length; at++) {
    matched = further(value, back, matched, text.charCodeAt(at));
    if (matched < value.length) continue;
    const end = at + 1;
    steps[end - value.length] = (steps[end - value.length] ?? 0) + 1;
    steps[end] = (steps[end] ?? 0) - 1;
    matched = back[matched - 1] ?? 0;
  }
}

/** Of each beginning: how long its longest end is that is a beginning, too. */
function fallbacks(value: string): Uint32Array {
  const back = new Uint32Array(value.length);
  for (let at = 1; at < value.length; at++)
    back[at] = further(value, back, back[at - 1] ?? 0, value.charCodeAt(at));
  return back;
}

/** How much of the value is matched with one more unit. */
function further(value: string, back: Uint32Array, before: number, unit: number): number {
  let matched = before;
  while (matched > 0 && value.charCodeAt(matched) !== unit) matched = back[matched - 1] ?? 0;
  return value.charCodeAt(matched) === unit ? matched + 1 : matched;
}
