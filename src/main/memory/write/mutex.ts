// One after the other: the write path's queue within this process, so that cache and tables never part.

export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` when everything queued before it is done, whether that went well or not. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }

  /** Resolves when everything queued so far is done. */
  async settled(): Promise<void> {
    await this.#last;
  }
}
