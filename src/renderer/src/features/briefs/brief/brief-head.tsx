// The head of a brief, small above its verdict: how it was written, what it is of, when and with which profile.
import { BadgeCheck, Calculator, OctagonX, ShieldX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BriefDetail, StoredBrief } from '../../../../../shared/model/evidence/brief.ts';
import { formatRoute } from '../../../session/router.ts';
import { formatFull } from '../../../ui/format.ts';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import { TASK_ICON } from '../words.ts';
import styles from './brief.module.css';
import { isSound, originOf, type Standing, standingOf } from './standing.ts';

const LOOK = {
  refused: { icon: OctagonX, tone: 'bad' },
  worded: { icon: BadgeCheck, tone: 'ok' },
  fallback: { icon: Calculator, tone: 'wait' },
  computed: { icon: Calculator, tone: 'ok' },
} as const;

/** Whatever it is otherwise. */
const BROKEN = { icon: ShieldX, tone: 'bad' } as const;

export function BriefHead({ detail }: { detail: BriefDetail }) {
  const { t } = useTranslation();
  const { brief } = detail;
  const standing = standingOf(brief);
  const isBroken = !isSound(detail);
  // What nobody vouches for may say of itself what it likes.
  const isDoubted = originOf(detail)?.says === 'cameUnknown';
  const { icon: Icon, tone } = isBroken ? BROKEN : LOOK[standing];
  const TaskIcon = TASK_ICON[brief.task];
  const at = Date.parse(brief.generated_at);
  return (
    <div className={styles.head}>
      <p className={styles.origin} data-tone={isDoubted && tone === 'ok' ? 'wait' : tone}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        <span>
          {isBroken ? (
            t(detail.intact ? 'briefs.one.badSignature' : 'briefs.one.notIntact')
          ) : (
            <Says brief={brief} standing={standing} />
          )}
        </span>
      </p>
      <p className={styles.meta}>
        <span className={styles.task}>
          <TaskIcon size={14} strokeWidth={1.75} aria-hidden="true" />
          {t(`briefs.task.${brief.task}`)}
        </span>
        <span>{t('briefs.one.of', { artifact: brief.artifact_id ?? t('briefs.everything') })}</span>
        <span>{t(`briefs.one.profile.${brief.profile}`)}</span>
        <span title={formatFull(at)}>
          <TimeAgo at={at} />
        </span>
        <span>{t('briefs.one.revision', { revision: brief.revision })}</span>
      </p>
      {standing === 'refused' ? (
        <ul className={styles.codes}>
          {brief.guardrail.codes.map((one) => (
            <li key={one}>
              <p>{t(`briefs.code.${one}.says`)}</p>
              <p className="quiet">{t(`briefs.code.${one}.todo`)}</p>
            </li>
          ))}
          <li>
            <a href={formatRoute('settings', null, { tab: 'models' })}>{t('briefs.ask.chooseModel')}</a>
          </li>
        </ul>
      ) : null}
    </div>
  );
}

function Says({ brief, standing }: { brief: StoredBrief; standing: Standing }) {
  const { t } = useTranslation();
  const model = brief.inference.model_id ?? '';
  switch (standing) {
    case 'fallback':
      return t('briefs.one.fallback', {
        reason: t(`briefs.fallback.${brief.inference.fallback_reason ?? 'failed'}`),
      });
    default:
      return t(`briefs.one.${standing}`, { model });
  }
}
