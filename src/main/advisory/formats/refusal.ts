// Why a document of evidence is not taken: where in it, and what is wrong there. A refused document changes nothing.
// Thrown by the readers of formats, caught by read-document.ts. Source: advisory, Evidence.
import { redact } from '../../../shared/redact.ts';

/** Longest reason shown, characters: a document may quote itself in it. */
const MAX_REASON = 300;
const READ = 10_000;

export class Refusal extends Error {
  /** JSON pointer (RFC 6901) of the place; empty for the document as a whole. */
  readonly path: string;

  constructor(path: string, reason: string) {
    super(shown(reason));
    this.path = shown(path);
  }
}

/** A place or a reason may quote the document, which may hold anything. */
function shown(text: string): string {
  // Read further than it is shown: what is cut within a key is none that is known.
  const open = redact(text.slice(0, READ));
  return open.length > MAX_REASON ? `${open.slice(0, MAX_REASON).toWellFormed()}…` : open;
}
