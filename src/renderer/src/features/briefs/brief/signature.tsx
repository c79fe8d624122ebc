// What the signature of a brief comes to, which key made it, and how somebody else verifies it.
import { CircleHelp, KeyRound, ShieldCheck, ShieldOff, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BriefDetail } from '../../../../../shared/model/evidence/brief.ts';
import { api, describeFailure } from '../../../session/client.ts';
import { i18n } from '../../../session/i18n.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { shortDigest } from '../words.ts';
import styles from './brief.module.css';

const LOOK = {
  valid: { icon: ShieldCheck, tone: 'ok' },
  invalid: { icon: ShieldX, tone: 'bad' },
  unknown_key: { icon: CircleHelp, tone: 'wait' },
  not_verifiable: { icon: CircleHelp, tone: undefined },
  unsigned: { icon: ShieldOff, tone: undefined },
} as const;

export function Signature({ detail }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const { brief, signature: found, intact } = detail;
  // A signature may fit what was signed: what is stored is something else then.
  const signature = intact ? found : 'invalid';
  const { icon: Icon, tone } = LOOK[signature];
  const command = t('briefs.one.signature.command');
  return (
    <Section title={t('briefs.one.signature.title')}>
      <p className={styles.state} data-tone={tone}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {t(`briefs.one.signature.state.${signature}`)}
      </p>
      {brief.signatures.map(({ keyid, algorithm }) => (
        <p key={keyid} className={styles.revisions}>
          <span className="quiet">{t('briefs.one.signature.key')}</span>
          <code className="small" title={keyid}>
            {shortDigest(keyid)}
          </code>
          <span className="quiet">{algorithm}</span>
          <Button variant="quiet" icon={KeyRound} onPress={() => void copyKey(keyid)}>
            {t('briefs.one.signature.copyKey')}
          </Button>
        </p>
      ))}
      {brief.signatures.length === 0 ? null : (
        <div className={styles.how}>
          <p className="quiet">{t('briefs.one.signature.how')}</p>
          <p className={styles.command}>
            <code>{command}</code>
            <CopyButton text={command} label={t('briefs.one.signature.copyCommand')} />
          </p>
        </div>
      )}
    </Section>
  );
}

async function copyKey(keyid: string): Promise<void> {
  try {
    const key = (await api.briefs.keys()).find((one) => one.keyId === keyid);
    if (!key) return sayFailed(i18n.t('briefs.one.signature.noKey'));
    await navigator.clipboard.writeText(key.publicPem);
    say(i18n.t('briefs.one.signature.copiedKey'));
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}
