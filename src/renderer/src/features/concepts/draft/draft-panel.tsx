// The staging area: the edits of the draft with what each does or what stands against it, what they do together, what agents will be told,
// and the two ways out: applied as one, with a reason, or dropped.
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { describeFailure } from '../../../session/client.ts';
import { MarkedText, RecollectionLine } from '../../../session/marks.tsx';
import { say } from '../../../session/toasts.tsx';
import { cx } from '../../../ui/cx.ts';
import type { Failure } from '../../../ui/failure.ts';
import { formatCount } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { TextField } from '../../../ui/inputs/text-field.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Section } from '../../../ui/section.tsx';
import { conceptsStore } from '../concepts-store.ts';
import { offerUndo } from '../undo-action.ts';
import { Against } from './against.tsx';
import styles from './draft.module.css';
import { draftStore, type Look, MOST_EDITS } from './draft-store.ts';
import { editWords } from './edit-words.ts';

const KEYS = [
  ['Space', 'select'],
  ['m', 'carry'],
  ['a', 'add'],
  ['F2', 'rename'],
  ['Delete', 'forget'],
  ['Shift+F10', 'menu'],
] as const;

export function DraftPanel() {
  const { t } = useTranslation();
  const { edits, look, failure } = useStore(draftStore);
  if (edits.length === 0) return <Nothing />;
  return (
    <>
      <EditList />
      {look === null ? (
        <p className={cx(styles.asking, failure ? 'bad' : 'quiet')} role={failure ? 'alert' : 'status'}>
          {failure?.message ?? t('concepts.edit.panel.asking')}
        </p>
      ) : (
        <Effect look={look} />
      )}
      <Ways look={look} />
    </>
  );
}

function Nothing() {
  const { t } = useTranslation();
  return (
    <div className={styles.nothing}>
      <h3>{t('concepts.edit.panel.emptyTitle')}</h3>
      <p>{t('concepts.edit.panel.empty')}</p>
      <ul>
        {KEYS.map(([keys, word]) => (
          <li key={keys}>
            <Kbd keys={keys} /> {t(`concepts.edit.panel.keys.${word}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function EditList() {
  const { t } = useTranslation();
  const { edits, look: latest, looked, leaveOut } = useStore(draftStore);
  const look = looked === edits ? latest : null;
  const problems = new Map(look?.problems.map((problem) => [problem.at, problem]));
  return (
    <Section title={t('concepts.edit.panel.list')}>
      <ol className={styles.edits}>
        {edits.map((edit, at) => {
          const words = look?.summaries[at] ?? editWords(edit, t);
          const problem = problems.get(at);
          return (
            <li key={`${String(at)} ${words}`} data-problem={problem !== undefined}>
              <span className={styles.number}>{at + 1}</span>
              <div className={styles.words}>
                <MarkedText text={words} />
                {problem ? <Against problem={problem} /> : null}
              </div>
              <IconButton
                icon={X}
                label={t('concepts.edit.panel.leaveOut', { what: words })}
                onPress={() => leaveOut(at)}
              />
            </li>
          );
        })}
      </ol>
    </Section>
  );
}

const COUNTED = ['added', 'moved', 'ended', 'confirmed', 'dimensions', 'opened', 'settled'] as const;

function Effect({ look }: { look: Look }) {
  const { t } = useTranslation();
  const { totals, recollections, basis, isFinal } = look;
  const parts = COUNTED.filter((of) => totals[of] > 0).map((of) =>
    t(`concepts.edit.panel.${of}`, { count: totals[of] }),
  );
  const told =
    totals.retold === recollections.length
      ? t('concepts.edit.panel.toldCount', { count: totals.retold })
      : t('concepts.edit.panel.toldShown', {
          shown: formatCount(recollections.length),
          total: formatCount(totals.retold),
        });
  return (
    <>
      <Section title={t('concepts.edit.panel.effect')}>
        <p>{basis === null ? t('concepts.edit.panel.nothing') : `${parts.join(', ')}.`}</p>
        {isFinal ? <p className="wait">{t('concepts.edit.panel.final')}</p> : null}
      </Section>
      <Section
        title={t('concepts.edit.panel.told')}
        aside={totals.retold > 0 ? <span className="quiet">{told}</span> : null}
      >
        {recollections.length === 0 ? <p className="quiet">{t('concepts.edit.panel.toldSame')}</p> : null}
        <ul className={styles.told}>
          {recollections.map(({ concept, before, after }) => (
            <li key={concept}>
              <Line word={t('concepts.edit.panel.before')} line={before} sign="−" />
              <Line word={t('concepts.edit.panel.after')} line={after} sign="+" />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function Line({ word, line, sign }: { word: string; line: string | null; sign: '+' | '−' }) {
  const { t } = useTranslation();
  return (
    <p className={sign === '+' ? styles.then : styles.now}>
      <span className={styles.sign} aria-hidden="true">
        {sign}
      </span>
      <span className="sr-only">{word}: </span>
      {line === null ? (
        <span className="quiet">{t('concepts.edit.panel.toldNothing')}</span>
      ) : (
        <RecollectionLine line={line} />
      )}
    </p>
  );
}

function Ways({ look }: { look: Look | null }) {
  const { t } = useTranslation();
  const { edits, looked, busy, apply, drop } = useStore(draftStore);
  const [reason, setReason] = useState('');
  const [failure, setFailure] = useState<Failure | null>(null);
  const isTooMany = edits.length > MOST_EDITS;
  const problems = look?.problems.length ?? 0;
  const canApply =
    !busy && looked === edits && !isTooMany && problems === 0 && look !== null && look.basis !== null;
  async function submit(): Promise<void> {
    setFailure(null);
    try {
      const action = await apply(reason.trim());
      setReason('');
      await conceptsStore.getState().refresh();
      offerUndo(action.id, action.summary);
    } catch (thrown) {
      setFailure(describeFailure(thrown));
    }
  }
  return (
    <div className={styles.ways}>
      {problems > 0 ? <p className="bad">{t('concepts.edit.panel.problems', { count: problems })}</p> : null}
      {isTooMany ? <p className="bad">{t('concepts.edit.panel.tooMany', { most: MOST_EDITS })}</p> : null}
      {failure ? (
        <p className="bad" role="alert">
          {failure.message}
        </p>
      ) : null}
      <TextField
        label={t('concepts.edit.panel.reason')}
        value={reason}
        onChange={setReason}
        maxLength={500}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !canApply) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className={styles.buttons}>
        <Button variant="primary" icon={Check} writes isDisabled={!canApply} onPress={() => void submit()}>
          {t('concepts.edit.panel.apply', { count: edits.length })}
        </Button>
        <Button
          variant="quiet"
          isDisabled={busy}
          onPress={() => {
            drop();
            say(t('concepts.edit.panel.dropped'));
          }}
        >
          {t('concepts.edit.panel.drop')}
        </Button>
      </div>
    </div>
  );
}
