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
/** This machine to itself, and every machine: they tell nobody anything. */
const NOBODYS = /^(?:127\.|0\.0\.0\.0$|255\.255\.255\.255$|::1?$)/;

export class Mask {
  readonly #key: string;
  readonly #shown = new Map<string, string>();
  readonly #masks = new Map<string, string>();
  #names: readonly string[] = [];
  #hosts: RegExp | null = null;

  /** @param key secret of this console */
  constructor(key: string) {
    this.#key = key;
  }

  /** @param names of the hosts that there are */
  setNames(names: readonly string[]): void {
    if (names.length === this.#names.length && names.every((name, n) => name === this.#names[n])) return;
    this.#names = names;
    const longestFirst = [...new Set(names)]
      .filter((name) => name.length > 1)
      .sort((a, b) => b.length - a.length);
    // With the domain behind it, where one is.
    this.#hosts =
      longestFirst.length === 0
        ? null
        : new RegExp(
            `(?<![\\w.-])(?:${longestFirst.map((name) => name.replaceAll(/[^\w-]/g, '\\$&')).join('|')})(?:\\.[a-z][\\w-]*)*(?![\\w-])`,
            'gi',
          );
  }

  hide(text: string): string {
    const withoutHosts = this.#hosts ? text.replace(this.#hosts, (name) => this.#maskOf('host', name)) : text;
    return withoutHosts.replace(ADDRESS, (found) =>
      isIP(found) === 0 || NOBODYS.test(found) || (isIPv6(found) && !/[0-9a-f]/i.test(found))
        ? found
        : this.#maskOf('addr', found),
    );
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
