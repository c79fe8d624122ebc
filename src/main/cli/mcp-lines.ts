// Lines of a stream, each as long as a message may be; a longer one is passed over and told as null, and the next is read as ever. Called by mcp.ts.
import type { Readable } from 'node:stream';

/** Without their ends; empty ones are left out. @param most bytes of a line */
export async function* boundedLines(input: Readable, most: number): AsyncGenerator<string | null> {
  let held: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer) => {
    bytes += piece.length;
    if (bytes <= most) held.push(piece);
    else held = [];
  };
  const line = (): string | null => {
    const whole = bytes > most ? null : Buffer.concat(held).toString('utf8').trim();
    held = [];
    bytes = 0;
    return whole;
  };
  for await (const chunk of input) {
    let rest = Buffer.from(chunk as Buffer | string);
    for (let end = rest.indexOf(0x0a); end >= 0; end = rest.indexOf(0x0a)) {
      take(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const whole = line();
      if (whole !== '') yield whole;
    }
    take(rest);
  }
  const last = line();
  if (last !== '') yield last;
}
