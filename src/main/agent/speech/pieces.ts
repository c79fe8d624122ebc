// The characters of an answer in order, with what was looked at in vain put back in front. No character is put back twice as the possible beginning
// of a call, so that reading stays linear. Used by speech-reader.ts. Source: agent, Markup.

interface Piece {
  readonly text: string;
  at: number;
  /** Put back: no call begins here. */
  readonly isPlain: boolean;
}

export class Pieces {
  readonly #stack: Piece[] = [];
  /** Whether the last character came from what was put back. */
  isPlain = false;

  add(text: string): void {
    this.#stack.unshift({ text, at: 0, isPlain: false });
  }

  putBack(text: string, isPlain: boolean): void {
    if (text !== '') this.#stack.push({ text, at: 0, isPlain });
  }

  /** The next character (UTF-16 unit); empty behind the last. */
  next(): string {
    for (let top = this.#stack.at(-1); top; top = this.#stack.at(-1)) {
      if (top.at < top.text.length) {
        this.isPlain = top.isPlain;
        return top.text.charAt(top.at++);
      }
      this.#stack.pop();
    }
    return '';
  }
}
