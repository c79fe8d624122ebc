// How grave a finding is: an icon and its word, never a colour alone.
import {
  CircleAlert,
  CircleDashed,
  CircleMinus,
  Info,
  type LucideIcon,
  OctagonAlert,
  TriangleAlert,
} from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Severity } from '../../../../shared/model/evidence/finding.ts';
import styles from './findings.module.css';

const MARK: Readonly<Record<Severity, readonly [LucideIcon, string]>> = {
  critical: [OctagonAlert, 'bad'],
  high: [TriangleAlert, 'bad'],
  medium: [CircleAlert, 'wait'],
  low: [Info, 'info'],
  none: [CircleMinus, 'muted'],
  unknown: [CircleDashed, 'muted'],
};

export function SeverityMark({ severity, short }: { severity: Severity; short?: boolean }) {
  const { t } = useTranslation();
  const [Icon, tone] = MARK[severity];
  const word = t(`findings.severity.${severity}`);
  return (
    <span className={styles.severity} data-severity={severity}>
      <Icon
        className={tone}
        size={14}
        strokeWidth={1.75}
        {...(short ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })}
      />
      {short ? null : word}
    </span>
  );
}
