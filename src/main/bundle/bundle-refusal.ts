// Why a bundle is not read: in which of its files, and what is wrong there. Thrown by read-bundle.ts; verify-bundle.ts makes a result of it.
import { AppError } from '../../shared/model/envelope.ts';

/** What is named when the fault lies in none of the files. No file can be called so. */
export const WHOLE = '(the bundle)';
/** The file is something else. */
export const NO_BUNDLE = '(no bundle)';
export const END = '(the end of the bundle)';

export class BundleRefusal extends AppError {
  /** The entry at fault as it calls itself (`?` for what is not printable), or one of those above. */
  readonly file: string;
  /** A sentence. */
  readonly reason: string;
  /** Whether its header can be believed when it says what it is called. */
  readonly isNamed: boolean;

  constructor(file: string, reason: string, isNamed = true) {
    const what =
      file === NO_BUNDLE ? 'The file is not taken, it is no bundle.' : `The bundle is not taken. ${file}:`;
    super('INVALID_INPUT', `${what} ${reason}`, { file, reason });
    this.name = 'BundleRefusal';
    this.file = file;
    this.reason = reason;
    this.isNamed = isNamed;
  }
}
