// The first look: whether anything is wrong, one sentence each with what to do, leading to the resource; and, quietly, where nothing could be
// looked at and why. Decides nothing.
import { CircleAlert, CircleCheck, EyeOff, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResourcesState } from '../../../../shared/contract/resources.ts';
import type { Alert } from '../../../../shared/model/alert.ts';
import type { ProviderState } from '../../../../shared/model/resource.ts';
import { formatRoute } from '../../session/router.ts';
import { cx } from '../../ui/cx.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import { WRONG_STATES } from './kinds.ts';
import styles from './resources.module.css';
import { resourcesStore } from './resources-store.ts';
import { upstreamsStore } from './upstreams/upstreams-store.ts';

/** So many stand in the page at once; the list has them all. */
const MOST_SHOWN = 3;
/** More sources than this that are off are named first and told when asked. */
const MOST_OFF = 2;

export function Wrong() {
  const { t } = useTranslation();
  const live = useStore(resourcesStore, (s) => s.live);
  if (live === null) return null;
  return (
    <section className={styles.wrong} aria-label={t('resources.wrong.label')}>
      <Verdict live={live} />
      <Unused />
      <Sources providers={live.providers} />
    </section>
  );
}

function Verdict({ live }: { live: ResourcesState }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const alerts = live.alerts.toSorted(bySeverity);
  const alerted = new Set(alerts.map(({ resourceId }) => resourceId));
  const others = live.resources.filter((one) => WRONG_STATES.has(one.state) && !alerted.has(one.id));
  if (alerts.length === 0 && others.length === 0) {
    if (live.resources.length === 0) return null;
    return (
      <p className={styles.verdict}>
        <CircleCheck className="ok" size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('resources.wrong.nothing', { count: live.resources.length })}
      </p>
    );
  }
  const shown = all ? alerts : alerts.slice(0, MOST_SHOWN);
  return (
    <ul className={styles.alerts}>
      {shown.map((alert) => (
        <AlertLine key={alert.id} alert={alert} />
      ))}
      {shown.length < alerts.length ? (
        <li>
          <Button variant="quiet" onPress={() => setAll(true)}>
            {t('resources.wrong.more', { count: alerts.length - shown.length })}
          </Button>
        </li>
      ) : null}
      {others.length > 0 ? (
        <NotWell names={others.map(({ name }) => name)} id={others[0]?.id ?? null} />
      ) : null}
    </ul>
  );
}

const bySeverity = (a: Alert, b: Alert): number =>
  a.severity === b.severity ? a.startedAt - b.startedAt : a.severity === 'critical' ? -1 : 1;

export function AlertLine({ alert, plain }: { alert: Alert; plain?: boolean }) {
  const { severity, message, resourceId, finding, startedAt } = alert;
  const to =
    finding !== undefined
      ? formatRoute('findings', finding)
      : resourceId === null || plain
        ? null
        : formatRoute('resources', resourceId);
  const Icon = severity === 'critical' ? CircleAlert : TriangleAlert;
  const tone = severity === 'critical' ? 'bad' : 'wait';
  return (
    <li className={styles.alert}>
      <Icon className={tone} size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="push">
        {to === null ? (
          message
        ) : (
          <a className={styles.alertLink} href={to}>
            {message}
          </a>
        )}
      </span>
      <span className={cx('quiet', styles.since)}>
        <TimeAgo at={startedAt} />
      </span>
    </li>
  );
}

/** Those that no rule speaks of: their own line in the list says what they have. */
function NotWell({ names, id }: { names: readonly string[]; id: string | null }) {
  const { t } = useTranslation();
  const { narrow, criteria } = useStore(resourcesStore);
  const one = names.length === 1 && id !== null;
  return (
    <li className={styles.alert}>
      <CircleAlert className="bad" size={16} strokeWidth={1.75} aria-hidden="true" />
      <span className="push">
        {one ? (
          <a className={styles.alertLink} href={formatRoute('resources', id)}>
            {t('resources.wrong.notWell_one', { names: names[0] ?? '' })}
          </a>
        ) : (
          t('resources.wrong.notWell', {
            count: names.length,
            names: names.slice(0, MOST_SHOWN).join(', ') + (names.length > MOST_SHOWN ? '…' : ''),
          })
        )}
      </span>
      {one || criteria.wrong ? null : (
        <Button variant="quiet" onPress={() => narrow({ wrong: true })}>
          {t('resources.wrong.only')}
        </Button>
      )}
    </li>
  );
}

/** Upstreams that the console keeps and that nothing goes to. */
function Unused() {
  const { t } = useTranslation();
  const idle = useStore(upstreamsStore, (s) => s.pool?.idle);
  if (!idle || idle.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={t('resources.upstream.unusedLabel')}>
      {idle.map(({ name, because }) => (
        <li key={name} className={styles.source}>
          <TriangleAlert className="wait" size={14} strokeWidth={1.75} aria-hidden="true" />
          <a className={styles.alertLink} href={formatRoute('resources', `upstream:${name}`)}>
            {t('resources.upstream.unused', { name, because })}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Where nothing could be looked at: a line each, and never in the way. */
function Sources({ providers }: { providers: readonly ProviderState[] }) {
  const { t } = useTranslation();
  const [told, setTold] = useState(false);
  const failed = providers.filter(({ state }) => state === 'failed');
  const off = providers.filter(({ state }) => state === 'off');
  // Something was found there, and something is not there to be looked at.
  const partly = providers.filter(({ state, reason }) => state === 'well' && reason !== null);
  const folded = off.length > MOST_OFF && !told;
  if (failed.length + off.length + partly.length === 0) return null;
  return (
    <ul className={styles.sources} aria-label={t('resources.sources.label')}>
      {[...failed, ...(folded ? [] : [...off, ...partly])].map(({ name, state, reason }) => (
        <li key={name} className={styles.source}>
          {state === 'failed' ? (
            <TriangleAlert className="wait" size={14} strokeWidth={1.75} aria-hidden="true" />
          ) : (
            <EyeOff size={14} strokeWidth={1.5} aria-hidden="true" />
          )}
          <span>
            <b>{t(`resources.provider.${name}`)}:</b>{' '}
            {reason ?? t(state === 'failed' ? 'resources.sources.failed' : 'resources.sources.off')}
          </span>
        </li>
      ))}
      {folded ? (
        <li className={styles.source}>
          <EyeOff size={14} strokeWidth={1.5} aria-hidden="true" />
          <span>
            {t('resources.sources.several', {
              names: off.map(({ name }) => t(`resources.provider.${name}`)).join(', '),
            })}{' '}
            <button type="button" className={styles.why} onClick={() => setTold(true)}>
              {t('resources.sources.why')}
            </button>
          </span>
        </li>
      ) : null}
    </ul>
  );
}
