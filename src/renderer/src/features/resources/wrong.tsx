// The alerts above the list, with what can be done about each; resources in a bad state that no alert is about; and, quietly, where nothing could be
// looked at and why.
import { BellOff, CircleAlert, CircleCheck, EyeOff, History, TriangleAlert } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ResourcesState } from '../../../../shared/contract/resources.ts';
import type { ProviderState } from '../../../../shared/model/resource.ts';
import { AlertCounts } from '../../session/alerts/alert-counts.tsx';
import { AlertItem } from '../../session/alerts/alert-item.tsx';
import { HistoryDialog } from '../../session/alerts/history-dialog.tsx';
import { SilencesDialog } from '../../session/alerts/silences-dialog.tsx';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { Button } from '../../ui/inputs/button.tsx';
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
  const { alerts } = live;
  const alerted = new Set(alerts.map(({ resourceId }) => resourceId));
  const others = live.resources.filter((one) => WRONG_STATES.has(one.state) && !alerted.has(one.id));
  const shown = all ? alerts : alerts.slice(0, MOST_SHOWN);
  if (live.resources.length === 0 && alerts.length === 0) return null;
  return (
    <>
      <AlertsHead live={live} />
      {alerts.length + others.length === 0 ? (
        <p className={styles.verdict}>
          <CircleCheck className="ok" size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('resources.wrong.nothing', { count: live.resources.length })}
        </p>
      ) : null}
      <ul className={styles.alerts}>
        {shown.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
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
    </>
  );
}

/** How many there are, and the way to what is silenced and to what was. */
function AlertsHead({ live: { alerts, silences } }: { live: ResourcesState }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<'history' | 'silences' | null>(null);
  const close = useCallback(() => setOpen(null), []);
  const linked = useRoute().query.alert;
  // A notification leads here: to the resource, or to the history where the alert has ended.
  useEffect(() => {
    if (linked === undefined) return;
    const resourceId = alerts.find(({ id }) => id === linked)?.resourceId ?? null;
    navigate(formatRoute('resources', resourceId), { replace: true });
    if (alerts.every(({ id }) => id !== linked)) setOpen('history');
  }, [linked, alerts]);
  return (
    <header className={styles.alertsHead}>
      <h2>{t('alerts.title')}</h2>
      <AlertCounts alerts={alerts} />
      <span className="push" />
      {silences.length > 0 ? (
        <Button variant="quiet" icon={BellOff} onPress={() => setOpen('silences')}>
          {t('alerts.silencesCount', { count: silences.length })}
        </Button>
      ) : null}
      <Button variant="quiet" icon={History} onPress={() => setOpen('history')}>
        {t('alerts.history')}
      </Button>
      {open === 'history' ? <HistoryDialog of={null} onClose={close} /> : null}
      {open === 'silences' ? <SilencesDialog silences={silences} onClose={close} /> : null}
    </header>
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
