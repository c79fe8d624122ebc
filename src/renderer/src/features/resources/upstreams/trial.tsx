// What asking an address came to: what answers there, what it offers and how fast; or what is wrong and what to do.
import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { UpstreamTrial } from '../../../../../shared/model/upstream-setting.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatMs } from '../../../ui/format.ts';
import styles from '../inspect/inspector.module.css';

const MOST_NAMED = 8;

export function Trial({ tried }: { tried: UpstreamTrial | Failure | 'testing' }) {
  const { t } = useTranslation();
  if (tried === 'testing')
    return (
      <p className={styles.trial}>
        <LoaderCircle className="info" size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('resources.upstream.testing')}
      </p>
    );
  if ('code' in tried) return <Bad words={tried.message} />;
  if (!tried.ok) return <Bad words={tried.reason ?? t('resources.upstream.noAnswer')} />;
  const { kind, version, models, modelCount, loaded, ms } = tried;
  const more = modelCount - Math.min(MOST_NAMED, models.length);
  return (
    <div className={styles.trial} data-tone="ok">
      <CircleCheck className="ok" size={16} strokeWidth={1.75} aria-hidden="true" />
      <div>
        <p>
          <b>
            {kind === 'ollama'
              ? t('resources.upstream.ollama', { version: version ?? '' }).trim()
              : t('resources.upstream.openai')}
          </b>{' '}
          {t('resources.upstream.answers', { time: formatMs(ms) })}{' '}
          {t('resources.upstream.offers', { count: modelCount })}
          {kind === 'ollama' ? `, ${t('resources.upstream.loaded', { count: loaded })}` : ''}.
        </p>
        {models.length > 0 ? (
          <p className="quiet breaks">
            <code>{models.slice(0, MOST_NAMED).join(', ')}</code>
            {more > 0 ? ` ${t('resources.upstream.andMore', { count: more })}` : ''}
          </p>
        ) : null}
      </div>
    </div>
  );
}

function Bad({ words }: { words: string }) {
  return (
    <p className={styles.trial} data-tone="bad" role="alert">
      <CircleAlert className="bad" size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{words}</span>
    </p>
  );
}
