// How evidence comes in: dropped or chosen files, a path on the host, the command line; and by name where each kind of it is to be had.
import { FileUp, FolderUp } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { canSendFiles } from '../../../session/files/send-file.ts';
import { CopyButton } from '../../../ui/copy.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { evidenceStore } from '../evidence/evidence-store.ts';
import styles from './import.module.css';
import { filesPicked } from './read-entries.ts';
import { sendFiles } from './send-files.ts';

const COMMAND = 'festinger evidence add PATH';
const SOURCES = ['lists', 'advisories', 'exploited', 'statements'] as const;

export function ImportWays({ onBegun }: { onBegun?: () => void }) {
  const { t } = useTranslation();
  const take = (files: FileList | null) => {
    if (!files || files.length === 0) return;
    onBegun?.();
    void sendFiles(filesPicked(files));
  };
  return (
    <div className={styles.ways}>
      {canSendFiles() ? (
        <>
          <p>{t('findings.evidence.add.drop')}</p>
          <div className="buttons">
            <FileTrigger allowsMultiple onSelect={take}>
              <Button variant="primary" icon={FileUp}>
                {t('findings.evidence.add.files')}
              </Button>
            </FileTrigger>
            <FileTrigger acceptDirectory onSelect={take}>
              <Button icon={FolderUp}>{t('findings.evidence.add.folder')}</Button>
            </FileTrigger>
          </div>
        </>
      ) : (
        <p>{t('findings.evidence.add.desktop')}</p>
      )}
      <Path {...(onBegun ? { onBegun } : {})} />
      <div className={styles.line}>
        <span>{t('findings.evidence.add.line')}</span>
        <code>{COMMAND}</code>
        <CopyButton text={COMMAND} label={t('findings.evidence.add.copy')} />
      </div>
      <dl className={styles.sources} aria-label={t('findings.evidence.add.from')}>
        {SOURCES.map((source) => (
          <div key={source}>
            <dt>{t(`findings.evidence.add.sources.${source}.name`)}</dt>
            <dd>{t(`findings.evidence.add.sources.${source}.text`)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Path({ onBegun }: { onBegun?: () => void }) {
  const { t } = useTranslation();
  const [path, setPath] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const add = async () => {
    if (path.trim() === '') return;
    const refused = await evidenceStore.getState().add(path.trim());
    setFailure(refused);
    if (refused) return;
    setPath('');
    onBegun?.();
  };
  return (
    <form
      className={styles.path}
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <div className={styles.pathField}>
        <TextField
          label={t('findings.evidence.add.path')}
          value={path}
          onChange={setPath}
          placeholder={t('findings.evidence.add.pathPlaceholder')}
          hint={t('findings.evidence.add.pathHint')}
          exact
        />
      </div>
      <Button type="submit" writes>
        {t('findings.evidence.add.pathButton')}
      </Button>
      {failure ? <ErrorState failure={failure} compact /> : null}
    </form>
  );
}
