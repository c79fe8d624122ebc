// Keys that this process uses itself: taken out of every text whatever they look like, in every spelling they may come back
// in. Holds them in memory for as long as somebody uses them, and tells nobody which they are. Used through redact.ts, and by
// secret-spans.ts.
// Source: memory D12.

/** What stands in the place of a secret. */
export const MARK = '[redacted]';

/** Keys in use, and the spellings they may come back in. */
const hidden = new Map<string, number>();
/** Shorter ones are placeholders such as "none"; taking them out would tear ordinary words apart. */
const MIN_HIDDEN = 6;

/**
 * Makes every `redact` of this process take the value out, whatever it looks like.
 * @returns lets go of it again; a value that was hidden twice stays hidden until both let go
 */
export function hideSecret(secret: string): () => void {
  if (secret.length < MIN_HIDDEN) return () => {};
  const bytes = new TextEncoder().encode(secret);
  const base64 = btoa(String.fromCharCode(...bytes));
  const spellings = new Set([
    secret,
    encodeURIComponent(secret.toWellFormed()),
    JSON.stringify(secret).slice(1, -1),
    base64,
    base64.replace(/[+/=]/g, (char) => ({ '+': '-', '/': '_' })[char] ?? ''),
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''),
  ]);
  for (const one of spellings) hidden.set(one, (hidden.get(one) ?? 0) + 1);
  return () => {
    for (const one of spellings) {
      const left = (hidden.get(one) ?? 1) - 1;
      if (left > 0) hidden.set(one, left);
      else hidden.delete(one);
    }
    spellings.clear();
  };
}

/** The text without the keys in use, and otherwise as it is. */
export function withoutHidden(text: string): string {
  let result = text;
  for (const one of hidden.keys()) if (result.includes(one)) result = result.replaceAll(one, MARK);
  return result;
}

/** Calls back with every place where a key in use stands; places may lie over each other. */
export function visitHidden(text: string, visit: (start: number, end: number) => void): void {
  for (const one of hidden.keys()) {
    for (let at = text.indexOf(one); at >= 0; at = text.indexOf(one, at + one.length))
      visit(at, at + one.length);
  }
}

/** Takes keys in use out of a text that comes in pieces: what may be the beginning of one waits for the next piece. */
export class HiddenInPieces {
  #held = '';

  /** @returns as much of the text as may be shown */
  take(piece: string): string {
    const text = withoutHidden(this.#held + piece);
    const from = beginningOfHidden(text);
    this.#held = text.slice(from);
    return text.slice(0, from);
  }

  /** @returns what waited, when nothing follows any more */
  end(): string {
    const rest = this.#held;
    this.#held = '';
    return rest;
  }
}

/** Where the beginning of a key stands at the end of the text; the text's length where there is none. */
function beginningOfHidden(text: string): number {
  let from = text.length;
  for (const one of hidden.keys()) {
    const [first = ''] = one;
    for (let at = text.indexOf(first, Math.max(0, text.length - one.length + 1)); at >= 0 && at < from; ) {
      if (one.startsWith(text.slice(at))) from = at;
      at = text.indexOf(first, at + 1);
    }
  }
  return from;
}
