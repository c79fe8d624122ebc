// The designed states every list has beside "full": empty, loading, failed. Empty states carry a small drawing made of
// the product's own marks.
import { CircleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from './failure.ts';
import { Button } from './inputs/button.tsx';
import { useLive } from './liveness.ts';
import styles from './states.module.css';
import { useRetry } from './use-retry.ts';

export type Drawing = 'flow' | 'tree' | 'claims' | 'search' | 'gate';

/** Tokens, brackets, solid and dashed strokes: the marks of the product, arranged for one idea each. */
function Sketch({ drawing }: { drawing: Drawing }) {
  return (
    <svg className={styles.sketch} viewBox="0 0 220 96" aria-hidden="true">
      {drawing === 'flow' && (
        <>
          <rect x="2" y="36" width="56" height="24" rx="6" />
          <path d="M58 48h38" />
          <path className={styles.accent} d="M104 30h-6v36h6M128 30h6v36h-6" />
          <path className={styles.accent} d="M108 42h16M108 48h12M108 54h14" />
          <path d="M136 48h30" />
          <rect x="166" y="36" width="52" height="24" rx="6" />
          <path d="M12 48h28M176 48h24" className={styles.faint} />
        </>
      )}
      {drawing === 'tree' && (
        <>
          <rect x="82" y="4" width="56" height="22" rx="6" />
          <rect className={styles.accent} x="82" y="64" width="56" height="22" rx="6" />
          <rect x="6" y="64" width="52" height="22" rx="6" className={styles.dashed} />
          <rect x="162" y="64" width="52" height="22" rx="6" className={styles.dashed} />
          <path d="M110 26v38" className={styles.accent} />
          <path d="M104 26C96 46 40 44 32 64" className={styles.dashed} />
          <path d="M116 26c8 20 64 18 72 38" className={styles.dashed} />
        </>
      )}
      {drawing === 'claims' && (
        <>
          <rect x="4" y="14" width="80" height="68" rx="8" />
          <rect x="136" y="14" width="80" height="68" rx="8" className={styles.dashed} />
          <path d="M16 32h40M16 44h56M16 56h30M148 32h40M148 44h56M148 56h30" className={styles.faint} />
          <path className={styles.wait} d="M98 34h-5v28h5M122 34h5v28h-5" />
          <path className={styles.wait} d="M106 43a4.5 4.5 0 1 1 6 4.2c-1.6.6-2 1.4-2 3M110 55v.4" />
        </>
      )}
      {drawing === 'gate' && (
        <>
          <rect x="2" y="36" width="56" height="24" rx="6" className={styles.dashed} />
          <path d="M12 48h28" className={styles.faint} />
          <path d="M58 48h34" className={styles.dashed} />
          <path className={styles.accent} d="M104 26h-8v44h8M124 26h8v44h-8" />
          <path className={styles.accent} d="M107 48l5 5 9-10" />
          <path d="M136 48h30" />
          <rect x="166" y="36" width="52" height="24" rx="6" />
          <path d="M176 48h24" className={styles.faint} />
        </>
      )}
      {drawing === 'search' && (
        <>
          <rect x="30" y="32" width="160" height="32" rx="8" className={styles.dashed} />
          <path className={styles.wait} d="M48 43a4.5 4.5 0 1 1 6 4.2c-1.6.6-2 1.4-2 3M52 55v.4" />
          <path d="M70 48h76" className={styles.faint} />
        </>
      )}
    </svg>
  );
}

interface EmptyProps {
  readonly drawing: Drawing;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}

/** Teaches in one sentence and offers one action. */
export function EmptyState({ drawing, title, text, children }: EmptyProps) {
  return (
    <div className={styles.state}>
      <Sketch drawing={drawing} />
      <h2 className={styles.title}>{title}</h2>
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}

const FIXES = [
  'UNAUTHENTICATED',
  'UNAVAILABLE',
  'NOT_FOUND',
  'INVALID_INPUT',
  'STALE_VERSION',
  'ACTION_NOT_ALLOWED',
  'NOT_KNOWN',
] as const;

/** In place of what could not be read while nobody was there: it comes by itself. */
function NotYetRead({ compact }: { compact?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <p className={compact ? styles.awaited : styles.awaitedWhole}>
      <Unplug size={16} strokeWidth={1.5} />
      {t('connection.awaited')}
    </p>
  );
}

interface ErrorProps {
  readonly failure: Failure;
  readonly onRetry?: (() => void) | undefined;
  readonly compact?: boolean;
}

/**
 * What failed, what to do about it, and the id to find it in the log. What can be tried again is, by itself: when the
 * connection is back, and with growing pauses where the core had a trouble that may pass.
 */
export function ErrorState({ failure, onRetry, compact }: ErrorProps) {
  const { t } = useTranslation();
  const tries = useRetry(failure, onRetry);
  if (failure.offline && onRetry) return <NotYetRead compact={compact} />;
  const fix = FIXES.find((code) => code === failure.code) ?? 'other';
  return (
    <div className={compact ? styles.notice : styles.state} role="alert">
      <p className={styles.failed}>
        <CircleAlert size={16} strokeWidth={1.5} />
        <strong>{t('state.failed')}</strong>
      </p>
      <p className={styles.text}>{failure.message}</p>
      <p className={styles.text}>{t(tries ? 'state.triesAgain' : `state.fix.${fix}`)}</p>
      <p className={styles.code}>
        {failure.code}
        {failure.requestId ? ` · ${t('state.requestId', { id: failure.requestId })}` : ''}
      </p>
      {onRetry ? <Button onPress={onRetry}>{t('action.retry')}</Button> : null}
    </div>
  );
}

/** Grey rows in place of a list that is on its way; widths vary so that it reads as text. */
export function Skeleton({ rows = 8, label }: { rows?: number; label?: string }) {
  const { t } = useTranslation();
  const live = useLive();
  if (!live) return <NotYetRead compact={rows < 8} />;
  return (
    <div className={styles.skeleton} role="status">
      <span className="sr-only">{label ?? t('state.loading')}</span>
      {Array.from({ length: rows }, (_, row) => (
        <span
          key={`row-${String(row)}`}
          className={styles.bone}
          style={{ width: `${String(48 + ((row * 37) % 44))}%` }}
        />
      ))}
    </div>
  );
}

/** In place of a list without rows; takes the focus that the list would have. */
export function Rest({ children }: { children: ReactNode }) {
  return (
    <div className={styles.rest} data-rest tabIndex={-1}>
      {children}
    </div>
  );
}

interface ListStatesProps {
  /** Null until it was read. */
  readonly list: readonly unknown[] | null;
  readonly failure: Failure | null;
  readonly onRetry: () => void;
  readonly loading: ReactNode;
  readonly nothing: ReactNode;
  /** Its rows. */
  readonly children: ReactNode;
}

/** A list in its states: on its way, failed, without rows, and with rows, that are older where reading them again failed. */
export function ListStates({ list, failure, onRetry, loading, nothing, children }: ListStatesProps) {
  if (list === null) return failure ? <ErrorState failure={failure} onRetry={onRetry} /> : loading;
  if (list.length === 0) return <Rest>{nothing}</Rest>;
  return (
    <>
      {failure && !failure.offline ? <ErrorState failure={failure} onRetry={onRetry} compact /> : null}
      {children}
    </>
  );
}
