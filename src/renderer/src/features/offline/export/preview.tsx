// Step 2 of an export: how much of each kind there is in it, how large it is, what is to be known before it is written.
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BundleCounts, BundlePreview } from '../../../../../shared/model/evidence/bundle.ts';
import { formatBytes, formatCount } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { ChainHead } from '../chain-head.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { Working } from '../working.tsx';

export const KINDS = [
  ...(['briefs', 'decisions', 'documents', 'keys', 'facts', 'conflicts', 'events'] as const),
] as const satisfies readonly (keyof BundleCounts)[];

export function Preview() {
  const { t } = useTranslation();
  const { leaving, look, write, stopLooking } = useStore(offlineStore);
  const { preview, failure, reached, open } = leaving;
  if (preview === null)
    return failure === null ? (
      <Working words={t('offline.leaving.counting')} onStop={stopLooking} />
    ) : (
      <ErrorState failure={failure} onRetry={() => void look()} compact />
    );
  return (
    <>
      <Held preview={preview} />
      {reached === open ? (
        <div className="buttons">
          <Button variant="primary" writes onPress={() => void write()}>
            {t('offline.leaving.toWrite')}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Held({ preview: { counts, bytes, files, parts, chain, notes } }: { preview: BundlePreview }) {
  const { t } = useTranslation();
  const isEmpty = KINDS.every((kind) => kind === 'events' || counts[kind] === 0);
  return (
    <>
      <p className={styles.size}>
        {t('offline.leaving.size', {
          size: formatBytes(bytes),
          files: t('offline.count.files', { count: files }),
        })}
      </p>
      <dl className={styles.counts}>
        {KINDS.map((kind) => (
          <div key={kind} data-none={counts[kind] === 0 || undefined}>
            <dt>{t(`offline.kind.${kind}`)}</dt>
            <dd>{formatCount(counts[kind])}</dd>
          </div>
        ))}
      </dl>
      {isEmpty ? <p className="muted">{t('offline.leaving.nothing')}</p> : null}
      <Largest parts={parts} />
      {chain === null ? null : <ChainHead {...chain} />}
      {notes.length === 0 ? null : (
        <section className={styles.notes} data-tone="wait" aria-label={t('offline.leaving.notes')}>
          <TriangleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** So many are named; the rest is little. */
const LARGEST = 3;

function Largest({ parts }: { parts: BundlePreview['parts'] }) {
  const { t } = useTranslation();
  const most = parts[0]?.bytes ?? 0;
  return (
    <section className={styles.largest} aria-label={t('offline.leaving.largest')}>
      <h3>{t('offline.leaving.largest')}</h3>
      <dl>
        {parts.slice(0, LARGEST).map(({ part, bytes }) => (
          <div key={part}>
            <dt>{t(`offline.takes.${part}`)}</dt>
            <dd>
              <span className={styles.bar} aria-hidden="true">
                <span style={{ width: `${String(most === 0 ? 0 : (bytes / most) * 100)}%` }} />
              </span>
              {formatBytes(bytes)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
