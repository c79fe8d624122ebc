// One line of trust: whether every event still carries the hash of the one before it, when that was checked, and where
// it breaks when it does.
import { Link2, Link2Off, Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../session/router.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './audit.module.css';
import { auditStore } from './audit-store.ts';

const SHORT_HASH = 12;

export function Chain() {
  const { t } = useTranslation();
  const { chain, verifying, verify, readChain, chainFailure } = useStore(auditStore);
  const tone = chain === null ? 'unknown' : chain.ok ? 'ok' : 'bad';
  const Icon = chain === null ? Unlink : chain.ok ? Link2 : Link2Off;
  return (
    <section className={styles.chain} data-tone={tone} aria-label={t('audit.chain')}>
      <Icon size={18} strokeWidth={1.5} />
      <p className={styles.chainWords} role="status">
        {chain === null ? (
          <b>{t('audit.chainUnknown')}</b>
        ) : chain.ok ? (
          <>
            <b>{t('audit.chainOk', { count: chain.events, shown: formatCount(chain.events) })}</b>{' '}
            <span className={styles.quiet}>
              {t('audit.checked')} <TimeAgo at={chain.checkedAt} />
            </span>
          </>
        ) : (
          <>
            <b>{t('audit.chainBroken', { id: chain.brokenAt ?? 0 })}</b> <span>{chain.reason}</span>{' '}
            {chain.brokenAt === null ? null : (
              <a href={formatRoute('audit', String(chain.brokenAt), { view: 'events' })}>
                {t('audit.goThere')}
              </a>
            )}
          </>
        )}
      </p>
      {chain?.ok ? (
        <span className={styles.head}>
          <code title={chain.head}>{chain.head.slice(0, SHORT_HASH)}</code>
          <CopyButton text={chain.head} label={t('audit.copyHead')} />
        </span>
      ) : null}
      <Button writes isDisabled={verifying} onPress={() => void verify()}>
        {t(verifying ? 'audit.verifying' : 'audit.verify')}
      </Button>
      {chainFailure && !chainFailure.offline ? (
        <ErrorState failure={chainFailure} onRetry={() => void readChain()} compact />
      ) : null}
    </section>
  );
}
