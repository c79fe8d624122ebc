// How many sentences each model read, and what became of its statements.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatCount } from '../../ui/format.ts';
import styles from './reader.module.css';
import { readerStore } from './reader-store.ts';

const COLUMNS = ['sentences', 'inserted', 'confirmed', 'conflict', 'refused'] as const;

export function ModelCounts() {
  const { t } = useTranslation();
  const models = useStore(readerStore, (s) => s.state?.models) ?? [];
  if (models.length === 0) return null;
  return (
    <div className={styles.models}>
      <table aria-label={t('reader.models')}>
        <thead>
          <tr>
            {(['model', ...COLUMNS] as const).map((name) => (
              <th key={name} scope="col">
                {t(`reader.modelColumns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {models.map((counts) => (
            <tr key={counts.model}>
              <th scope="row">{counts.model}</th>
              {COLUMNS.map((name) => (
                <td key={name}>{formatCount(counts[name])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
