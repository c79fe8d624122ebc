// The file itself, through the browser's own download: it is never held in the page. Not in the desktop window, which has no address it could come from.
import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { canSendFiles } from '../../session/files/send-file.ts';
import { Button } from '../../ui/inputs/button.tsx';

export function DownloadBundle({ name, isPrimary }: { name: string; isPrimary?: boolean }) {
  const { t } = useTranslation();
  if (!canSendFiles()) return null;
  return (
    <Button
      icon={Download}
      writes
      {...(isPrimary ? { variant: 'primary' } : {})}
      label={t('offline.shelf.downloadOf', { name })}
      onPress={() => download(name)}
    >
      {t('offline.shelf.download')}
    </Button>
  );
}

function download(name: string): void {
  const link = document.createElement('a');
  link.href = `/api/console/files/bundles/${encodeURIComponent(name)}`;
  link.download = name;
  link.click();
}
