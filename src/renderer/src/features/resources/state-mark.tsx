// How a resource is, as a sign and a word in the colour of what it means; the same in list, inspector and cards.
import { useTranslation } from 'react-i18next';
import type { ResourceState } from '../../../../shared/model/resource.ts';
import { cx } from '../../ui/cx.ts';
import { STATE_MARK } from './kinds.ts';
import styles from './resources.module.css';

export function StateMark({ state }: { state: ResourceState }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = STATE_MARK[state];
  return (
    <span className={cx(styles.state, tone)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(`resources.state.${state}`)}
    </span>
  );
}
