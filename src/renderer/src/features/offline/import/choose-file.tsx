// Step 1 of an import: a file, dropped or chosen, and the public key of who made it, where the operator has it. In the desktop window, which cannot send files: what to do instead.
import { CircleAlert, FileUp } from 'lucide-react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { canSendFiles } from '../../../session/files/send-file.ts';
import { i18n } from '../../../session/i18n.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { formatBytes } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from '../offline.module.css';
import { offlineStore } from '../offline-store.ts';
import { Notice } from '../trouble.tsx';
import { Working } from '../working.tsx';
import { KeyField } from './key-field.tsx';

const LINES = {
  try: 'festinger import-bundle FILE --key PUB.pem --dry-run',
  take: 'festinger import-bundle FILE --key PUB.pem',
} as const;

/** Sends the one file that was dropped or chosen, and says so where they are several. */
export function sendOne(files: readonly File[]): void {
  const [file, another] = files;
  if (file && !another) void offlineStore.getState().send(file);
  else sayFailed(i18n.t('offline.arriving.oneFile'));
}

export function ChooseFile() {
  const { t } = useTranslation();
  const { arriving, stopArriving, sendAgain, importAgain } = useStore(offlineStore);
  const { file, sent, unsent, upload } = arriving;
  if (!canSendFiles()) return <Desktop />;
  if (file && sent !== null) {
    const amount = t('offline.arriving.amount', { sent: formatBytes(sent), total: formatBytes(file.bytes) });
    return (
      <Working
        words={t('offline.arriving.sending', { name: file.name })}
        done={sent}
        total={file.bytes}
        amount={amount}
        onStop={stopArriving}
      />
    );
  }
  return (
    <>
      {file && unsent !== null ? (
        <Notice
          tone="bad"
          icon={<CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />}
          words={t('offline.arriving.unsent', { message: unsent })}
        >
          <p>{t('offline.arriving.unsentText')}</p>
          <div className="buttons">
            <Button writes onPress={sendAgain}>
              {t('offline.arriving.sendAgain')}
            </Button>
            <Button variant="quiet" onPress={importAgain}>
              {t('offline.arriving.letGo')}
            </Button>
          </div>
        </Notice>
      ) : null}
      <div className={styles.dropHere}>
        <FileUp size={24} strokeWidth={1.5} aria-hidden="true" />
        <p>{t('offline.arriving.drop')}</p>
        <FileTrigger
          acceptedFileTypes={['.tar']}
          onSelect={(files) => (files ? sendOne([...files]) : undefined)}
        >
          <Button variant={upload === null ? 'primary' : 'plain'} writes>
            {t(upload === null ? 'offline.arriving.choose' : 'offline.arriving.chooseOther')}
          </Button>
        </FileTrigger>
      </div>
      <KeyField />
    </>
  );
}

function Desktop() {
  const { t } = useTranslation();
  return (
    <>
      <p>{t('offline.arriving.desktop')}</p>
      {(['try', 'take'] as const).map((what) => (
        <p key={what} className={styles.command}>
          <code>{LINES[what]}</code>
          <CopyButton text={LINES[what]} label={t(`offline.arriving.lines.${what}`)} />
        </p>
      ))}
    </>
  );
}
