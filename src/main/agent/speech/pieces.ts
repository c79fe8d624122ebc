// The characters of an answer in order, with what was looked at in vain put back in front. No character is put back twice as the possible beginning
// of a call, so that reading stays linear. Used by speech-reader.ts.

export class Pieces {
  /** The next is the last; plain: put back, no call begins here. */
  readonly #stack: { readonly text: string; readonly isPlain: boolean; at: number }[] = [];
  /** Whether the last character came from what was put back. */
  isPlain = false;

  add(text: string): void {
    this.#stack.unshift({ text, isPlain: false, at: 0 });
  }

  putBack(text: string, isPlain: boolean): void {
    if (text !== '') this.#stack.push({ text, isPlain, at: 0 });
  }

  /** The next character (UTF-16 unit); empty behind the last. */
  next(): string {
    let top = this.#stack.at(-1);
    for (; top && top.at >= top.text.length; top = this.#stack.at(-1)) this.#stack.pop();
    if (top) this.isPlain = top.isPlain;
    return top?.text.charAt(top.at++) ?? '';
  }
}
