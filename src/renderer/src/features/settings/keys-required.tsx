// Whether agents need a key: the setting's switch, or why there is no choice; and a warning before nobody gets in.
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { ClientsState } from '../../../../shared/model/client.ts';
import { settingsStore } from '../../session/settings-store.ts';
import { sayFailed } from '../../session/toasts.tsx';
import { useReading } from '../../session/use-reading.ts';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { liveKeysOf } from './client-draft.ts';
import styles from './clients.module.css';
import { clientsStore } from './clients-store.ts';

const SETTING = 'client_keys_required';

export function KeysRequired({ state }: { state: ClientsState }) {
  const { t } = useTranslation();
  const { rows, load: loadSettings, save } = useStore(settingsStore);
  const { load } = useStore(clientsStore);
  useReading(loadSettings);
  const setting = rows?.find(({ key }) => key === SETTING);
  const isFile = setting?.setBy === 'file';
  // The setting is off and keys are needed all the same: the address says so.
  const isForced = state.keysRequired && setting?.value === false;
  const hasKey = state.clients.some((client) => liveKeysOf(client).length > 0);
  async function change(on: boolean): Promise<void> {
    const refused = await save(SETTING, on);
    if (refused) sayFailed(refused.message);
    await load();
  }
  return (
    <div className={styles.required}>
      <div>
        <b>{t('clients.required')}</b>
        <p>{t('clients.requiredDoc')}</p>
        {isForced ? <p>{t('clients.forced', { reason: state.keysRequiredBecause ?? '' })}</p> : null}
        {isFile ? <p>{t('settings.fileLocked')}</p> : null}
        {hasKey ? null : (
          <p className={styles.warning} role="note">
            <TriangleAlert size={14} strokeWidth={1.75} />
            {t('clients.noKeys')}
          </p>
        )}
      </div>
      <Toggle
        writes
        label={t('clients.required')}
        isSelected={state.keysRequired}
        isDisabled={isForced || isFile || setting === undefined}
        onChange={(on) => void change(on)}
      >
        {t(state.keysRequired ? 'action.on' : 'action.off')}
      </Toggle>
    </div>
  );
}
