// What the browser door serves, compressed once, by the build: each text file of the renderer gets a `.br` and a `.gz` beside it, which
// `console-pages.ts` serves to those who take them. The desktop door reads the files themselves. Called by electron.vite.config.ts alone.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

/** What is text; fonts and pictures are compressed already. */
const TEXT: ReadonlySet<string> = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** Bytes: a smaller one fits into the packet that brings its headers. */
const LEAST = 1024;
/** The most there is: a few seconds of each build for 7 % fewer bytes on every screen. */
const QUALITY = 11;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes the compressed files beside those of a folder, its subfolders included, where they are smaller.
 *
 * @param dir a folder that was emptied before: of what is no more there, nothing is left compressed
 */
export async function precompress(dir: string): Promise<void> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && TEXT.has(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name));
  // On the threads of libuv: as many at a time as there are.
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(file);
      if (bytes.length < LEAST) return;
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: QUALITY,
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      };
      const [br, gz] = await Promise.all([asBrotli(bytes, { params }), asGzip(bytes, { level: 9 })]);
      if (br.length < bytes.length) writeFileSync(`${file}.br`, br);
      if (gz.length < bytes.length) writeFileSync(`${file}.gz`, gz);
    }),
  );
}
