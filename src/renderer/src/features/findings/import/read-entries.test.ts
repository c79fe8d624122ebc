// Promise: every file of what was dropped comes once with its path, however deep and however many a folder holds; no two have one name.
import { expect, it } from 'vitest';
import { type DroppedEntry, filesIn, filesPicked } from './read-entries.ts';

const file = (name: string): DroppedEntry => ({
  ...{ isFile: true, isDirectory: false, name },
  file: (done) => done(new File(['x'], name)),
});

/** Gives its entries in pieces, as browsers do. */
function folder(name: string, inner: DroppedEntry[], piece = 100): DroppedEntry {
  return {
    ...{ isFile: false, isDirectory: true, name },
    createReader: () => {
      const left = [...inner];
      return { readEntries: (done) => done(left.splice(0, piece)) };
    },
  };
}

const names = (files: readonly { readonly name: string }[]) => files.map(({ name }) => name);

it('walks folders in folders, in the order of names', async () => {
  const dropped = [
    folder('osv', [file('b.json'), folder('deep', [file('c.json')]), file('a.json')]),
    file('z.json'),
  ];
  expect(names(await filesIn(dropped))).toEqual(['osv/a.json', 'osv/b.json', 'osv/deep/c.json', 'z.json']);
});

it('asks a folder until it gives no more', async () => {
  const many = Array.from({ length: 250 }, (_, n) => file(`${String(n).padStart(3, '0')}.json`));
  expect(await filesIn([folder('many', many)])).toHaveLength(250);
});

it('goes as deep as folders go', async () => {
  let deep: DroppedEntry = file('end.json');
  for (let n = 0; n < 5000; n++) deep = folder('d', [deep]);
  expect(await filesIn([deep])).toHaveLength(1);
});

it('leaves out what cannot be read', async () => {
  const broken: DroppedEntry = {
    ...{ isFile: true, isDirectory: false, name: 'gone.json' },
    file: (_, failed) => failed(new Error('gone')),
  };
  expect(names(await filesIn([broken, file('here.json')]))).toEqual(['here.json']);
});

it('tells files of one name apart', () => {
  const picked = filesPicked(
    ['sbom.json', 'sbom.json', 'noend', 'noend', 'sbom.json'].map((name) => new File([], name)),
  );
  expect(names(picked)).toEqual(['sbom.json', 'sbom (2).json', 'noend', 'noend (2)', 'sbom (3).json']);
});
