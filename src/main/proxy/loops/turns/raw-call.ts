// A tool call as an agent made it, natively or in its text, before its arguments are in one spelling. Made by message.ts,
// tool-text.ts and text-actions.ts.

export interface RawCall {
  /** Null where the API or the text names none. */
  readonly id: string | null;
  readonly name: string;
  readonly args: unknown;
}
