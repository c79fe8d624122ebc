// What edits would do, looked at before they are applied as one with a reason: true totals, the first changes, what agents would be
// told instead, and what stands in the way with the facts that prove it. Nothing is applied that was not shown.
import { CircleAlert } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditProblem, EditsPreview, GraphEdit } from '../../../../../shared/model/memory/graph-edit.ts';
import { attempt, newestOnly } from '../../../session/ask.ts';
import { DimensionMark, MarkedText, RecollectionLine, Token } from '../../../session/marks.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import type { Failure } from '../../../ui/failure.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { applyEdits, previewEdits } from './apply-edits.ts';
import styles from './dimension.module.css';

interface ApplyDialogProps {
  readonly title: string;
  readonly edits: readonly GraphEdit[];
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

const LONGEST_REASON = 500;

/** Reads what they would do, again when asked. */
function usePreview(edits: readonly GraphEdit[]) {
  const [preview, setPreview] = useState<EditsPreview | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const asking = useMemo(newestOnly, []);
  const look = useCallback(() => {
    setFailure(null);
    void asking(() => previewEdits(edits), setPreview, setFailure);
  }, [edits, asking]);
  useEffect(look, [look]);
  return { preview, failure, setFailure, look };
}

export function ApplyDialog({ title, edits, onClose, onDone }: ApplyDialogProps) {
  const { t } = useTranslation();
  const { preview, failure, setFailure, look } = usePreview(edits);
  const [reason, setReason] = useState('');
  const [busy, setBusy] = useState(false);
  const basis = preview !== null && preview.problems.length === 0 ? preview.basis : null;
  async function apply(): Promise<void> {
    if (basis === null || busy) return;
    setBusy(true);
    const text = preview?.summaries.filter((line) => line !== null).join('; ') ?? title;
    const failed = await attempt(() => applyEdits(edits, { text, basis, reason: reason.trim() }));
    setBusy(false);
    setFailure(failed);
    if (failed !== null) return;
    onClose();
    onDone?.();
  }
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      width="wide"
      staysOpen
      foot={
        <>
          <Button onPress={onClose}>{t('action.cancel')}</Button>
          <Button
            variant="primary"
            writes
            isDisabled={basis === null || busy || failure !== null}
            onPress={() => void apply()}
          >
            {t('concepts.effect.apply')}
          </Button>
        </>
      }
    >
      {failure !== null ? <ErrorState failure={failure} onRetry={look} compact /> : null}
      {preview === null ? failure === null ? <Skeleton rows={5} /> : null : <Effect preview={preview} />}
      <TextField
        label={t('concepts.effect.reason')}
        placeholder={t('concepts.effect.reasonPlaceholder')}
        value={reason}
        onChange={setReason}
        maxLength={LONGEST_REASON}
      />
    </Dialog>
  );
}

function Effect({ preview }: { preview: EditsPreview }) {
  const { t } = useTranslation();
  const { summaries, problems, totals, recollections, basis } = preview;
  const lines = summaries.filter((line) => line !== null);
  const said = Object.entries(totals).filter(([, count]) => count > 0) as [keyof typeof totals, number][];
  return (
    <div className={styles.effect} role="status">
      {lines.length === 0 ? null : (
        <ul className={styles.summaries}>
          {lines.map((line) => (
            <li key={line}>
              <MarkedText text={line} />
            </li>
          ))}
        </ul>
      )}
      {problems.map((problem) => (
        <Problem key={`${String(problem.at)} ${problem.message}`} problem={problem} />
      ))}
      {basis === null && problems.length === 0 ? <p>{t('concepts.effect.nothing')}</p> : null}
      {said.length === 0 ? null : (
        <ul className={styles.totals}>
          {said.map(([what, count]) => (
            <li key={what}>{t(`concepts.effect.totals.${what}`, { count })}</li>
          ))}
        </ul>
      )}
      {basis === null ? null : <Retold recollections={recollections} retold={totals.retold} />}
    </div>
  );
}

function Retold({ recollections, retold }: { recollections: EditsPreview['recollections']; retold: number }) {
  const { t } = useTranslation();
  if (retold === 0) return <p className="quiet">{t('concepts.effect.sameTold')}</p>;
  return (
    <div>
      <h3 className={styles.subtitle}>
        {t('concepts.effect.told', { shown: recollections.length, count: retold })}
      </h3>
      <ul className={styles.retold}>
        {recollections.map(({ concept, before, after }) => (
          <li key={concept}>
            <Told name={t('concepts.effect.before')} line={before} />
            <Told name={t('concepts.effect.after')} line={after} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Told({ name, line }: { name: string; line: string | null }) {
  const { t } = useTranslation();
  return (
    <p className={styles.told}>
      <span className="quiet">{name}</span>
      <span className="breaks">
        {line === null ? (
          <span className="quiet">{t('concepts.effect.toldNothing')}</span>
        ) : (
          <RecollectionLine line={line} />
        )}
      </span>
    </p>
  );
}

/** Why it cannot be, and the facts that prove it. */
export function Problem({ problem: { message, path } }: { problem: EditProblem }) {
  const { t } = useTranslation();
  return (
    <div className={styles.problem} role="alert">
      <CircleAlert size={14} strokeWidth={1.75} />
      <div>
        <p>
          <b>{t('concepts.effect.notPossible')}</b> {message}
        </p>
        {path.length === 0 ? null : (
          <ul>
            {path.map(({ edgeId, concept, dimension, parent }) => (
              <li key={edgeId}>
                <Token token={concept} plain /> <DimensionMark name={dimension} />{' '}
                <Token token={parent} plain />
              </li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}
