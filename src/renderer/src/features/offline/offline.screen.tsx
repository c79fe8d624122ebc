// Offline bundle: everything out as one signed file, and in again on another host, verified and tried before anything changes there.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { canSendFiles } from '../../session/files/send-file.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { useLiveJobs } from '../../session/use-live-jobs.ts';
import { Segments } from '../../ui/inputs/button.tsx';
import { DropZone } from '../../ui/inputs/drop-zone.tsx';
import { Export } from './export/export.tsx';
import { lineOf } from './export/verify.tsx';
import { sendOne } from './import/choose-file.tsx';
import { Import } from './import/import.tsx';
import styles from './offline.module.css';
import { offlineStore } from './offline-store.ts';

const PARTS = ['export', 'import'] as const;
type Part = (typeof PARTS)[number];

export default function Offline() {
  const { t } = useTranslation();
  const { query } = useRoute();
  const part: Part = query.view === 'import' ? 'import' : 'export';
  useLiveJobs();
  useOfflineCommands();
  return (
    <DropZone
      title={t('offline.arriving.dropHere')}
      text={t(canSendFiles() ? 'offline.arriving.dropHereText' : 'offline.arriving.noDrop')}
      onDrop={(data) => {
        if (!canSendFiles()) return sayFailed(t('offline.arriving.noDrop'));
        goTo('import');
        sendOne([...data.files]);
      }}
    >
      <div className={styles.page}>
        <div className={styles.body}>
          <p className={styles.what}>{t('offline.what')}</p>
          <Segments
            label={t('offline.parts')}
            value={part}
            onChange={goTo}
            options={PARTS.map((value) => ({ value, label: t(`offline.part.${value}`) }))}
          />
          {part === 'export' ? <Export /> : <Import />}
        </div>
      </div>
    </DropZone>
  );
}

const goTo = (part: Part) => navigate(formatRoute('offline', null, { view: part === 'export' ? '' : part }));

function useOfflineCommands(): void {
  const { t } = useTranslation();
  const state = useStore(offlineStore);
  const line = lineOf(state);
  useCommands('offline', [
    {
      ...{ id: 'offline.export', title: t('offline.do.export'), group: t('palette.do'), keys: 'e' },
      run: () => goTo('export'),
    },
    {
      ...{ id: 'offline.import', title: t('offline.do.import'), group: t('palette.do'), keys: 'i' },
      run: () => goTo('import'),
    },
    {
      ...{ id: 'offline.again.export', title: t('offline.again.export'), group: t('palette.do') },
      run: () => {
        goTo('export');
        state.exportAgain();
      },
    },
    {
      ...{ id: 'offline.again.import', title: t('offline.again.import'), group: t('palette.do') },
      run: () => {
        goTo('import');
        state.importAgain();
      },
    },
    {
      ...{ id: 'offline.line', title: t('offline.copyLine'), group: t('palette.do'), keys: 'c' },
      disabled: line === null ? t('offline.noLine') : undefined,
      run: () => {
        if (line !== null) void navigator.clipboard.writeText(line).then(() => say(t('action.copied')));
      },
    },
  ]);
}
