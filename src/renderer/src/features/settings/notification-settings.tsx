// Who is notified while nobody is at the console: of what needs approval this browser and others by Web Push, a webhook, an ntfy topic; of alerts the
// latter two; and up to which risk a notification opens its card without signing in.
import { BellRing, Trash2 } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SubscribedBrowser } from '../../../../shared/notification-targets.ts';
import { attempt } from '../../session/ask.ts';
import { api, describeFailure } from '../../session/client.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { say } from '../../session/toasts.tsx';
import { useReading } from '../../session/use-reading.ts';
import type { Failure } from '../../ui/failure.ts';
import { Button, IconButton } from '../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { TimeAgo } from '../../ui/time-ago.tsx';
import styles from './notifications.module.css';
import { subscribe, whyNoPush } from './push-browser.ts';
import { SettingLine } from './setting-line.tsx';

const KEYS: ReadonlySet<string> = new Set([
  ...['approval_link_sign_in', 'console_public_url', 'approval_ntfy_url', 'approval_ntfy_token_env'],
  ...['approval_webhook_url', 'approval_webhook_secret_env'],
  ...['alert_notifications', 'alert_notifications_name_resources'],
]);

export function NotificationSettings() {
  const { t } = useTranslation();
  const { rows, failure, load } = useStore(settingsStore);
  useReading(load);
  return (
    <div className={styles.notifications}>
      <Browsers />
      <section>
        <h3>{t('settings.notify.others')}</h3>
        {failure && rows === null ? <ErrorState failure={failure} onRetry={() => void load()} /> : null}
        {rows === null && !failure ? <Skeleton rows={5} /> : null}
        <ul>
          {rows
            ?.filter(({ key }) => KEYS.has(key))
            .map((row) => (
              <SettingLine key={row.key} row={row} isAsked={false} />
            ))}
        </ul>
      </section>
    </div>
  );
}

interface Told {
  readonly publicKey: string;
  readonly browsers: readonly SubscribedBrowser[];
}

function Browsers() {
  const { t } = useTranslation();
  const [told, setTold] = useState<Told | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const read = useCallback(
    async () => setFailure(await attempt(async () => setTold(await api.notifications.browsers()))),
    [],
  );
  useReading(read);
  const why = whyNoPush();
  async function run(work: () => Promise<Told>, done: string): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      setTold(await work());
      say(done);
    } catch (thrown) {
      setFailure(describeFailure(thrown));
    }
    setBusy(false);
  }
  const add = async (publicKey: string): Promise<Told> => {
    const subscription = await subscribe(publicKey);
    return await api.notifications.addBrowser({ subscription, label: labelOf(navigator.userAgent) });
  };
  return (
    <section data-browsers>
      <h3>{t('settings.notify.browsers')}</h3>
      <p className={styles.note}>{why === null ? t('settings.notify.note') : t(`settings.notify.${why}`)}</p>
      {failure ? <ErrorState failure={failure} compact /> : null}
      <ul className={styles.browsers}>
        {told?.browsers.map(({ id, label, addedAt }) => (
          <li key={id}>
            <span>{label}</span>
            <span className="quiet push">
              <TimeAgo at={addedAt} />
            </span>
            <IconButton
              icon={Trash2}
              label={t('settings.notify.remove', { label })}
              writes
              onPress={() =>
                void run(() => api.notifications.removeBrowser({ id }), t('settings.notify.removed'))
              }
            />
          </li>
        ))}
      </ul>
      <div className="buttons">
        <Button
          icon={BellRing}
          writes
          isDisabled={isBusy || why !== null || told === null}
          onPress={() => void run(() => add(told?.publicKey ?? ''), t('settings.notify.added'))}
        >
          {t('settings.notify.add')}
        </Button>
      </div>
    </section>
  );
}

const SYSTEMS = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux'] as const;
const PROGRAMS = ['Firefox', 'Edg', 'Chrome', 'Safari'] as const;

/** `Chrome, Android`: enough to know which one it is. */
function labelOf(agent: string): string {
  const known = (names: readonly string[]) => names.find((name) => agent.includes(name));
  return [known(PROGRAMS)?.replace('Edg', 'Edge') ?? 'Browser', known(SYSTEMS)].filter(Boolean).join(', ');
}
