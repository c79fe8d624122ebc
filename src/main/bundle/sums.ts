// `SHA256SUMS` of a bundle: what `sha256sum` writes and checks, a line a file, sorted by name. Read as strictly as it is written, so that a list has one
// spelling. Pure. Called by write-bundle.ts and verify-bundle.ts. Source: advisory, Outputs.
import { BundleNames, isReserved, MAX_NAME_CHARS } from './entry-name.ts';

const HEX_CHARS = 64;
const HEX = /^[0-9a-f]{64}$/;
/** Two blanks: the second would be `*` for what `sha256sum` calls binary mode. */
const BETWEEN = '  ';
const NAME_AT = HEX_CHARS + BETWEEN.length;
const MAX_LINE_CHARS = NAME_AT + MAX_NAME_CHARS;

/** Bytes of the list of these names: known before any hash is. */
export const sumsBytes = (names: readonly string[]): number =>
  names.reduce((bytes, name) => bytes + NAME_AT + name.length + 1, 0);

/** Largest list of so many files, bytes. */
export const mostSumsBytes = (files: number): number => files * (MAX_LINE_CHARS + 1);

/** @param sums sha256 in hex by name, in order of the names */
export function sumsText(sums: ReadonlyMap<string, string>): string {
  const lines: string[] = [];
  for (const [name, sha256] of sums) lines.push(`${sha256}${BETWEEN}${name}\n`);
  return lines.join('');
}

/** Reads a list in pieces as they come, so that a long one is never held whole, and holds up nobody. */
export class SumsReader {
  readonly #sums = new Map<string, string>();
  readonly #names = new BundleNames();
  #rest = '';
  #last = '';

  /** @returns what is wrong with the list, as a sentence, or null so far */
  push(piece: Uint8Array): string | null {
    // A byte is a character: those that are no ASCII are no character of a name.
    const lines = (
      this.#rest + Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString('latin1')
    ).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) {
      const fault = this.#take(line);
      if (fault !== null) return fault;
    }
    return this.#rest.length > MAX_LINE_CHARS ? this.#at('is too long') : null;
  }

  /** @returns the hashes by name, in order of the names, or what is wrong with the list as a sentence */
  end():
    | { readonly ok: true; readonly sums: ReadonlyMap<string, string> }
    | { readonly ok: false; readonly reason: string } {
    if (this.#rest !== '') return { ok: false, reason: this.#at('has no end') };
    if (this.#sums.size === 0) return { ok: false, reason: 'It lists no file.' };
    return { ok: true, sums: this.#sums };
  }

  #take(line: string): string | null {
    const name = line.slice(NAME_AT);
    if (!HEX.test(line.slice(0, HEX_CHARS)) || line.slice(HEX_CHARS, NAME_AT) !== BETWEEN)
      return this.#at('is not a hash in small letters, two blanks and a name');
    if (isReserved(name)) return this.#at('lists what attests the list');
    const fault = this.#names.add(name);
    if (fault !== null) return this.#at(`names a file that cannot be: the name ${fault}`);
    if (name <= this.#last) return this.#at('is out of order');
    this.#last = name;
    this.#sums.set(name, line.slice(0, HEX_CHARS));
    return null;
  }

  #at(fault: string): string {
    return `Line ${this.#sums.size + 1} ${fault}.`;
  }
}
