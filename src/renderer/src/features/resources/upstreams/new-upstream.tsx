// The inspector while an upstream is added.
import { useTranslation } from 'react-i18next';
import styles from '../inspect/inspector.module.css';
import { UpstreamForm } from './upstream-form.tsx';

export function NewUpstream({ onDone }: { onDone: (name: string | null) => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.newUpstream}>
      <p className="quiet">{t('resources.upstream.addText')}</p>
      <UpstreamForm stored={null} onDone={onDone} />
    </div>
  );
}
