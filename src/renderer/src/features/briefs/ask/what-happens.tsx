// What will happen when a brief is asked for with this profile: who words it, or that nobody does, or why it is refused. Said before it is asked for.
import { Calculator, Cloud, Cpu, type LucideIcon, OctagonX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BriefProfileView, BriefTask } from '../../../../../shared/model/evidence/brief.ts';
import { formatRoute } from '../../../session/router.ts';
import styles from './ask.module.css';
import { isRefused, type Will, willOf } from './will.ts';

const ICON: Readonly<Record<Will['kind'], LucideIcon>> = {
  ...{ worded: Cpu, wordedAway: Cloud, computed: Calculator, computedOf: Calculator },
  ...{ off: OctagonX, problem: OctagonX, weights: OctagonX, taskOff: OctagonX },
};

interface WhatHappensProps {
  readonly task: BriefTask;
  readonly profile: BriefProfileView;
  readonly isTaskOn: boolean;
}

export function WhatHappens({ task, profile, isTaskOn }: WhatHappensProps) {
  const { t } = useTranslation();
  const will = willOf(profile, isTaskOn);
  const Icon = ICON[will.kind];
  const words = () => {
    switch (will.kind) {
      case 'computedOf':
        return t('briefs.ask.will.computedOf', { reason: t(`briefs.fallback.${will.fallback}`) });
      case 'problem':
        return t('briefs.ask.will.problem', { problem: will.problem });
      case 'worded':
      case 'wordedAway':
      case 'weights':
        return t(`briefs.ask.will.${will.kind}`, { model: will.model });
      default:
        return t(`briefs.ask.will.${will.kind}`);
    }
  };
  return (
    <div
      className={styles.will}
      data-tone={isRefused(will) || will.kind === 'wordedAway' ? 'wait' : undefined}
    >
      <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <p>
        <span>{t(`briefs.taskSays.${task}`)}</span> {words()}{' '}
        {will.kind === 'computed' || will.kind === 'computedOf' ? (
          <a href={formatRoute('settings', null, { tab: 'models' })}>{t('briefs.ask.chooseModel')}</a>
        ) : null}
        {will.kind === 'taskOff' ? (
          <a href={formatRoute('settings', null, { tab: 'all' })}>{t('briefs.ask.toSettings')}</a>
        ) : null}
      </p>
    </div>
  );
}
