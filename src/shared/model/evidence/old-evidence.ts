// How old the newest evidence may be before it is warned of: what became known since is not in it. The same wherever it is said. Source: advisory, Deterministic tools.

/** Milliseconds. */
export const OLD_EVIDENCE_MS = 14 * 86_400_000;
