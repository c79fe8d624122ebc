// How risky it is: a word with its mark, and why. Never the colour alone. Used by the card and the list.
import { CircleCheck, OctagonAlert, TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../shared/model/approval.ts';
import styles from './card.module.css';

const MARK = {
  low: { Icon: CircleCheck, tone: 'ok' },
  medium: { Icon: TriangleAlert, tone: 'wait' },
  high: { Icon: OctagonAlert, tone: 'bad' },
} as const;

export function Risk({ plan, short }: { plan: Plan; short?: boolean }) {
  const { t } = useTranslation();
  const { Icon, tone } = MARK[plan.risk];
  const word = t(`approval.risk.${plan.risk}`);
  return (
    <span className={short ? styles.riskShort : styles.risk} data-tone={tone} data-risk={plan.risk}>
      <Icon size={14} strokeWidth={2} aria-hidden="true" />
      <span>
        <b>{word}</b>
        {short ? null : `: ${plan.because}`}
      </span>
    </span>
  );
}
