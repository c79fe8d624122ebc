// Cuts a stream of bytes into lines without ever holding more than one line and one piece. Pure but for reading.

const NEWLINE = 0x0a;

/**
 * The lines of a stream, without their ends; a carriage return before the end goes with it. The last line may lack one.
 * @param limit longest line, bytes @param tooLong the error to throw for a longer one; its number counts from 1
 */
export async function* linesOf(
  stream: AsyncIterable<Buffer | Uint8Array>,
  limit: number,
  tooLong: (number: number) => Error,
): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let held = 0;
  let number = 1;
  const take = (piece: Buffer): Buffer => {
    const line = rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
    rest = [];
    held = 0;
    number++;
    return line.at(-1) === 0x0d ? line.subarray(0, -1) : line;
  };
  for await (const bytes of stream) {
    const piece = Buffer.isBuffer(bytes)
      ? bytes
      : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    let start = 0;
    for (let end = piece.indexOf(NEWLINE); end >= 0; end = piece.indexOf(NEWLINE, start)) {
      if (held + end - start > limit) throw tooLong(number);
      yield take(piece.subarray(start, end));
      start = end + 1;
    }
    if (start < piece.length) {
      rest.push(piece.subarray(start));
      held += piece.length - start;
      if (held > limit) throw tooLong(number);
    }
  }
  if (held > 0) yield take(Buffer.alloc(0));
}
