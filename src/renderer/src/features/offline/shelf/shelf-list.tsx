// The bundles in the data directory: each can be downloaded, verified where it stands, and removed.
import { Package, ShieldCheck, Trash2 } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BundleFile } from '../../../../../shared/model/evidence/bundle.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { useReading } from '../../../session/use-reading.ts';
import { AsOf } from '../../../ui/as-of.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { DownloadBundle } from '../download.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { Verified } from '../verified.tsx';
import { Working } from '../working.tsx';

export function ShelfList() {
  const { t } = useTranslation();
  const { shelf, readShelf, readKeys } = useStore(offlineStore);
  const title = useRef<HTMLHeadingElement>(null);
  useReading(
    useCallback(() => {
      void readShelf();
      void readKeys();
    }, [readShelf, readKeys]),
  );
  const { files, failure } = shelf;
  return (
    <>
      <h2 ref={title} tabIndex={-1} className={styles.shelfTitle}>
        {t('offline.shelf.title')} <AsOf />
      </h2>
      <p className="muted">{t('offline.shelf.note')}</p>
      {failure && files === null ? (
        <ErrorState failure={failure} onRetry={() => void readShelf()} compact />
      ) : null}
      {files === null && !failure ? <Skeleton rows={2} label={t('offline.shelf.loading')} /> : null}
      {files?.length === 0 ? <p className={styles.none}>{t('offline.shelf.empty')}</p> : null}
      {files === null || files.length === 0 ? null : (
        <ul className={styles.files} aria-label={t('offline.shelf.title')}>
          {files.map((file) => (
            <FileLine key={file.name} file={file} onRemoved={() => title.current?.focus()} />
          ))}
        </ul>
      )}
    </>
  );
}

function FileLine({ file: { name, bytes, at }, onRemoved }: { file: BundleFile; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { checkFile, removeFile, shelf } = useStore(offlineStore);
  const checked = shelf.checked[name];
  async function remove(): Promise<void> {
    const refused = await removeFile(name);
    if (refused) return sayFailed(refused.message);
    say(t('offline.shelf.removed', { name }));
    onRemoved();
  }
  return (
    <li className={styles.file}>
      <Package className="muted" size={16} strokeWidth={1.5} aria-hidden="true" />
      <code className={styles.fileName}>{name}</code>
      <span className={styles.fileFacts}>
        {formatBytes(bytes)} · <TimeAgo at={at} />
      </span>
      <div className={styles.fileActions}>
        <DownloadBundle name={name} />
        <Button
          writes
          icon={ShieldCheck}
          label={t('offline.shelf.verifyOf', { name })}
          isEarly={checked === 'asking'}
          onPress={() => void checkFile(name)}
        >
          {t('offline.shelf.verify')}
        </Button>
        <AskedTwice
          icon={Trash2}
          variant="quiet"
          words={{
            ask: t('offline.shelf.remove'),
            named: t('offline.shelf.removeOf', { name }),
            sure: t('offline.shelf.removeSure', { name }),
            keep: t('offline.shelf.removeNot'),
          }}
          onSure={remove}
        />
      </div>
      {checked === undefined ? null : (
        <div className={styles.checked}>
          {checked === 'asking' ? (
            <Working words={t('offline.verified.asking')} />
          ) : 'ok' in checked ? (
            <Verified verification={checked} refusedText={t('offline.leaving.tampered')} />
          ) : (
            <ErrorState failure={checked} compact />
          )}
        </div>
      )}
    </li>
  );
}
