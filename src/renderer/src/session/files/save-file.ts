// Hands a file to the browser's own download: the pieces of a stream put together, under a name.

/** @param name the file's name as the operator will find it @param type its media type */
export async function saveStream(
  pieces: AsyncIterable<{ readonly chunk: string }>,
  name: string,
  type: string,
): Promise<void> {
  const parts: string[] = [];
  for await (const { chunk } of pieces) parts.push(chunk);
  saveFile(new Blob(parts, { type }), name);
}

export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
