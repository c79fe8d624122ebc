// What the fresh databases and the tests that copy them agree on.

/** A Saturday in 2026; any fixed moment would do. */
export const START = 1_795_219_200_000;

/** The PostgreSQL database that new ones are copied from. */
export const TEMPLATE = 'festinger_fresh';
