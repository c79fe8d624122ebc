// Deciding about the open finding: four buttons with their keys, and beneath them what the decision needs to be told.
import { CalendarClock, Check, type LucideIcon, ShieldAlert, ShieldOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Finding, FindingDecisionKind } from '../../../../../shared/model/evidence/finding.ts';
import { FINDING_DECISIONS } from '../../../../../shared/model/evidence/words.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { Section } from '../../../ui/section.tsx';
import styles from './decide.module.css';
import { decideStore } from './decide-store.ts';
import { DecisionForm } from './decision-form.tsx';
import { DECISION_KEYS } from './draft.ts';

const ICONS: Readonly<Record<FindingDecisionKind, LucideIcon>> = {
  accepted: CalendarClock,
  affected: ShieldAlert,
  not_affected: ShieldOff,
  fixed: Check,
};

interface DecideProps {
  readonly finding: Finding;
  readonly onPress: (kind: FindingDecisionKind) => void;
  readonly onDecide: () => void;
}

export function Decide({ finding, onPress, onDecide }: DecideProps) {
  const { t } = useTranslation();
  const { draft, about, many, drop } = useStore(decideStore);
  const isHere = draft !== null && !many && about[0]?.key === finding.key;
  return (
    <Section title={t('findings.decide.label')}>
      <DecisionButtons armed={isHere ? draft.kind : null} onPress={onPress} />
      {isHere ? (
        <DecisionForm
          onDecide={onDecide}
          onDrop={() => {
            drop();
            document.querySelector<HTMLElement>(`[data-decision="${draft.kind}"] button`)?.focus();
          }}
        />
      ) : null}
    </Section>
  );
}

/** The four of them; also above the list, for all that are chosen. */
export function DecisionButtons({
  armed,
  onPress,
}: {
  armed: FindingDecisionKind | null;
  onPress: (kind: FindingDecisionKind) => void;
}) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.buttons} aria-label={t('findings.decide.label')}>
      {FINDING_DECISIONS.map((kind) => (
        <span
          key={kind}
          className={styles.decision}
          data-decision={kind}
          data-armed={armed === kind || undefined}
        >
          <Button icon={ICONS[kind]} writes expands={armed === kind} onPress={() => onPress(kind)}>
            {t(`findings.decide.kind.${kind}`)}
            <span className={styles.cap} aria-hidden="true">
              <Kbd keys={DECISION_KEYS[kind]} />
            </span>
          </Button>
        </span>
      ))}
    </fieldset>
  );
}
