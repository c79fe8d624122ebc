// What verifying a bundle came to: whole and by whom it is signed, whole and nobody knows, or the first file that is not right. The same on the way out, on the way in, and in
// the list.
import { Download, ShieldCheck, ShieldQuestion } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SigningKeyView } from '../../../../shared/model/evidence/brief.ts';
import type { BundleVerification } from '../../../../shared/model/evidence/bundle.ts';
import { saveFile } from '../../session/files/save-file.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { formatBytes } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import styles from './offline.module.css';
import { offlineStore } from './offline-store.ts';
import { Notice, Refused } from './trouble.tsx';

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** A key's id as people tell it from another. */
export const shortKey = (keyId: string): string => keyId.replace(/^sha256:/, '').slice(0, 12);

/** What a public key is called as a file. */
export const keyFile = (keyId: string): string => `festinger-${shortKey(keyId)}.pub.pem`;

interface VerifiedProps {
  readonly verification: BundleVerification;
  /** Said where it is refused. */
  readonly refusedText: string;
}

export function Verified({ verification, refusedText }: VerifiedProps) {
  const { t } = useTranslation();
  if (!verification.ok)
    return (
      <Refused file={verification.file} reason={verification.reason}>
        <p>{refusedText}</p>
      </Refused>
    );
  const { files, bytes, signedBy, unsigned, counts } = verification;
  const whole = t('offline.verified.whole', {
    ...{ files: t('offline.count.files', { count: files }), size: formatBytes(bytes) },
  });
  if (signedBy === null)
    return (
      <Notice tone="wait" icon={<ShieldQuestion {...ICON} />} words={<b>{t('offline.verified.unsigned')}</b>}>
        <p className="breaks">{unsigned}</p>
        <p>{whole}</p>
        {counts === null ? <p>{t('offline.verified.nothing')}</p> : null}
      </Notice>
    );
  return (
    <Notice tone="ok" icon={<ShieldCheck {...ICON} />} words={whole}>
      <div className={styles.signers}>
        <span>{t('offline.verified.signed', { count: signedBy.length })}</span>
        {signedBy.map((keyId) => (
          <Signer key={keyId} keyId={keyId} />
        ))}
      </div>
      {counts === null ? <p>{t('offline.verified.nothing')}</p> : null}
    </Notice>
  );
}

/** Whose a key is, and its public part for whoever verifies. */
function Signer({ keyId }: { keyId: string }) {
  const { t } = useTranslation();
  const keys = useStore(offlineStore, ({ shelf }) => shelf.keys);
  const key = keys?.find((one) => one.keyId === keyId);
  return (
    <span className={styles.signer}>
      <code title={keyId}>{shortKey(keyId)}</code>
      {keys === null ? null : <span className="quiet">{t(`offline.key.${whoseOf(key)}`)}</span>}
    </span>
  );
}

function whoseOf(key: SigningKeyView | undefined): 'own' | 'retired' | 'came' | 'elsewhere' {
  if (!key) return 'elsewhere';
  if (!key.isOwn) return 'came';
  return key.retiredAt === null ? 'own' : 'retired';
}

/** Its public part, to be copied and kept as a file. Nothing where this host does not have it. */
export function PublicKey({ keyId }: { keyId: string }) {
  const { t } = useTranslation();
  const key = useStore(offlineStore, ({ shelf }) => shelf.keys?.find((one) => one.keyId === keyId));
  if (!key) return null;
  const named = { key: shortKey(keyId) };
  return (
    <p className={styles.line}>
      <span>{t('offline.key.word')}</span>
      <code title={keyId}>{keyFile(keyId)}</code>
      <CopyButton text={key.publicPem} label={t('offline.key.copy', named)} />
      <Button
        icon={Download}
        label={t('offline.key.save', named)}
        onPress={() =>
          saveFile(new Blob([key.publicPem], { type: 'application/x-pem-file' }), keyFile(keyId))
        }
      >
        {t('offline.key.saveWord')}
      </Button>
    </p>
  );
}
