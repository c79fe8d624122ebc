// Beside the lines: what waits for a person, how each part is and why not, how large the memory is.
import { ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { SystemStatus } from '../../../../shared/model/status.ts';
import { formatRoute, type Screen } from '../../session/router.ts';
import { AsOf } from '../../ui/as-of.tsx';
import { formatCount, formatFull, formatMinute } from '../../ui/format.ts';
import { useLive } from '../../ui/liveness.ts';
import { CutPromptsPanel } from './cut-prompts-panel.tsx';
import { Loops } from './loops-panel.tsx';
import { overviewStore } from './overview-store.ts';
import styles from './side.module.css';
import { WhatIsRead } from './what-is-read.tsx';

export function Waiting({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const { approvalsWaiting, conflictsPending, findingsWaiting, jobsDead } = status.counts;
  const loops = useStore(overviewStore, (s) => s.loops);
  return (
    <section>
      <h2 className={styles.title}>{t('overview.waiting')}</h2>
      {approvalsWaiting > 0 ? (
        <Wait
          screen="approvals"
          what={t('overview.waitApprovals', { count: approvalsWaiting })}
          why={t('overview.waitApprovalsWhy')}
        />
      ) : null}
      {conflictsPending > 0 ? (
        <Wait
          screen="conflicts"
          what={t('overview.waitConflicts', { count: conflictsPending })}
          why={t('overview.waitConflictsWhy')}
        />
      ) : null}
      {findingsWaiting > 0 ? (
        <Wait
          screen="findings"
          what={t('overview.waitFindings', { count: findingsWaiting })}
          why={t('overview.waitFindingsWhy')}
        />
      ) : null}
      {jobsDead > 0 ? (
        <Wait
          screen="jobs"
          what={t('overview.waitDead', { count: jobsDead })}
          why={t('overview.waitDeadWhy')}
        />
      ) : null}
      <Loops />
      <CutPromptsPanel models={status.cutPrompts} />
      {approvalsWaiting +
        conflictsPending +
        findingsWaiting +
        jobsDead +
        loops.length +
        status.cutPrompts.length ===
      0 ? (
        <p className={styles.nothing}>{t('overview.waitingNothing')}</p>
      ) : null}
    </section>
  );
}

function Wait({ screen, what, why }: { screen: Screen; what: string; why: string }) {
  return (
    <a className={styles.wait} href={formatRoute(screen)}>
      <span className={styles.waitWords}>
        <b>{what}</b>
        <span>{why}</span>
      </span>
      <ChevronRight size={16} strokeWidth={1.5} />
    </a>
  );
}

export function Parts({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  const live = useLive();
  return (
    <section>
      <h2 className={styles.title}>
        {t('overview.parts')} <AsOf />
      </h2>
      <ul>
        {status.parts.map((part) => (
          <li key={part.name} className={styles.part} data-tone={part.health}>
            <span className={styles.dot} aria-hidden="true" />
            <span className={styles.partLabel}>{part.label}</span>
            <span className={styles.words}>
              {t(live ? `health.${part.health}` : `health.was.${part.health}`)}
              {part.health === 'ok' || part.since === null
                ? ''
                : ` ${t('overview.sincePart', { time: formatMinute(part.since) })}`}
            </span>
            {part.health === 'ok' ? null : (
              <span className={styles.reason}>
                {part.reason}
                {part.fix === null ? null : <b>{t('overview.try', { fix: part.fix })}</b>}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function MemoryFigures({ status }: { status: SystemStatus }) {
  const { t } = useTranslation();
  return (
    <section>
      <h2 className={styles.title}>{t('overview.graph')}</h2>
      <p className={styles.figures}>
        <a href={formatRoute('concepts')}>
          <b>{formatCount(status.counts.concepts)}</b> {t('overview.graphConcepts')}
        </a>
        <span>
          <b>{formatCount(status.counts.edges)}</b> {t('overview.graphFacts')}
        </span>
        <span title={formatFull(status.startedAt)}>
          {t('overview.graphUp', { time: formatMinute(status.startedAt) })}
        </span>
      </p>
      <WhatIsRead />
    </section>
  );
}
