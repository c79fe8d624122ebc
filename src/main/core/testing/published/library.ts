// What a published client is to the tests that run it: a name, and a table of its calls, each made on a road (an upstream, or the program
// in front of one). Also what came of a call, in a form that can be compared. Used by tests only.

/** Where a call goes, and with which fetch. */
export interface Road {
  /** `http://HOST:PORT`. */
  readonly base: string;
  readonly fetch: typeof fetch;
}

type Call = (road: Road) => Promise<unknown>;

export interface Library {
  readonly name: string;
  readonly calls: Readonly<Record<string, Call>>;
}

export type Calls<Client> = Readonly<Record<string, (client: Client) => Promise<unknown>>>;

/** A library whose calls are made by a client: each call gets one of its own. */
export function library<Client>(name: string, make: (road: Road) => Client, calls: Calls<Client>): Library {
  const onRoad = Object.entries(calls).map(([call, run]): [string, Call] => [
    call,
    (road) => run(make(road)),
  ]);
  return { name, calls: Object.fromEntries(onRoad) };
}

/** What came of a call: its result, every part of a stream, or the error as the client shows it. */
export async function outcome(call: () => Promise<unknown>): Promise<unknown> {
  const parts: unknown[] = [];
  try {
    const result = await call();
    if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return { result };
    for await (const part of result as AsyncIterable<unknown>) parts.push(part);
    return { parts };
  } catch (error) {
    const { name, message, status, status_code, code, type, statusCode, responseBody } = error as Record<
      string,
      unknown
    >;
    return { parts, error: { name, message, status, status_code, code, type, statusCode, responseBody } };
  }
}

/** Reads so many parts of a stream and leaves it. @returns those parts */
export async function leftAfter<Part>(
  count: number,
  stream: AsyncIterable<Part>,
  leave: () => void,
): Promise<Part[]> {
  const parts: Part[] = [];
  try {
    for await (const part of stream) {
      if (parts.length === count) continue; // what had come before it was left
      parts.push(part);
      if (parts.length === count) leave();
    }
  } catch (error) {
    if (parts.length < count) throw error;
  }
  return parts;
}

/** The same as JSON, without members that a library makes up anew for each call. */
export function withoutMembers(value: unknown, names: readonly string[]): unknown {
  return JSON.parse(JSON.stringify(value, (name, member) => (names.includes(name) ? undefined : member)));
}
