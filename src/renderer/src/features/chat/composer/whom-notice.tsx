// Said before anything is: whom it would ask cannot be asked, or cannot act, and what to do about that.
import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { formatRoute } from '../../../session/router.ts';
import { assistantStore } from '../sessions/assistant-store.ts';
import type { Whom } from './whom.ts';
import styles from './whom-notice.module.css';

export function WhomNotice({ whom }: { whom: Whom | null }) {
  const { t } = useTranslation();
  const problem = whom?.problem ?? null;
  const models = useStore(assistantStore, (s) => s.models);
  if (problem === null) return null;
  const words =
    problem.kind === 'said'
      ? problem.text
      : problem.kind === 'noTools'
        ? t('chat.whom.noTools', { label: problem.label })
        : t(`chat.whom.${problem.kind}`);
  const fix = problem.kind === 'none' && models?.length === 0 ? 'add' : 'choose';
  return (
    <p className={styles.notice} data-whom={problem.kind}>
      <TriangleAlert size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.words}>{words}</span>
      <a href={formatRoute('settings', null, { tab: 'models' })}>{t(`chat.whom.fix.${fix}`)}</a>
    </p>
  );
}
