// What people decided about a finding, each with its reason and a way to take it back; and what was observed of it over time.
import { Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { FindingDetail } from '../../../../../shared/model/evidence/finding.ts';
import { formatDay } from '../../../ui/format.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './inspect.module.css';

type Decision = FindingDetail['decisions'][number];

export function History({ detail, onUndo }: { detail: FindingDetail; onUndo: (decision: Decision) => void }) {
  const { t } = useTranslation();
  const { decisions, timeline } = detail;
  return (
    <>
      <Section title={t('findings.inspect.history')}>
        {decisions.length === 0 ? (
          <p className="muted">{t('findings.inspect.historyNone')}</p>
        ) : (
          <ol className={styles.history}>
            {decisions.map((decision) => (
              <One key={decision.id} decision={decision} onUndo={() => onUndo(decision)} />
            ))}
          </ol>
        )}
      </Section>
      {timeline.length === 0 ? null : (
        <Section title={t('findings.inspect.timeline')}>
          <ol className={styles.timeline}>
            {timeline.map(({ version, status, fix, firstSeen, lastSeen }) => (
              <li key={`${version ?? ''} ${String(firstSeen)}`}>
                <code>{version ?? '–'}</code>
                <span>{t(`findings.status.${status}`)}</span>
                {fix === null ? null : (
                  <span className="quiet">{t('findings.inspect.fixes', { versions: fix })}</span>
                )}
                <span className="quiet">
                  {t('findings.inspect.seen', { from: formatDay(firstSeen), to: formatDay(lastSeen) })}
                </span>
              </li>
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

function One({ decision, onUndo }: { decision: Decision; onUndo: () => void }) {
  const { t } = useTranslation();
  const { kind, justification, reason, expiresAt, by, at, version, state, undoneAt } = decision;
  const isUndone = undoneAt !== null;
  return (
    <li className={styles.made} data-undone={isUndone}>
      <p className={styles.madeHead}>
        <b>{t(`findings.decide.kind.${kind}`)}</b>
        {expiresAt === null ? null : (
          <span>{t('findings.inspect.until', { day: formatDay(expiresAt) })}</span>
        )}
        <span className="quiet">
          {isUndone ? t('findings.inspect.undone') : t(`findings.inspect.state.${state}`)}
        </span>
      </p>
      {justification === null ? null : <p>{t(`findings.decide.justifications.${justification}`)}</p>}
      <p className={styles.reason}>{reason}</p>
      <p className={styles.madeFoot}>
        <span className="quiet">
          {t('findings.inspect.by', { by })}, <TimeAgo at={at} />
          {version === null ? '' : `, ${t('findings.inspect.forVersion', { version })}`}
        </span>
        {isUndone ? null : (
          <Button variant="quiet" icon={Undo2} writes onPress={onUndo}>
            {t('findings.inspect.undo')}
          </Button>
        )}
      </p>
    </li>
  );
}
