// What the operator said once and for all: what runs without asking, each revoked with one press, and what is never touched.
import { Lock, ShieldCheck } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ApprovalRule } from '../../../../shared/model/approval.ts';
import { approvalsStore } from '../../session/approval/approvals-store.ts';
import { serverNow } from '../../session/approval/server-clock.ts';
import { api } from '../../session/client.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { useReading } from '../../session/use-reading.ts';
import { formatFull, formatSoon } from '../../ui/format.ts';
import { AskedTwice } from '../../ui/inputs/asked-twice.tsx';
import { Button } from '../../ui/inputs/button.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './approvals.module.css';
import { locksStore, oldRulesStore } from './rules-store.ts';

export function Rules() {
  const { t } = useTranslation();
  const inForce = useStore(approvalsStore, (s) => s.live?.rules ?? null);
  const [all, setAll] = useState(false);
  const { list, failure, load } = useStore(oldRulesStore);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again when those in force are others
  useEffect(() => {
    if (all) void load();
  }, [all, inForce, load]);
  const rules = all ? list : inForce;
  return (
    <div className={styles.rules}>
      <section aria-labelledby="rules-title">
        <header className={styles.rulesHead}>
          <h2 id="rules-title">{t('approvals.rules.title')}</h2>
          <Toggle isSelected={all} onChange={setAll}>
            {t('approvals.rules.all')}
          </Toggle>
        </header>
        <p className="muted">{t('approvals.rules.text')}</p>
        {all && failure && list === null ? (
          <ErrorState failure={failure} onRetry={() => void load()} compact />
        ) : rules === null ? (
          <Skeleton rows={3} />
        ) : rules.length === 0 ? (
          <p className={styles.none}>
            <b>{t('approvals.rules.none')}</b> {t('approvals.rules.noneText')}
          </p>
        ) : (
          <ul className={styles.ruleList}>
            {rules.map((rule) => (
              <Rule key={rule.id} rule={rule} />
            ))}
          </ul>
        )}
      </section>
      <Locks />
    </div>
  );
}

function Rule({ rule }: { rule: ApprovalRule }) {
  const { t } = useTranslation();
  const { summary, session, madeBy, madeAt, expiresAt, revokedAt, revokedBy, used, lastUsedAt } = rule;
  const now = serverNow();
  const isEnded = expiresAt !== null && expiresAt <= now;
  async function revoke(): Promise<void> {
    const failure = await approvalsStore.getState().revokeRule(rule.id);
    if (failure) sayFailed(failure.message);
    else say(t('approvals.rules.revoked'));
  }
  return (
    <li className={styles.rule} data-over={revokedAt !== null || isEnded}>
      <ShieldCheck size={16} strokeWidth={1.5} aria-hidden="true" />
      <div className={styles.ruleWords}>
        <p className={styles.ruleSummary}>{summary}</p>
        <p className={styles.ruleFacts}>
          <span>{t(session === null ? 'approvals.rules.any' : 'approvals.rules.session')}</span>
          <span title={expiresAt === null ? undefined : formatFull(expiresAt)}>
            {revokedAt !== null
              ? t('approvals.rules.revokedBy', { who: revokedBy ?? '–' })
              : isEnded
                ? t('approvals.rules.ended')
                : expiresAt === null
                  ? t('approvals.rules.always')
                  : t('approvals.rules.until', { time: formatSoon(expiresAt, now) })}
          </span>
          <span>
            {t('approvals.rules.used', { count: used })}
            {lastUsedAt === null ? null : (
              <>
                , {t('approvals.rules.last')} <TimeAgo at={lastUsedAt} />
              </>
            )}
          </span>
          <span>
            {t('approvals.rules.made', { who: madeBy })} <TimeAgo at={madeAt} />
          </span>
        </p>
      </div>
      {revokedAt === null && !isEnded ? (
        <Button writes label={`${t('approvals.rules.revoke')}: ${summary}`} onPress={() => void revoke()}>
          {t('approvals.rules.revoke')}
        </Button>
      ) : null}
    </li>
  );
}

function Locks() {
  const { t } = useTranslation();
  const { list, failure, load } = useStore(locksStore);
  useReading(load);
  const lift = useCallback(
    async (id: string, name: string) => {
      const refused = await locksStore.getState().act(async () => await api.resources.unlock({ id }));
      if (refused) sayFailed(refused.message);
      else say(t('approvals.locks.lifted', { name }));
    },
    [t],
  );
  return (
    <section aria-labelledby="locks-title">
      <header className={styles.rulesHead}>
        <h2 id="locks-title">{t('approvals.locks.title')}</h2>
      </header>
      <p className="muted">{t('approvals.locks.text')}</p>
      {failure && list === null ? (
        <ErrorState failure={failure} onRetry={() => void load()} compact />
      ) : list === null ? (
        <Skeleton rows={2} />
      ) : list.length === 0 ? (
        <p className={styles.none}>{t('approvals.locks.none')}</p>
      ) : (
        <ul className={styles.ruleList}>
          {list.map((lock) => (
            <li key={lock.resourceId} className={styles.rule}>
              <Lock size={16} strokeWidth={1.5} aria-hidden="true" />
              <div className={styles.ruleWords}>
                <p className={styles.ruleSummary}>
                  <code>{lock.name}</code>
                  {lock.note === '' ? '' : ` – ${lock.note}`}
                </p>
                <p className={styles.ruleFacts}>
                  <span>
                    {t('approvals.locks.by', { who: lock.lockedBy })} <TimeAgo at={lock.lockedAt} />
                  </span>
                </p>
              </div>
              <AskedTwice
                words={{
                  ask: t('approvals.locks.lift'),
                  sure: t('approvals.locks.liftSure'),
                  keep: t('approvals.locks.liftNot'),
                }}
                onSure={() => lift(lock.resourceId, lock.name)}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
