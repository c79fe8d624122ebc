// Beneath the field: how it may act, which model is asked, whether anything is written at all, what the model holds and what the run took.
import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { ToggleButton } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { PROFILES, type Profile } from '../../../../../shared/model/assistant/words.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { cx } from '../../../ui/cx.ts';
import { formatCount, formatShort } from '../../../ui/format.ts';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { conversationStore } from '../conversation/conversation-store.ts';
import { useCost, usedBy } from '../conversation/cost.ts';
import { assistantStore } from '../sessions/assistant-store.ts';
import styles from './foot.module.css';
import type { Whom } from './whom.ts';

export interface RunChoice {
  readonly profile: Profile;
  readonly modelId: string | null;
  readonly whom: Whom | null;
  /** A session of another host, or one at work: how it runs is not changed now. */
  readonly isFixed: boolean;
  setProfile(profile: Profile): void;
  setModel(id: string | null): void;
}

/** In place of no model of its own. */
const SETTINGS_MODEL = ' ';

export function Foot({ choice, send }: { choice: RunChoice; send: ReactNode }) {
  const { t } = useTranslation();
  const { state, models } = useStore(assistantStore);
  const { profile, modelId, isFixed, setProfile, setModel } = choice;
  return (
    <div className={styles.foot}>
      <div className={styles.choices}>
        <Choice
          label={t('chat.profile.label')}
          value={profile}
          writes
          isDisabled={isFixed}
          onChange={setProfile}
          options={PROFILES.map((value) => ({ value, label: t(`chat.profile.${value}`) }))}
        />
        <Choice
          label={t('chat.model.label')}
          value={modelId ?? SETTINGS_MODEL}
          writes
          isDisabled={isFixed || models === null}
          onChange={(id) => setModel(id === SETTINGS_MODEL ? null : id)}
          options={[
            {
              value: SETTINGS_MODEL,
              label: state?.model.label ?? t('chat.model.none'),
            },
            ...(models ?? [])
              .filter(({ id }) => id !== state?.model.id)
              .map(({ id, label }) => ({ value: id, label })),
          ]}
        />
        <ReadOnly />
      </div>
      <div className={styles.send}>{send}</div>
    </div>
  );
}

function ReadOnly() {
  const { t } = useTranslation();
  const readOnly = useStore(assistantStore, (s) => s.state?.readOnly ?? false);
  async function set(on: boolean): Promise<void> {
    const failure = await assistantStore.getState().setReadOnly(on);
    if (failure) sayFailed(failure.message);
  }
  const Icon = readOnly ? Lock : LockOpen;
  return (
    <ToggleButton
      className={cx(styles.readOnly)}
      aria-label={t('chat.readOnly')}
      isSelected={readOnly}
      onChange={(on) => void set(on)}
      data-read-only={readOnly}
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
      <span className={styles.readOnlyWords}>{t('chat.readOnly')}</span>
    </ToggleButton>
  );
}

/** How full the model is, and what this run took of what it may. Stands there empty before that is known, so that nothing moves. */
export function Figures({ whom }: { whom: Whom | null }) {
  const { t } = useTranslation();
  const roomTokens = useStore(conversationStore, (s) => s.roomTokens);
  const budget = useStore(assistantStore, (s) => s.state?.budget);
  const costOf = useCost();
  const tokens = useStore(conversationStore, (s) => usedBy(s.entries).tokens);
  const cost = useStore(conversationStore, (s) => usedBy(s.entries).cost);
  const contextTokens = useStore(conversationStore, (s) => usedBy(s.entries).contextTokens);
  const room = roomTokens ?? whom?.contextTokens ?? null;
  if (contextTokens === 0) return <p className={styles.figures} />;
  const words =
    room === null
      ? t('chat.context.usedOnly', { used: formatShort(contextTokens) })
      : t('chat.context.used', { used: formatShort(contextTokens), room: formatShort(room) });
  return (
    <p
      className={styles.figures}
      title={
        budget
          ? t('chat.budget', {
              ...{ used: formatCount(tokens), most: formatCount(budget.runTokens) },
              ...{ today: formatCount(budget.usedToday), day: formatCount(budget.dayTokens) },
            })
          : undefined
      }
      data-figures
    >
      {room === null ? null : (
        <span className={styles.meter}>
          <Meter
            label={t('chat.context.meter')}
            value={contextTokens}
            most={room}
            words={words}
            kind="limit"
          />
        </span>
      )}
      <span>{words}</span>
      <span className={styles.tokens}>
        {budget
          ? t('chat.runTokensOf', { used: formatShort(tokens), most: formatShort(budget.runTokens) })
          : t('chat.runTokens', { used: formatShort(tokens) })}
      </span>
      {cost === null ? null : <span>{costOf(cost)}</span>}
    </p>
  );
}
