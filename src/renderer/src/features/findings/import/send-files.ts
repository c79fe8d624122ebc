// From files that were picked to an upload with a name: the one folder or file they are, else how many.
import { i18n } from '../../../session/i18n.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { type DroppedEntry, filesIn, filesPicked, type PickedFile } from './read-entries.ts';
import { uploadStore } from './upload-store.ts';

/** The folder that all of them are in, or the one file. Null where there is no such name. */
export function commonName(files: readonly PickedFile[]): string | null {
  const tops = new Set(files.map(({ name }) => name.split('/')[0]));
  const [only] = tops;
  return tops.size === 1 && only ? only : null;
}

export async function sendFiles(files: readonly PickedFile[]): Promise<void> {
  if (files.length === 0) return sayFailed(i18n.t('findings.evidence.upload.nothing'));
  const title = commonName(files) ?? i18n.t('findings.evidence.upload.many', { count: files.length });
  await uploadStore.getState().add(title.slice(0, 200), files);
}

/** What was dropped, folders with all that is in them. */
export async function sendDropped(data: DataTransfer): Promise<void> {
  const items = [...data.items].filter(({ kind }) => kind === 'file');
  // Both must be asked for before anything is awaited: the data is gone afterwards.
  const entries = items.map((item) => item.webkitGetAsEntry() as DroppedEntry | null);
  const files = [...data.files];
  const { setReading } = uploadStore.getState();
  setReading(true);
  try {
    const found = entries.every((entry) => entry !== null) ? await filesIn(entries) : filesPicked(files);
    void sendFiles(found);
  } finally {
    setReading(false);
  }
}
