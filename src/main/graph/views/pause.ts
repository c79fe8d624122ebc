// How long work over many rows holds the thread: it asks every so many rows whether others should have their turn.

/** @returns something to wait for when it is another's turn */
export type Pause = () => Promise<void> | undefined;

/** Rows between two questions: some tenths of a millisecond. */
export const ROWS_A_LOOK = 2048;

export const NO_PAUSE: Pause = () => undefined;
