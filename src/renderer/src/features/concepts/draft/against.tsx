// What stands against an edit: why, and the facts that prove it, one after the other.
import { useTranslation } from 'react-i18next';
import { RecollectionLine } from '../../../session/marks.tsx';
import styles from './draft.module.css';
import type { Verdict } from './draft-store.ts';

export function Against({ problem }: { problem: Verdict }) {
  const { t } = useTranslation();
  return (
    <div className={styles.against} role="alert">
      <p className="bad">{problem.message}</p>
      {problem.path.length > 0 ? (
        <ol aria-label={t('concepts.edit.panel.way')} className={styles.way}>
          {problem.path.map(({ edgeId, concept, parent, dimension, isIsa }) => (
            <li key={`${String(edgeId)} ${concept}`}>
              <RecollectionLine line={`${concept}: [${dimension}] ${parent}`} />
              <span className="quiet">{t(isIsa ? 'mark.isa' : 'mark.ispart')}</span>
            </li>
          ))}
        </ol>
      ) : null}
    </div>
  );
}
