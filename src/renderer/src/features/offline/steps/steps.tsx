// Steps one below the other, all in sight: those that are done in one line with what came of them, the one at hand open, those ahead with what they are for. The focus goes
// along with the step that opens; Esc closes a done step that was opened again.
import { Check, ChevronRight, CircleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from './steps.module.css';

export interface StepOf<S extends string> {
  readonly step: S;
  readonly title: string;
  /** What it is for, said while it is ahead. */
  readonly ahead: string;
  /** What came of it, said once it is done. */
  readonly summary: ReactNode;
  /** Done, and not without a doubt. */
  readonly isDoubted?: boolean;
  readonly content: () => ReactNode;
}

interface StepsProps<S extends string> {
  readonly label: string;
  readonly steps: readonly StepOf<S>[];
  readonly reached: S;
  readonly open: S;
  /** The last one came to its end. */
  readonly isDone: boolean;
  readonly onShow: (step: S) => void;
}

export function Steps<S extends string>({ label, steps, reached, open, isDone, onShow }: StepsProps<S>) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(open);
  useEffect(() => {
    if (shown.current === open) return;
    shown.current = open;
    // Not away from where else the operator works meanwhile.
    const here = document.activeElement;
    if (here !== document.body && !list.current?.contains(here)) return;
    list.current?.querySelector<HTMLElement>('[data-open="true"] [data-step-title]')?.focus();
  }, [open]);
  const at = steps.findIndex(({ step }) => step === reached);
  return (
    <ol ref={list} className={styles.steps} aria-label={label}>
      {steps.map((one, n) => (
        <Step
          key={one.step}
          {...one}
          number={n + 1}
          state={n < at || (n === at && isDone) ? 'done' : n === at ? 'now' : 'ahead'}
          isOpen={one.step === open}
          isLast={one.step === reached}
          onShow={(show) => onShow(show ? one.step : reached)}
        />
      ))}
    </ol>
  );
}

interface StepProps extends Omit<StepOf<string>, 'step'> {
  readonly number: number;
  readonly state: 'done' | 'now' | 'ahead';
  readonly isOpen: boolean;
  /** There is none behind it to go back to. */
  readonly isLast: boolean;
  readonly onShow: (show: boolean) => void;
}

function Step({
  number,
  title,
  state,
  isOpen,
  isLast,
  ahead,
  summary,
  isDoubted,
  content,
  onShow,
}: StepProps) {
  const { t } = useTranslation();
  return (
    <li
      className={styles.step}
      data-state={state}
      data-open={isOpen}
      data-doubted={(state === 'done' && isDoubted) || undefined}
      {...(state === 'now' ? { 'aria-current': 'step' } : {})}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !isOpen || isLast) return;
        event.preventDefault();
        onShow(false);
      }}
    >
      <span className={styles.mark} aria-hidden="true">
        {state !== 'done' ? (
          number
        ) : isDoubted ? (
          <CircleAlert size={14} strokeWidth={2} />
        ) : (
          <Check size={14} strokeWidth={2} />
        )}
      </span>
      <div className={styles.head}>
        <h2 className={styles.title} tabIndex={-1} data-step-title>
          {title}
          {state === 'done' ? <span className="sr-only"> ({t('offline.step.done')})</span> : null}
        </h2>
        {state === 'done' && !isOpen ? <div className={styles.summary}>{summary}</div> : null}
        {state === 'ahead' || isLast ? null : (
          <Button
            variant="quiet"
            expands={isOpen}
            label={t(isOpen ? 'offline.step.hideOf' : 'offline.step.showOf', { number, title })}
            onPress={() => onShow(!isOpen)}
          >
            <ChevronRight className={styles.chevron} data-open={isOpen} size={14} strokeWidth={1.75} />
            {t(isOpen ? 'offline.step.hide' : 'offline.step.show')}
          </Button>
        )}
      </div>
      {state === 'ahead' ? <p className={styles.ahead}>{ahead}</p> : null}
      {isOpen ? <div className={styles.content}>{content()}</div> : null}
    </li>
  );
}
