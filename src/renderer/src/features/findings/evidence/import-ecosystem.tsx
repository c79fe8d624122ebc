// Importing all advisories of one ecosystem: its name as OSV spells it, and an archive on the host or the address of a mirror.
import { Database } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isAddress } from '../../../../../shared/is-address.ts';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { Combo } from '../../../ui/inputs/combo.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { evidenceStore } from './evidence-store.ts';

export function ImportEcosystem({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { mirror, ecosystemNames } = useStore(evidenceStore);
  const [ecosystem, setEcosystem] = useState('');
  const [place, setPlace] = useState('');
  const from = place.trim();
  return (
    <ConfirmDialog
      title={t('findings.ecosystems.importTitle')}
      act={t('findings.ecosystems.submit')}
      icon={Database}
      isReady={ecosystem.trim() !== '' && (from !== '' || mirror !== null)}
      onConfirm={() =>
        evidenceStore.getState().importEcosystem({
          ecosystem: ecosystem.trim(),
          ...(from === '' ? {} : isAddress(from) ? { mirror: from } : { file: from }),
        })
      }
      onClose={onClose}
    >
      <Combo
        label={t('findings.ecosystems.name')}
        value={ecosystem}
        onChange={setEcosystem}
        placeholder="npm"
        options={ecosystemNames.map((value) => ({ value, content: value }))}
      />
      <TextField
        label={t('findings.ecosystems.place')}
        value={place}
        onChange={setPlace}
        placeholder={mirror ?? '/srv/osv/npm/all.zip'}
        hint={
          mirror === null
            ? t('findings.ecosystems.placeHint')
            : t('findings.ecosystems.placeHintMirror', { mirror })
        }
        exact
      />
    </ConfirmDialog>
  );
}
