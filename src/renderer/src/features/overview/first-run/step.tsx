// One step: how it is, what was found, what to do about it, and the ways to put it aside or to change what only the start can change.
import { Check, CircleAlert, CircleDashed, CircleMinus } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { FirstRunStep } from '../../../../../shared/model/start/first-run.ts';
import type { SystemStatus } from '../../../../../shared/model/status.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { CopyButton } from '../../../ui/copy.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from './first-run.module.css';
import { firstRunStore } from './first-run-store.ts';
import { ModelStep } from './model-step.tsx';
import { ReaderStep } from './reader-step.tsx';
import { RequestStep } from './request-step.tsx';
import { UpstreamStep } from './upstream-step.tsx';

interface StepProps {
  readonly step: FirstRunStep;
  readonly number: number;
  /** It is the first that is left. */
  readonly isNext: boolean;
  readonly status: SystemStatus;
}

const ICON = { ok: Check, open: CircleDashed, bad: CircleAlert, skipped: CircleMinus } as const;
const TONE = { ok: 'ok', open: undefined, bad: 'bad', skipped: undefined } as const;

export function Step({ step, number, isNext, status }: StepProps) {
  const { t } = useTranslation();
  const { skip } = useStore(firstRunStore);
  const body = useId();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const { name, state, said, skipped } = step;
  const shown = skipped && state !== 'ok' ? 'skipped' : state;
  const Icon = ICON[shown];
  const title = t(`overview.first.name.${name}`);
  const isOpen = chosen ?? (isNext || shown === 'bad');
  async function put(on: boolean): Promise<void> {
    setChosen(null);
    const refused = await skip(name, on);
    if (refused) sayFailed(refused.message);
  }
  return (
    <li className={styles.step} data-tone={TONE[shown]} data-state={shown}>
      <Icon className={styles.mark ?? ''} size={18} strokeWidth={1.75} aria-hidden="true" />
      <div className={styles.words}>
        <h2 className={styles.name}>
          {number}. {title} <span className={styles.state}>{t(`overview.first.state.${shown}`)}</span>
        </h2>
        <p className={styles.what}>{shown === 'skipped' ? t(`overview.first.what.${name}`) : said}</p>
      </div>
      <div className={styles.ways}>
        {shown === 'skipped' ? (
          <Button
            variant="quiet"
            writes
            label={t('overview.first.takeUpOf', { name: title })}
            onPress={() => void put(false)}
          >
            {t('overview.first.takeUp')}
          </Button>
        ) : null}
        {shown === 'open' || shown === 'bad' ? (
          <Button
            variant="quiet"
            writes
            label={t('overview.first.skipOf', { name: title })}
            onPress={() => void put(true)}
          >
            {t('overview.first.skip')}
          </Button>
        ) : null}
        {shown === 'skipped' ? null : (
          <Button
            variant="quiet"
            label={t(state === 'ok' ? 'overview.first.changeOf' : 'overview.first.setUpOf', { name: title })}
            expands={isOpen}
            controls={body}
            onPress={() => setChosen(!isOpen)}
          >
            {t(state === 'ok' ? 'overview.first.change' : 'overview.first.setUp')}
          </Button>
        )}
      </div>
      <div id={body} className={styles.body} hidden={!isOpen || shown === 'skipped'}>
        {isOpen && shown !== 'skipped' ? <Body step={step} status={status} /> : null}
      </div>
    </li>
  );
}

function Body({ step, status }: Pick<StepProps, 'step' | 'status'>) {
  const { t } = useTranslation();
  const { name, fix, line, state } = step;
  const changes =
    name === 'folder'
      ? 'overview.first.changeFolder'
      : name === 'database'
        ? 'overview.first.changeDatabase'
        : null;
  return (
    <>
      {fix === null ? null : <p>{fix}</p>}
      {fix === null && changes !== null ? <p>{t(changes)}</p> : null}
      {line === null ? null : (
        <p className={styles.line}>
          <code>{line}</code>
          <CopyButton text={line} label={t('overview.first.copy')} />
        </p>
      )}
      {name === 'upstream' ? <UpstreamStep /> : null}
      {name === 'model' ? <ModelStep isThere={state === 'ok'} /> : null}
      {name === 'reader' ? <ReaderStep isOn={state === 'ok'} /> : null}
      {name === 'request' ? <RequestStep status={status} /> : null}
    </>
  );
}
