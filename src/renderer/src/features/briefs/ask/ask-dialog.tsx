// The form: what about, which task, with which profile, of what; what will happen; and what became of it.
import { LoaderCircle, Sparkles } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { BriefProfileView } from '../../../../../shared/model/evidence/brief.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Button, Segments } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Combo } from '../../../ui/inputs/combo.tsx';
import { Skeleton } from '../../../ui/states.tsx';
import { briefsStore } from '../briefs-store.ts';
import { TASK_ICON, TASKS } from '../words.ts';
import styles from './ask.module.css';
import { askStore } from './ask-store.ts';
import { CloudDialog, CloudSwitch } from './cloud.tsx';
import { Outcome } from './outcome.tsx';
import { type Suggestions, useSuggestions } from './use-suggestions.tsx';
import { WhatHappens } from './what-happens.tsx';
import { isRefused, willOf } from './will.ts';

export function AskDialog() {
  const { t } = useTranslation();
  const { isOpen, isAsking, queued, draft, close, cancel } = useStore(askStore);
  const live = useStore(briefsStore, (s) => s.live);
  const [previews, setPreviews] = useState(false);
  const suggestions = useSuggestions(isOpen);
  const form = useId();
  const isBusy = isAsking || queued !== null;
  const profile = live?.profiles.find(({ name }) => name === draft.profile);
  const isTaskOn = live?.tasks[draft.task] ?? true;
  const cannot = profile !== undefined && isRefused(willOf(profile, isTaskOn));
  return (
    <>
      <Dialog
        title={t('briefs.ask.title')}
        isOpen={isOpen && !previews}
        onClose={close}
        staysOpen
        width="wide"
        foot={
          <>
            <Button variant="quiet" onPress={close}>
              {t(isBusy ? 'briefs.ask.closeWaits' : 'briefs.ask.close')}
            </Button>
            <span className="push" />
            {queued === null ? null : (
              <Button writes onPress={() => void cancel()}>
                {t('briefs.ask.wait.cancel')}
              </Button>
            )}
            <SubmitButton form={form} isBusy={isBusy} cannot={cannot} />
          </>
        }
      >
        {profile === undefined ? (
          <Skeleton rows={4} />
        ) : (
          <Form
            id={form}
            profile={profile}
            isTaskOn={isTaskOn}
            suggestions={suggestions}
            onPreview={() => setPreviews(true)}
          />
        )}
      </Dialog>
      <CloudDialog isOpen={isOpen && previews} onClose={() => setPreviews(false)} />
    </>
  );
}

interface SubmitProps {
  readonly form: string;
  readonly isBusy: boolean;
  readonly cannot: boolean;
}

/** Stands in the dialog's foot, and belongs to the form all the same. */
function SubmitButton({ form, isBusy, cannot }: SubmitProps) {
  const { t } = useTranslation();
  const submit = () => {
    const found = document.getElementById(form);
    if (found instanceof HTMLFormElement) found.requestSubmit();
  };
  return (
    <span data-send>
      <Button variant="primary" icon={Sparkles} writes isDisabled={cannot} isEarly={isBusy} onPress={submit}>
        {t(isBusy ? 'briefs.ask.asking' : 'briefs.ask.go')}
      </Button>
    </span>
  );
}

interface FormProps {
  readonly id: string;
  readonly profile: BriefProfileView;
  readonly isTaskOn: boolean;
  readonly suggestions: Suggestions;
  readonly onPreview: () => void;
}

function Form({ id, profile, isTaskOn, suggestions, onPreview }: FormProps) {
  const { t } = useTranslation();
  const { keys, artifacts, isReading } = suggestions;
  const { draft, problem, outcome, change, begin } = useStore(askStore);
  const live = useStore(briefsStore, (s) => s.live);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { isAsking, queued } = askStore.getState();
    if (!isAsking && queued === null && !isRefused(willOf(profile, isTaskOn))) void begin();
  };
  return (
    <form id={id} className={styles.form} onSubmit={submit} noValidate>
      <div>
        <Combo
          label={t('briefs.ask.key')}
          value={draft.advisoryKey}
          onChange={(advisoryKey) => change({ advisoryKey })}
          options={keys}
          reading={isReading ? t('briefs.ask.reading') : null}
          placeholder={t('briefs.ask.keyPlace')}
          problem={problem === null ? null : t('briefs.ask.keyMissing')}
        />
        <p className="quiet">{t('briefs.ask.keyHint')}</p>
      </div>
      <div className={styles.row}>
        <div className={styles.field}>
          <span className={styles.label} aria-hidden="true">
            {t('briefs.ask.task')}
          </span>
          <Segments
            label={t('briefs.ask.task')}
            value={draft.task}
            onChange={(task) => change({ task })}
            options={TASKS.map((value) => {
              const Icon = TASK_ICON[value];
              return {
                value,
                label: (
                  <>
                    <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
                    {t(`briefs.task.${value}`)}
                  </>
                ),
              };
            })}
          />
        </div>
        <div className={styles.field}>
          <span className={styles.label} aria-hidden="true">
            {t('briefs.ask.profile')}
          </span>
          <Choice
            label={t('briefs.ask.profile')}
            value={draft.profile}
            onChange={(name) => change({ profile: name })}
            options={(live?.profiles ?? []).map(({ name, title }) => ({ value: name, label: title }))}
          />
        </div>
      </div>
      <p className="quiet">{profile.says}</p>
      <div>
        <Combo
          label={t('briefs.ask.artifact')}
          value={draft.artifactId}
          onChange={(artifactId) => change({ artifactId })}
          options={artifacts}
        />
        <p className="quiet">{t('briefs.ask.artifactHint')}</p>
      </div>
      <WhatHappens task={draft.task} profile={profile} isTaskOn={isTaskOn} />
      <CloudSwitch profile={profile} onPreview={onPreview} />
      <Progress />
      {outcome === null ? null : <Outcome outcome={outcome} />}
      {/* Enter in a field sends what is typed. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
    </form>
  );
}

function Progress() {
  const { t } = useTranslation();
  const { isAsking, queued, wanted, outcome } = useStore(askStore);
  if (wanted === null) return <p role="status" className={styles.progress} />;
  const said = { task: t(`briefs.task.${wanted.task}`), key: wanted.advisoryKey };
  return (
    <p role="status" className={styles.progress}>
      {isAsking || queued !== null ? (
        <>
          <LoaderCircle className="turning info" size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('briefs.ask.wait.queued', said)}
        </>
      ) : outcome?.kind === 'cancelled' ? (
        t('briefs.ask.cancelled', said)
      ) : null}
    </p>
  );
}
