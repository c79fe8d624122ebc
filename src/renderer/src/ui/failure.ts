// A failed call, as what the operator is shown of it. Made by session/client.ts.

/** What a screen shows of a failed call: one sentence, its code, and the id to find it in the log. */
export interface Failure {
  readonly message: string;
  readonly code: string;
  readonly requestId: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly offline: boolean;
}
