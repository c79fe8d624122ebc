// A line of trust for each chain: whether every event still carries the hash of the one before it, when that was checked,
// and where it breaks when it does.
import { Link2, Link2Off, Unlink } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ChainState } from '../../../../shared/model/audit.ts';
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
  const { chains, verifying, verify, readChains, chainFailure } = useStore(auditStore);
  const tone = chains.length === 0 ? 'unknown' : chains.every(({ ok }) => ok) ? 'ok' : 'bad';
  const Icon = tone === 'unknown' ? Unlink : tone === 'ok' ? Link2 : Link2Off;
  return (
    <section className={styles.chain} data-tone={tone} aria-label={t('audit.chain')}>
      <Icon size={18} strokeWidth={1.5} />
      <div className={styles.chainWords} role="status">
        {chains.length === 0 ? <b>{t('audit.chainUnknown')}</b> : null}
        {chains.map((state) => (
          <Checked key={state.chain} state={state} />
        ))}
      </div>
      <Button writes isDisabled={verifying} onPress={() => void verify()}>
        {t(verifying ? 'audit.verifying' : 'audit.verify')}
      </Button>
      {chainFailure && !chainFailure.offline ? (
        <ErrorState failure={chainFailure} onRetry={() => void readChains()} compact />
      ) : null}
    </section>
  );
}

const WORDS = {
  memory: { ok: 'audit.chainOk', broken: 'audit.chainBroken', view: 'events' },
  host: { ok: 'audit.hostOk', broken: 'audit.hostBroken', view: 'host' },
  agent: { ok: 'audit.agentOk', broken: 'audit.agentBroken', view: 'agent' },
} as const;

function Checked({ state: { chain, ok, events, head, brokenAt, reason, checkedAt } }: { state: ChainState }) {
  const { t } = useTranslation();
  const words = WORDS[chain];
  if (!ok) {
    return (
      <p data-tone="bad">
        <b>{t(words.broken, { id: brokenAt ?? 0 })}</b> <span>{reason}</span>{' '}
        {brokenAt === null ? null : (
          <a href={formatRoute('audit', String(brokenAt), { view: words.view })}>{t('audit.goThere')}</a>
        )}
      </p>
    );
  }
  return (
    <p>
      <b>{t(words.ok, { count: events, shown: formatCount(events) })}</b>{' '}
      <span className={styles.quiet}>
        {t('audit.checked')} <TimeAgo at={checkedAt} />
      </span>{' '}
      <span className={styles.head}>
        <code title={head}>{head.slice(0, SHORT_HASH)}</code>
        <CopyButton text={head} label={t('audit.copyHead')} />
      </span>
    </p>
  );
}
