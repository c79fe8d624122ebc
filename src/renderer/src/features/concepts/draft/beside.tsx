// What stands beside the canvas: the concept, or, while it is edited, the draft or the concept.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../../ui/inputs/button.tsx';
import styles from './draft.module.css';
import { DraftPanel } from './draft-panel.tsx';

export type Panel = 'draft' | 'concept';

interface BesideProps {
  readonly isEditing: boolean;
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
  readonly children: ReactNode;
}

export function Beside({ isEditing, panel, onPanel, children }: BesideProps) {
  const { t } = useTranslation();
  if (!isEditing) return children;
  return (
    <>
      <div className={styles.tabs}>
        <Segments
          label={t('concepts.edit.panel.show')}
          value={panel}
          onChange={onPanel}
          options={[
            { value: 'draft', label: t('concepts.edit.panel.label') },
            { value: 'concept', label: t('concepts.edit.panel.concept') },
          ]}
        />
      </div>
      {panel === 'draft' ? <DraftPanel /> : children}
    </>
  );
}
