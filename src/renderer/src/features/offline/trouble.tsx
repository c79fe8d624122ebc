// Why a step is not done, and the way on: a file that was refused, by its name; what was asked while the connection broke; what is not there any more; anything else as everywhere.
import { CircleHelp, CircleSlash, FileX, ShieldX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../ui/failure.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './offline.module.css';

interface Again {
  readonly words: string;
  readonly run: () => void;
}

const ICON = { size: 16, strokeWidth: 1.75, 'aria-hidden': true } as const;

interface TroubleProps {
  readonly failure: Failure;
  /** What is so when the connection broke in the middle, and when it was stopped. */
  readonly broken: string;
  readonly cancelled: string;
  /** What is known beside any other failure. */
  readonly besides?: string;
  readonly again: Again;
}

/** It was sent with a call, and the call does not find it: the program is another one, or it is taken in. */
export const isGone = ({ code }: Failure): boolean => code === 'NOT_FOUND';

/** The first file of a bundle that is not right, where that is why. */
export function refusalIn({ details }: Failure): { readonly file: string; readonly reason: string } | null {
  const { file, reason } = details;
  return typeof file === 'string' && typeof reason === 'string' ? { file, reason } : null;
}

export function Trouble({ failure, broken, cancelled, besides, again }: TroubleProps) {
  const refusal = refusalIn(failure);
  const way = (
    <Button writes onPress={again.run}>
      {again.words}
    </Button>
  );
  if (refusal) return <Refused {...refusal}>{besides ? <p>{besides}</p> : null}</Refused>;
  if (failure.code === 'NOT_KNOWN')
    return (
      <Notice tone="wait" icon={<CircleHelp {...ICON} />} words={broken}>
        {way}
      </Notice>
    );
  if (failure.code === 'CANCELLED')
    return (
      <Notice icon={<CircleSlash {...ICON} />} words={cancelled}>
        {way}
      </Notice>
    );
  return (
    <div className={styles.trouble}>
      <ErrorState failure={failure} compact />
      {besides ? <p>{besides}</p> : null}
      <div className="buttons">{way}</div>
    </div>
  );
}

/** What was let go of before anything came of it, and asking for it again. */
export function NotDone({ words, again }: { words: string; again: Again }) {
  return (
    <>
      <p className="muted">{words}</p>
      <div className="buttons">
        <Button variant="primary" writes onPress={again.run}>
          {again.words}
        </Button>
      </div>
    </>
  );
}

interface NoticeProps {
  readonly tone?: 'ok' | 'wait' | 'bad' | 'info';
  readonly icon: ReactNode;
  readonly words: ReactNode;
  readonly children?: ReactNode;
}

/** What is so, in a sentence that stands out, and what can be done. */
export function Notice({ tone, icon, words, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <p className={styles.noticeWords}>
        {icon}
        <span>{words}</span>
      </p>
      {children ? <div className={styles.noticeRest}>{children}</div> : null}
    </div>
  );
}

/** What is named where the file is something else; the reason says what, and what to do. */
const NO_BUNDLE = '(no bundle)';

/** Loud: what is wrong with the bundle, and where. */
export function Refused({ file, reason, children }: { file: string; reason: string; children?: ReactNode }) {
  const { t } = useTranslation();
  if (file === NO_BUNDLE)
    return (
      <Notice tone="bad" icon={<FileX {...ICON} />} words={<b>{t('offline.verified.noBundle')}</b>}>
        <p>{reason}</p>
      </Notice>
    );
  return (
    <div className={styles.refused} data-tone="bad" role="alert">
      <p className={styles.refusedTitle}>
        <ShieldX size={20} strokeWidth={1.75} aria-hidden="true" />
        <span>{t('offline.verified.refused', { file })}</span>
      </p>
      <p>{reason}</p>
      <p>{t('offline.verified.refusedText')}</p>
      {children}
    </div>
  );
}
