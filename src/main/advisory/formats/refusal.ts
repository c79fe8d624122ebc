// Why a document of evidence is not taken: where in it, and what is wrong there. A refused document changes nothing.
// Thrown by the readers of formats, caught by read-document.ts. Source: advisory, Evidence.

/** Longest reason shown, characters: a document may quote itself in it. */
const MAX_REASON = 300;

export class Refusal extends Error {
  /** JSON pointer (RFC 6901) of the place; empty for the document as a whole. */
  readonly path: string;

  constructor(path: string, reason: string) {
    super(reason.length > MAX_REASON ? `${reason.slice(0, MAX_REASON).toWellFormed()}…` : reason);
    this.path = path.length > MAX_REASON ? `${path.slice(0, MAX_REASON).toWellFormed()}…` : path;
  }
}
