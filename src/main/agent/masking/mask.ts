// Names of hosts and addresses, hidden from a model that is not here and shown again in what it answers. The same name has the same mask as long as the
// key is the same, whatever came before it; what the model makes up stays as it is. Pure but for what it remembers. Source: agent, Tools (masking).
import { createHmac } from 'node:crypto';
import { isIP, isIPv6 } from 'node:net';

const DIGITS = 10;
const MASK = new RegExp(`\\b(?:host|addr)-[0-9a-f]{${DIGITS}}\\b`, 'g');
/** What may go on as a mask in the next piece. */
const BEGUN = new RegExp(`(?<![\\w-])(?:h|ho|hos|a|ad|add|(?:host|addr)(?:-[0-9a-f]{0,${DIGITS}})?)$`);
const ADDRESS =
  /(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?!\d|\.\d)|(?<![\w.:])[0-9a-f]{0,4}(?::[0-9a-f]{0,4}){2,7}(?![\w:]|\.\d)/gi;
/** What may be a name, with the domain behind it, where one is. */
const WORD = /(?<![\w.-])[a-z\d][\w-]{1,62}(?:\.[a-z][\w-]{0,62}){0,8}(?![\w-])/gi;
/** This machine to itself, and every machine: they tell nobody anything. */
const NOBODYS = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/;

export class Mask {
  readonly #key: string;
  readonly #shown = new Map<string, string>();
  readonly #masks = new Map<string, string>();
  #names: ReadonlySet<string> = new Set();

  /** @param key secret of this console */
  constructor(key: string) {
    this.#key = key;
  }

  /** @param names of the hosts that there are; what has no letter in it is no name */
  setNames(names: readonly string[]): void {
    this.#names = new Set(names.filter((name) => /[a-z]/i.test(name)).map((name) => name.toLowerCase()));
  }

  hide(text: string): string {
    const withoutHosts = text.replace(WORD, (word) =>
      this.#isHost(word) ? this.#maskOf('host', word) : word,
    );
    return withoutHosts.replace(ADDRESS, (found) =>
      isIP(found) === 0 || NOBODYS.test(found) || (isIPv6(found) && !/[0-9a-f]/i.test(found))
        ? found
        : this.#maskOf('addr', found),
    );
  }

  /** A name, or one with a domain behind it. */
  #isHost(word: string): boolean {
    const lower = word.toLowerCase();
    for (let end = lower.length; end > 0; end = lower.lastIndexOf('.', end - 1))
      if (this.#names.has(lower.slice(0, end))) return true;
    return false;
  }

  show(text: string): string {
    return text.replace(MASK, (mask) => this.#shown.get(mask) ?? mask);
  }

  #maskOf(kind: 'host' | 'addr', value: string): string {
    const known = this.#masks.get(value);
    if (known !== undefined) return known;
    const digest = createHmac('sha256', this.#key).update(value).digest('hex').slice(0, DIGITS);
    const mask = `${kind}-${digest}`;
    this.#masks.set(value, mask);
    this.#shown.set(mask, value);
    return mask;
  }
}

/** Shows a text that comes in pieces; a mask may be cut anywhere. */
export class ShownPieces {
  readonly #mask: Mask;
  #held = '';

  constructor(mask: Mask) {
    this.#mask = mask;
  }

  take(piece: string): string {
    const text = this.#held + piece;
    const begun = BEGUN.exec(text.slice(-(DIGITS + 6)));
    this.#held = begun ? begun[0] : '';
    return this.#mask.show(text.slice(0, text.length - this.#held.length));
  }

  end(): string {
    const text = this.#held;
    this.#held = '';
    return this.#mask.show(text);
  }
}
