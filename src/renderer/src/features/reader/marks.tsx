// How an outcome, a statement, who said it and where a model runs look, the same in the list, beside it and in the preview.
import { Ban, Check, CheckCheck, type LucideIcon, Scale } from 'lucide-react';
import { Focusable, TooltipTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Reading, ReadingOutcome } from '../../../../shared/model/memory/reader.ts';
import { DimensionMark, Token } from '../../session/marks.tsx';
import { Tip } from '../../ui/tip.tsx';
import styles from './reader.module.css';

const MARK: Readonly<Record<ReadingOutcome, { readonly icon: LucideIcon; readonly tone?: 'ok' | 'wait' }>> = {
  inserted: { icon: Check, tone: 'ok' },
  confirmed: { icon: CheckCheck },
  conflict: { icon: Scale, tone: 'wait' },
  refused: { icon: Ban },
};

export function OutcomeMark({ outcome }: { outcome: ReadingOutcome }) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = MARK[outcome];
  return (
    <span className={styles.outcome} data-tone={tone}>
      <Icon size={14} strokeWidth={1.75} />
      {t(`reader.outcomes.${outcome}`)}
    </span>
  );
}

/** As agents see a fact. `linked`: its names are concepts. */
export function StatementLine({
  of: { concept, dimension, parent },
  linked,
}: {
  of: Pick<Reading, 'concept' | 'dimension' | 'parent'>;
  linked?: boolean;
}) {
  return (
    <span className={styles.statement}>
      <Token token={concept} plain={linked !== true} strong /> <DimensionMark name={dimension} />{' '}
      <Token token={parent} plain={linked !== true} />
    </span>
  );
}

/** Whether sentences leave the operator's machines. */
export function Locality({ isLocal }: { isLocal: boolean }) {
  const { t } = useTranslation();
  return (
    <TooltipTrigger delay={300} closeDelay={60}>
      <Focusable>
        <span className={styles.locality} role="note" data-tone={isLocal ? undefined : 'info'}>
          {t(isLocal ? 'reader.local' : 'reader.cloud')}
        </span>
      </Focusable>
      <Tip>{t(isLocal ? 'reader.localWhat' : 'reader.cloudWhat')}</Tip>
    </TooltipTrigger>
  );
}

/** A person or an assistant, and through which client. */
export function useSaidBy(): (reading: Pick<Reading, 'role' | 'client'>) => string {
  const { t } = useTranslation();
  return ({ role, client }) => {
    const who = t(role === 'assistant' ? 'reader.role.assistant' : 'reader.role.user');
    return client === null ? who : `${who}, ${client}`;
  };
}
