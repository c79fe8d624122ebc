// What was taken in, when and from where, and of each import what was refused: the document, the place in it, the reason.
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EvidenceImport } from '../../../../../shared/model/evidence/document.ts';
import { Disclosure } from '../../../ui/inputs/disclosure.tsx';
import { Section } from '../../../ui/section.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from './evidence.module.css';
import { evidenceStore, isFailure } from './evidence-store.ts';

/** Shown at once; the rest are older. */
const SHOWN = 20;

export function Imports() {
  const { t } = useTranslation();
  const { imports, importsFailure, load } = useStore(evidenceStore);
  if (imports === null && importsFailure)
    return <ErrorState failure={importsFailure} onRetry={() => void load()} compact />;
  if (imports === null || imports.length === 0) return null;
  return (
    <Section title={t('findings.evidence.imports')} level={2}>
      <ul>
        {imports.slice(0, SHOWN).map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
    </Section>
  );
}

const COUNTS = ['taken', 'same', 'refused', 'leftOut'] as const;

function One({ one }: { one: EvidenceImport }) {
  const { t } = useTranslation();
  const { origin, begunAt, endedAt, error, refused } = one;
  const counted = COUNTS.filter((name) => name === 'taken' || one[name] > 0);
  return (
    <li className={styles.line}>
      <span className={styles.origin} title={origin}>
        {origin}
      </span>
      <span className="quiet">
        <TimeAgo at={begunAt} />
      </span>
      <span data-refused={refused > 0 || undefined}>
        {endedAt === null && error === null
          ? t('findings.evidence.import.running')
          : counted.map((name) => t(`findings.evidence.import.${name}`, { count: one[name] })).join(', ')}
      </span>
      {error === null ? null : (
        <span className="bad">{t('findings.evidence.import.interrupted', { error })}</span>
      )}
      {refused > 0 ? (
        <Disclosure
          show={t('findings.evidence.import.show')}
          hide={t('findings.evidence.import.hide')}
          onOpen={() => void evidenceStore.getState().readRefusals(one.id)}
        >
          <Refusals importId={one.id} />
        </Disclosure>
      ) : null}
    </li>
  );
}

function Refusals({ importId }: { importId: string }) {
  const { t } = useTranslation();
  const refusals = useStore(evidenceStore, (s) => s.refusals[importId]);
  if (refusals === undefined) return <Skeleton rows={2} />;
  if (isFailure(refusals))
    return (
      <ErrorState
        failure={refusals}
        onRetry={() => void evidenceStore.getState().readRefusals(importId)}
        compact
      />
    );
  return (
    <ul className={styles.refusals}>
      {refusals.map(({ origin, path, reason }) => (
        <li key={`${origin} ${path} ${reason}`}>
          <code className="breaks">{origin}</code>{' '}
          <span className="quiet">
            {path === '' ? t('findings.evidence.import.whole') : t('findings.evidence.import.at', { path })}
          </span>
          <span className="breaks">{reason}</span>
        </li>
      ))}
    </ul>
  );
}
