// Where the memory's chain of events ends: so many events, and the hash that stands for all of them.
import { useTranslation } from 'react-i18next';

export function ChainHead({ events, hash }: { events: number; hash: string }) {
  const { t } = useTranslation();
  return (
    <p className="breaks">
      {t('offline.chain', { events: t('offline.count.events', { count: events }) })}{' '}
      <code className="small" title={hash}>
        {hash.slice(0, 16)}
      </code>
    </p>
  );
}
