// The inspector's first sentence: what became of the request, then who asked what and when.
import { useTranslation } from 'react-i18next';
import type { TrafficRow } from '../../../../../shared/model/traffic.ts';
import { CutPrompt } from '../../../session/acts/context-length.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatBytes, formatMs } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from '../detail.module.css';
import { StateIcon } from '../row-columns.tsx';
import { remedyOf } from './remedy.ts';

export function Headline({ row }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const { client, model, path } = row;
  const remedy = remedyOf(row);
  const what =
    model === null
      ? t('traffic.detail.said.called', { client, path })
      : t('traffic.detail.said.asked', { client, model });
  return (
    <div className={styles.headline}>
      <StateIcon state={row.state} size={18} />
      <div>
        <p className={cx(styles.ending, row.state === 'failed' && 'bad')}>
          <Ending row={row} />
        </p>
        <p className="muted">
          {what}, <TimeAgo at={row.at} />
          {row.status === null ? '' : `, ${t('traffic.detail.said.status', { status: row.status })}`}
        </p>
        {row.leftOut.map(({ what, amount }) => (
          <p key={what} className="muted">
            {t(`traffic.detail.leftOut.${what}`, { count: amount, shown: formatBytes(amount) })}
          </p>
        ))}
        {row.promptCut && row.model !== null ? (
          <CutPrompt cut={row.promptCut} model={row.model} route={row.route} />
        ) : null}
        {row.error === null || row.state === 'aborted' ? null : <p className={styles.error}>{row.error}</p>}
        {remedy === null ? null : <p>{t(`traffic.detail.remedy.${remedy}`)}</p>}
      </div>
    </div>
  );
}

function Ending({ row: { state, phase, local, timings } }: { row: TrafficRow }) {
  const { t } = useTranslation();
  const total = timings.totalMs === null ? '' : formatMs(timings.totalMs);
  switch (state) {
    case 'running':
      return t(`traffic.detail.said.running.${phase}`);
    case 'done':
      return t(local ? 'traffic.detail.said.here' : 'traffic.detail.said.done', { total });
    case 'failed':
      return t('traffic.detail.said.failed', { total });
    case 'aborted':
      return t('traffic.detail.said.left', { total, phase: t(`traffic.detail.leftWhile.${phase}`) });
  }
}
