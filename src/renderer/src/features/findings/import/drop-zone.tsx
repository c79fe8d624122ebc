// The whole screen takes what is dropped onto it; in the desktop window it says that it cannot, and what to do instead.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { canSendFiles } from '../../../session/files/send-file.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { DropZone } from '../../../ui/inputs/drop-zone.tsx';
import { sendDropped } from './send-files.ts';

export function EvidenceDropZone({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <DropZone
      title={t('findings.evidence.dropHere')}
      text={t(canSendFiles() ? 'findings.evidence.dropHereText' : 'findings.evidence.noDrop')}
      onDrop={(data) => {
        if (canSendFiles()) void sendDropped(data);
        else sayFailed(t('findings.evidence.noDrop'));
      }}
    >
      {children}
    </DropZone>
  );
}
