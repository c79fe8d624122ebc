// What the newest prompts would be given by the draft: lines that stay, come and go, prompt by prompt.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { RecollectionLine } from '../../session/marks.tsx';
import { formatRoute } from '../../session/router.ts';
import { formatCount } from '../../ui/format.ts';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { compareBlocks } from './compare-blocks.ts';
import { type Preview, previewStore } from './preview-store.ts';
import styles from './recollection.module.css';

export function PromptPreview() {
  const { t } = useTranslation();
  const { preview, failure, ask, draft } = useStore(previewStore);
  if (failure) return <ErrorState failure={failure} onRetry={() => void ask()} />;
  if (preview === null) return <Skeleton rows={8} />;
  const touched = Object.keys(draft).length > 0;
  const { askedBefore, askedAfter } = preview;
  return (
    <section className={styles.preview} aria-label={t('settings.preview.title')}>
      <header>
        <h3>{t('settings.preview.title')}</h3>
        <p role="status" className="quiet">
          {touched
            ? t('settings.preview.changed', { count: preview.changed, prompts: formatCount(preview.prompts) })
            : t('settings.preview.hint')}
        </p>
      </header>
      {preview.rows.length === 0 ? (
        <EmptyState
          drawing="flow"
          title={t('settings.preview.empty')}
          text={t('settings.preview.emptyText')}
        />
      ) : (
        <ul>
          {preview.rows.map((row) => (
            <PreviewRow key={row.requestId} row={row} />
          ))}
        </ul>
      )}
      {askedBefore === askedAfter ? null : (
        <p className={styles.asked}>
          {t('settings.preview.asked', { before: formatCount(askedBefore), after: formatCount(askedAfter) })}
        </p>
      )}
    </section>
  );
}

function PreviewRow({ row }: { row: Preview['rows'][number] }) {
  const { t } = useTranslation();
  const lines = compareBlocks(row.before, row.after);
  return (
    <li className={styles.prompt} data-changed={row.before !== row.after}>
      <p className={styles.promptHead}>
        <a href={formatRoute('traffic', row.requestId)}>{row.client}</a>
        <span className="quiet">
          <TimeAgo at={row.at} />
        </span>
      </p>
      {lines.length === 0 ? <p className="quiet">{t('settings.preview.none')}</p> : null}
      <ul className={styles.lines}>
        {lines.map(({ line, change }) => (
          <li key={`${change} ${line}`} data-change={change}>
            <span className={styles.sign} role="img" aria-label={t(`settings.preview.${change}`)}>
              {change === 'comes' ? '+' : change === 'goes' ? '−' : ''}
            </span>
            <RecollectionLine line={line} />
          </li>
        ))}
      </ul>
    </li>
  );
}
