// The public keys a bundle may be signed with: pasted, or out of files.
import { KeyRound } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { faultOf, MOST_KEY_CHARACTERS, MOST_KEYS, pemBlocks } from './pem-blocks.ts';

export function KeyField() {
  const { t } = useTranslation();
  const keyText = useStore(offlineStore, ({ arriving }) => arriving.keyText);
  const { setKeyText } = useStore(offlineStore);
  const keys = pemBlocks(keyText);
  const fault = faultOf(keys);
  async function read(files: FileList | null): Promise<void> {
    const texts = await Promise.all(
      [...(files ?? [])].map((file) => file.slice(0, MOST_KEYS * MOST_KEY_CHARACTERS).text()),
    );
    if (texts.length > 0)
      setKeyText([keyText.trim(), ...texts.map((text) => text.trim())].filter(Boolean).join('\n'));
  }
  return (
    <div className={styles.keyField}>
      <TextField
        label={t('offline.arriving.key')}
        value={keyText}
        onChange={setKeyText}
        lines={3}
        placeholder="-----BEGIN PUBLIC KEY-----"
        hint={t('offline.arriving.keyHint')}
        problem={fault === null ? null : t(`offline.arriving.keyFault.${fault}`)}
        exact
      />
      <div className={styles.line}>
        <FileTrigger acceptedFileTypes={['.pem', '.pub']} onSelect={(files) => void read(files)}>
          <Button icon={KeyRound}>{t('offline.arriving.keyFile')}</Button>
        </FileTrigger>
        {keys.length === 0 ? null : (
          <span className="quiet">{t('offline.arriving.keyCount', { count: keys.length })}</span>
        )}
      </div>
    </div>
  );
}
