// What went into the prompt, in place: the block's lines marked and each a way to its concept and its source sentence.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecalledLine, TrafficDetail } from '../../../../shared/model/traffic.ts';
import { api, describeFailure } from '../../session/client.ts';
import { RecollectionLine } from '../../session/marks.tsx';
import { useStatus } from '../../session/system-store.ts';
import { say, sayFailed } from '../../session/toasts.tsx';
import { CopyButton } from '../../ui/copy.tsx';
import { Toggle } from '../../ui/inputs/toggle.tsx';
import { Section } from '../../ui/section.tsx';
import styles from './detail.module.css';
import { LineSource } from './line-source.tsx';
import { type PromptLine, promptLines } from './prompt-lines.ts';

export function PromptDiff({ detail }: { detail: TrafficDetail }) {
  const { t } = useTranslation();
  const { diff, row, lines } = detail;
  if (!diff) {
    return (
      <Section title={t('traffic.detail.prompt')}>
        <p className="muted">
          {t('traffic.detail.untouched')} {t(`traffic.reason.${row.reason}`)}.
        </p>
      </Section>
    );
  }
  return (
    <Section
      title={t('traffic.detail.prompt')}
      aside={
        <>
          <span className={styles.where}>{t('traffic.detail.where', { where: diff.where })}</span>
          <CopyButton text={diff.block} label={t('traffic.detail.copyBlock')} />
        </>
      }
    >
      <div className={styles.prompt}>
        {keyed(promptLines(diff, lines)).map(({ key, line }) => (
          <Line key={key} line={line} project={row.project} />
        ))}
      </div>
      {diff.truncated ? <p className={styles.note}>{t('traffic.detail.truncated')}</p> : null}
      {diff.bodiesKept ? null : <KeepBodies />}
    </Section>
  );
}

/** Lines may repeat, so each is keyed by its place; the list is replaced as a whole. */
const keyed = (lines: readonly PromptLine[]) =>
  lines.map((line, index) => ({ key: `line-${String(index)}`, line }));

function Line({ line, project }: { line: PromptLine; project: string }) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState(false);
  switch (line.kind) {
    case 'context':
      return <div className={styles.context}>{line.text || ' '}</div>;
    case 'fold':
      return unfolded ? (
        line.texts.map((text, index) => (
          <div key={`fold-${String(index)}`} className={styles.context}>
            {text || ' '}
          </div>
        ))
      ) : (
        <button type="button" className={styles.fold} onClick={() => setUnfolded(true)}>
          {t('traffic.detail.gap', { count: line.count })}
        </button>
      );
    case 'added':
      return <Added text={line.text} recalled={line.recalled} project={project} />;
  }
}

interface AddedProps {
  readonly text: string;
  readonly recalled: RecalledLine | null;
  readonly project: string;
}

function Added({ text, recalled, project }: AddedProps) {
  const { t } = useTranslation();
  const isTag = recalled === null;
  return (
    <div className={styles.added} data-kind={recalled?.kind ?? 'tag'}>
      <span className={styles.gutter} aria-hidden="true">
        +
      </span>
      <span className="sr-only">{t('traffic.detail.added')}: </span>
      {isTag ? (
        <span className={styles.tag}>{text}</span>
      ) : (
        <LineSource recalled={recalled} project={project}>
          <RecollectionLine line={text} />
        </LineSource>
      )}
    </div>
  );
}

/** The honest text when prompts are not kept, and the switch that changes it. */
function KeepBodies() {
  const { t } = useTranslation();
  const kept = useStatus()?.bodiesKept ?? false;
  const [busy, setBusy] = useState(false);
  /** What was answered last; the status says the same within a second. */
  const [answered, setAnswered] = useState<boolean | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the status speaks again, it is the one to believe.
  useEffect(() => setAnswered(null), [kept]);
  async function change(keep: boolean): Promise<void> {
    setBusy(true);
    try {
      await api.system.setSetting({ key: 'traffic_keep_bodies', value: keep });
      setAnswered(keep);
      say(keep ? t('traffic.detail.keepOn') : t('traffic.detail.keepOff'));
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
    setBusy(false);
  }
  return (
    <div className={styles.keep}>
      <p>{t('traffic.detail.notKept')}</p>
      <Toggle writes isSelected={answered ?? kept} isDisabled={busy} onChange={(keep) => void change(keep)}>
        {t('traffic.detail.keep')}
      </Toggle>
    </div>
  );
}
