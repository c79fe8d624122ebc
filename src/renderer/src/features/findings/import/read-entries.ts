// What was dropped onto the page or chosen, as files with the paths they had: folders are walked, without recursion, and names that meet are told apart.
// Sends nothing. Called by the upload store's callers.

export interface PickedFile {
  /** With the folders it lay in, parted by `/`. */
  readonly name: string;
  readonly file: File;
}

/** What a browser gives for something that was dropped; the part of `FileSystemEntry` that is used. */
export interface DroppedEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  file?(done: (file: File) => void, failed: (error: unknown) => void): void;
  createReader?(): {
    readEntries(done: (entries: DroppedEntry[]) => void, failed: (error: unknown) => void): void;
  };
}

/** The core takes no more in one upload. */
const MOST_FILES = 200_000;

/** Entries of a folder come in pieces until an empty one. */
async function entriesOf(folder: DroppedEntry): Promise<DroppedEntry[]> {
  const reader = folder.createReader?.();
  if (!reader) return [];
  const all: DroppedEntry[] = [];
  for (;;) {
    const piece = await new Promise<DroppedEntry[]>((done, failed) => reader.readEntries(done, failed));
    if (piece.length === 0) return all;
    all.push(...piece);
  }
}

const fileOf = (entry: DroppedEntry): Promise<File | null> =>
  new Promise((done) => (entry.file ? entry.file(done, () => done(null)) : done(null)));

/** All files of what was dropped, folders' in the order of their names. What cannot be read is left out. */
export async function filesIn(entries: readonly DroppedEntry[]): Promise<PickedFile[]> {
  const found: PickedFile[] = [];
  const waiting = entries.map((entry) => ({ entry, name: entry.name })).toReversed();
  for (let next = waiting.pop(); next && found.length < MOST_FILES; next = waiting.pop()) {
    const { entry, name } = next;
    if (entry.isDirectory) {
      const inner = await entriesOf(entry).catch(() => []);
      const ordered = inner.toSorted((a, b) => (a.name < b.name ? 1 : -1));
      for (const one of ordered) waiting.push({ entry: one, name: `${name}/${one.name}` });
      continue;
    }
    const file = await fileOf(entry);
    if (file) found.push({ name, file });
  }
  return toldApart(found);
}

/** Files that a chooser gave; those of a folder know their paths. */
export const filesPicked = (files: Iterable<File>): PickedFile[] =>
  toldApart([...files].map((file) => ({ name: file.webkitRelativePath || file.name, file })));

/** Two of one name from two places: the second gets a number, as a file manager gives it. */
function toldApart(files: readonly PickedFile[]): PickedFile[] {
  const taken = new Set<string>();
  return files.map(({ name, file }) => {
    let own = name;
    for (let n = 2; taken.has(own); n++) own = numbered(name, n);
    taken.add(own);
    return { name: own, file };
  });
}

function numbered(name: string, n: number): string {
  const slash = name.lastIndexOf('/');
  const dot = name.indexOf('.', slash + 2);
  const end = dot < 0 ? name.length : dot;
  return `${name.slice(0, end)} (${String(n)})${name.slice(end)}`;
}
