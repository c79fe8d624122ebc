// What was taken in, when and from where, and of each import what was refused: the document, the place in it, the reason.
import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EvidenceImport } from '../../../../../shared/model/evidence/document.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from '../findings.module.css';
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
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.imports} tabIndex={0} aria-label={t('findings.evidence.imports')}>
      <h2>{t('findings.evidence.imports')}</h2>
      <ul>
        {imports.slice(0, SHOWN).map((one) => (
          <One key={one.id} one={one} />
        ))}
      </ul>
    </section>
  );
}

const COUNTS = ['taken', 'same', 'refused', 'leftOut'] as const;

function One({ one }: { one: EvidenceImport }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { origin, begunAt, endedAt, error, refused } = one;
  const counted = COUNTS.filter((name) => name === 'taken' || one[name] > 0);
  const toggle = () => {
    setOpen(!open);
    if (!open) void evidenceStore.getState().readRefusals(one.id);
  };
  return (
    <li className={styles.import}>
      <p className={styles.importHead}>
        <span className={styles.importOrigin} title={origin}>
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
        {refused > 0 ? (
          <Button variant="quiet" expands={open} controls={id} onPress={toggle}>
            <ChevronRight className={styles.chevron} data-open={open} size={14} strokeWidth={1.75} />
            {t(open ? 'findings.evidence.import.hide' : 'findings.evidence.import.show', { count: refused })}
          </Button>
        ) : null}
      </p>
      {error === null ? null : (
        <p className="bad">
          {t('findings.evidence.import.broken')}: {error}
        </p>
      )}
      <div id={id} hidden={!open}>
        {open ? <Refusals importId={one.id} /> : null}
      </div>
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
