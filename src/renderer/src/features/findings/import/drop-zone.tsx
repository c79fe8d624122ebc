// The whole screen takes what is dropped onto it. While files hover over it says so; in the desktop window it says that it cannot, and what to do instead.
import { Import } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sayFailed } from '../../../session/toasts.tsx';
import styles from './import.module.css';
import { sendDropped } from './send-files.ts';
import { canSendFiles } from './wire.ts';

const hasFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes('Files');

export function DropZone({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  // Elements within are entered before the outer one is left.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const enter = (by: number) => (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = Math.max(0, depth.current + by);
    setOver(depth.current > 0);
  };
  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    depth.current = 0;
    setOver(false);
    if (canSendFiles()) void sendDropped(event.dataTransfer);
    else sayFailed(t('findings.evidence.noDrop'));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen with the keyboard, too.
    <div
      className={styles.zone}
      data-drop
      onDragEnter={enter(1)}
      onDragLeave={enter(-1)}
      onDragOver={(event) => {
        if (hasFiles(event)) event.preventDefault();
      }}
      onDrop={drop}
    >
      {children}
      {over ? (
        <div className={styles.over}>
          <Import size={28} strokeWidth={1.5} aria-hidden="true" />
          <b>{t('findings.evidence.dropHere')}</b>
          <span>{t(canSendFiles() ? 'findings.evidence.dropHereText' : 'findings.evidence.noDrop')}</span>
        </div>
      ) : null}
    </div>
  );
}
