// What takes files that are dropped onto it, and says so while they hover over it.
import { Import } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import styles from './drop-zone.module.css';

interface DropZoneProps {
  readonly children: ReactNode;
  /** What is said while files hover over it. */
  readonly title: string;
  readonly text: string;
  readonly onDrop: (data: DataTransfer) => void;
}

const hasFiles = (event: DragEvent): boolean => [...event.dataTransfer.types].includes('Files');

export function DropZone({ children, title, text, onDrop }: DropZoneProps) {
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
    onDrop(event.dataTransfer);
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
          <b>{title}</b>
          <span>{text}</span>
        </div>
      ) : null}
    </div>
  );
}
