// Calls of SFTP as promises that end when the connection does, and their failures by kind. Called by ssh-files.ts.
import type { SFTPWrapper } from 'ssh2';

export type SftpFailureKind = 'missing' | 'denied' | 'end' | 'lost' | 'other';

/** By number, as SFTP says it. */
const KINDS: Readonly<Record<number, SftpFailureKind>> = {
  1: 'end',
  2: 'missing',
  3: 'denied',
  6: 'lost',
  7: 'lost',
};

export class SftpFailure extends Error {
  readonly kind: SftpFailureKind;

  constructor(kind: SftpFailureKind, message: string) {
    super(message);
    this.name = 'SftpFailure';
    this.kind = kind;
  }
}

type Done<T> = (error: Error | null | undefined, value: T) => void;
type Ask<T> = (raw: SFTPWrapper, done: Done<T>) => void;

export class SftpCalls {
  readonly #raw: SFTPWrapper;
  readonly #lost = Promise.withResolvers<never>();

  constructor(raw: SFTPWrapper) {
    this.#raw = raw;
    this.#lost.promise.catch(() => {});
    const onLost = () => this.fail(new SftpFailure('lost', 'the channel was closed'));
    raw.on('close', onLost);
    raw.on('end', onLost);
    raw.on('error', onLost);
  }

  /** Ends every call that waits, and every one after it, with this. */
  fail(error: Error): void {
    this.#lost.reject(error);
  }

  /** @throws SftpFailure, or what `fail` was given */
  call<T>(ask: Ask<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    try {
      ask(this.#raw, (error, value) => (error ? reject(asFailure(error)) : resolve(value)));
    } catch (error) {
      reject(new SftpFailure('lost', error instanceof Error ? error.message : String(error)));
    }
    return Promise.race([promise, this.#lost.promise]);
  }

  /** For an extension: asking for one that is not offered throws at once. @returns whether it was offered, and done */
  async ifOffered(ask: Ask<void>): Promise<boolean> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    try {
      ask(this.#raw, (error) => (error ? reject(asFailure(error)) : resolve()));
    } catch {
      return false;
    }
    await Promise.race([promise, this.#lost.promise]);
    return true;
  }
}

/** A failure without a number is ssh2's own, of a channel that ended. */
function asFailure(error: Error & { code?: unknown }): SftpFailure {
  const kind = typeof error.code === 'number' ? (KINDS[error.code] ?? 'other') : 'lost';
  return new SftpFailure(kind, error.message);
}
