// Importing all advisories of one ecosystem: its name as OSV spells it, and an archive on the host or the address of a mirror.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { isAddress } from '../../../../../shared/is-address.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Combo } from '../../../ui/inputs/combo.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from '../products/products.module.css';
import { evidenceStore } from './evidence-store.ts';

/** Those most people run; any other name is taken, too. */
const KNOWN = [
  'npm',
  'PyPI',
  'Go',
  'Maven',
  'NuGet',
  'crates.io',
  'RubyGems',
  'Packagist',
  'Hex',
  'Pub',
  'GitHub Actions',
  'Debian',
  'Ubuntu',
  'Alpine',
  'Red Hat',
  'Rocky Linux',
  'AlmaLinux',
  'SUSE',
  'openSUSE',
  'Wolfi',
  'Chainguard',
] as const;

interface ImportEcosystemProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function ImportEcosystem({ isOpen, onClose }: ImportEcosystemProps) {
  const { t } = useTranslation();
  const mirror = useStore(evidenceStore, (s) => s.mirror);
  const [ecosystem, setEcosystem] = useState('');
  const [place, setPlace] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const submit = async () => {
    const from = place.trim();
    const refused = await evidenceStore.getState().importEcosystem({
      ecosystem: ecosystem.trim(),
      ...(from === '' ? {} : isAddress(from) ? { mirror: from } : { file: from }),
    });
    setFailure(refused);
    if (!refused) onClose();
  };
  return (
    <Dialog title={t('findings.ecosystems.import')} isOpen={isOpen} onClose={onClose}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Combo
          label={t('findings.ecosystems.name')}
          value={ecosystem}
          onChange={setEcosystem}
          placeholder="npm"
          options={KNOWN.map((value) => ({ value, content: value }))}
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
        {failure ? <ErrorState failure={failure} compact /> : null}
        <div className="buttons">
          <Button type="submit" variant="primary" writes isDisabled={ecosystem.trim() === ''}>
            {t('findings.ecosystems.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
