// How a resource is, as a sign and a word in the colour of what it means; the same in list, inspector and cards.
import { useTranslation } from 'react-i18next';
import type { ResourceKind, ResourceState } from '../../../../shared/model/resource.ts';
import { cx } from '../../ui/cx.ts';
import { STATE_MARK } from './kinds.ts';
import styles from './resources.module.css';

/** Of a model one says whether it is in memory. */
const wordOf = (kind: ResourceKind, state: ResourceState) =>
  kind === 'model' && (state === 'running' || state === 'available')
    ? (`resources.modelState.${state}` as const)
    : (`resources.state.${state}` as const);

export function StateMark({ kind, state }: { kind: ResourceKind; state: ResourceState }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = STATE_MARK[state];
  return (
    <span className={cx(styles.state, tone)}>
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      {t(wordOf(kind, state))}
    </span>
  );
}
