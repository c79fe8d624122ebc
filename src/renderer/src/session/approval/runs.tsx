// Exactly what runs, and what that changes: the command as it is, the preview, the diff line by line.
import { useTranslation } from 'react-i18next';
import type { Plan } from '../../../../shared/model/approval.ts';
import { CopyButton } from '../../ui/copy.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './card.module.css';
import { diffLines } from './diff-lines.ts';

export function Runs({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t('approval.runs')}
      aside={<CopyButton text={plan.runs} label={t('approval.copyRuns')} />}
    >
      <pre className={styles.runs} data-runs>
        {plan.runs}
      </pre>
      {plan.long ? <p className={styles.aside}>{t('approval.long')}</p> : null}
    </Section>
  );
}

export function Preview({ preview }: { preview: NonNullable<Plan['preview']> }) {
  const { t } = useTranslation();
  return preview.kind === 'diff' ? (
    <Section title={t('approval.changes')}>
      <Diff text={preview.text} />
    </Section>
  ) : (
    <Section title={t('approval.preview')}>
      <pre className={styles.text}>{preview.text}</pre>
    </Section>
  );
}

const SIGN = { added: '+', removed: '−', same: '', place: '' } as const;

function Diff({ text }: { text: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.diff}>
      {diffLines(text).map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may repeat; the list is replaced as a whole.
        <div key={at} className={styles.line} data-kind={line.kind}>
          <span className={styles.gutter} aria-hidden="true">
            {SIGN[line.kind]}
          </span>
          {line.kind === 'added' ? <span className="sr-only">{t('approval.lineAdded')}: </span> : null}
          {line.kind === 'removed' ? <span className="sr-only">{t('approval.lineRemoved')}: </span> : null}
          <span>{line.text || ' '}</span>
        </div>
      ))}
    </div>
  );
}
