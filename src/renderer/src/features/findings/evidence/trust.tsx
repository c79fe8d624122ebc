// Whose statements count by themselves: issuers that were chosen in Settings, and keys that were accepted, each with the documents it stands for.
import { Building2, KeyRound, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EvidenceKey } from '../../../../../shared/model/evidence/document.ts';
import { formatRoute } from '../../../session/router.ts';
import { say, sayFailed } from '../../../session/toasts.tsx';
import { useReading } from '../../../session/use-reading.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { AskedTwice } from '../../../ui/inputs/asked-twice.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './evidence.module.css';
import { issuersIn, trustStore } from './trust-store.ts';

export function Trust() {
  const { t } = useTranslation();
  const { trust, failure, load } = useStore(trustStore);
  const [accepting, setAccepting] = useState(false);
  useReading(load);
  if (trust === null)
    return failure ? <ErrorState failure={failure} onRetry={() => void load()} compact /> : null;
  const { issuers, keys } = trust;
  return (
    <Section
      title={t('findings.evidence.trust.title')}
      level={2}
      aside={
        <Button writes icon={Plus} onPress={() => setAccepting(true)}>
          {t('findings.evidence.trust.accept')}
        </Button>
      }
    >
      {issuers.length + keys.length === 0 ? (
        <p className="quiet">{t('findings.evidence.trust.none')}</p>
      ) : (
        <ul>
          {issuers.map(({ name, documents }) => (
            <Line key={name} icon={<Building2 size={14} strokeWidth={1.5} aria-hidden="true" />} name={name}>
              {t('findings.evidence.trust.documents', { count: documents })} ·{' '}
              <a href={formatRoute('settings', null, { tab: 'all' })}>
                {t('findings.evidence.trust.chosen')}
              </a>
            </Line>
          ))}
          {keys.map((key) => (
            <KeyLine key={key.keyId} of={key} />
          ))}
        </ul>
      )}
      {accepting ? <AcceptKey onClose={() => setAccepting(false)} /> : null}
    </Section>
  );
}

function Line({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <li className={styles.line}>
      {icon}
      <span className="breaks">{name}</span>
      <span className="quiet">{children}</span>
    </li>
  );
}

/** As much of a key's id as tells it from others. */
const SHOWN = 16;

function KeyLine({ of }: { of: EvidenceKey }) {
  const { t } = useTranslation();
  const { keyId, algorithm, issuers, note, addedAt, documents } = of;
  const name = issuers.join('; ');
  return (
    <Line icon={<KeyRound size={14} strokeWidth={1.5} aria-hidden="true" />} name={name}>
      {t('findings.evidence.trust.documents', { count: documents })} ·{' '}
      {t(`findings.evidence.trust.algorithm.${algorithm}`)}{' '}
      <code title={keyId}>{keyId.slice(0, SHOWN)}…</code> · {t('findings.evidence.trust.added')}{' '}
      <TimeAgo at={addedAt} />
      {note === '' ? null : ` · ${note}`}{' '}
      <AskedTwice
        icon={Trash2}
        variant="quiet"
        words={{
          ask: t('findings.evidence.trust.remove'),
          named: t('findings.evidence.trust.removeOf', { name }),
          sure: t('findings.evidence.trust.removeSure', { name }),
          keep: t('action.cancel'),
        }}
        onSure={async () => {
          const refused = await trustStore.getState().remove(keyId);
          if (refused) sayFailed(refused.message);
          else say(t('findings.evidence.trust.removed', { name }));
        }}
      />
    </Line>
  );
}

function AcceptKey({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const [pem, setPem] = useState('');
  const [issuers, setIssuers] = useState('');
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title={t('findings.evidence.trust.acceptTitle')}
      act={t('findings.evidence.trust.acceptAct')}
      icon={KeyRound}
      isReady={pem.trim() !== '' && issuersIn(issuers).length > 0}
      onConfirm={() => trustStore.getState().accept({ pem, issuers, note })}
      onClose={onClose}
    >
      <p>{t('findings.evidence.trust.acceptText')}</p>
      <TextField
        label={t('findings.evidence.trust.pem')}
        hint={t('findings.evidence.trust.pemHint')}
        placeholder="-----BEGIN PUBLIC KEY-----"
        value={pem}
        onChange={setPem}
        lines={5}
        maxLength={8192}
        isRequired
        exact
        autoFocus
      />
      <TextField
        label={t('findings.evidence.trust.issuers')}
        hint={t('findings.evidence.trust.issuersHint')}
        value={issuers}
        onChange={setIssuers}
        maxLength={5000}
        isRequired
        exact
      />
      <TextField label={t('findings.evidence.trust.note')} value={note} onChange={setNote} maxLength={500} />
    </ConfirmDialog>
  );
}
