// Step 4 of an export: whether what was written is whole and who signed it, and how somebody else sees that.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { canSendFiles } from '../../../session/files/send-file.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { DownloadBundle } from '../download.tsx';
import styles from '../offline.module.css';
import { type OfflineState, offlineStore } from '../offline-store.ts';
import { NotDone, Trouble } from '../trouble.tsx';
import { keyFile, PublicKey, Verified } from '../verified.tsx';
import { Working } from '../working.tsx';

/** What is typed where the bundle is verified without us; null before one is written and signed by a key of this host. */
export function lineOf({ leaving: { written, verification }, shelf }: OfflineState): string | null {
  if (written === null || verification?.ok !== true) return null;
  const keys = (verification.signedBy ?? []).map((keyId) => ({
    file: shelf.keys?.some((one) => one.keyId === keyId) ? keyFile(keyId) : 'PUB.pem',
  }));
  return ['festinger verify-bundle', written.name, ...keys.map(({ file }) => `--key ${file}`)].join(' ');
}

export function VerifyWritten() {
  const { t } = useTranslation();
  const state = useStore(offlineStore);
  const { leaving, verifyWritten, stopLooking } = state;
  const { verification, failure, asking, written } = leaving;
  if (asking) return <Working words={t('offline.verified.asking')} onStop={stopLooking} />;
  const again = { words: t('offline.leaving.verifyAgain'), run: () => void verifyWritten() };
  if (failure !== null)
    return (
      <Trouble
        failure={failure}
        broken={t('offline.leaving.brokenVerify')}
        cancelled={t('offline.leaving.notVerified')}
        again={again}
      />
    );
  if (verification === null) return <NotDone words={t('offline.leaving.notVerified')} again={again} />;
  return (
    <>
      <Verified verification={verification} refusedText={t('offline.leaving.tampered')} />
      {verification.ok ? <Elsewhere /> : null}
      <div className="buttons">
        {verification.ok && written ? <DownloadBundle name={written.name} isPrimary /> : null}
        <Button onPress={state.exportAgain}>{t('offline.leaving.more')}</Button>
      </div>
      {canSendFiles() ? null : <p className="muted">{t('offline.leaving.desktop')}</p>}
    </>
  );
}

function Elsewhere() {
  const { t } = useTranslation();
  const state = useStore(offlineStore);
  const line = lineOf(state);
  const { verification } = state.leaving;
  if (line === null || verification?.ok !== true) return null;
  return (
    <section className={styles.elsewhere}>
      <h3>{t('offline.leaving.elsewhere')}</h3>
      <p className="muted">{t('offline.leaving.elsewhereText')}</p>
      <p className={styles.command}>
        <code>{line}</code>
        <CopyButton text={line} label={t('offline.leaving.copyLine')} />
      </p>
      {(verification.signedBy ?? []).map((keyId) => (
        <PublicKey key={keyId} keyId={keyId} />
      ))}
    </section>
  );
}
