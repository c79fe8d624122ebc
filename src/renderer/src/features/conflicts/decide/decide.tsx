// The place where a conflict is decided: the five buttons, a model's proposal, and beneath them what the decision shown
// would do, with the fields it asks for. Reads and fills decision-store; `onDecide` makes the decision.
import { Sparkles } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Decision, DecisionKind } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { Kbd } from '../../../ui/kbd.tsx';
import { useReturns } from '../../../ui/liveness.ts';
import styles from './decide.module.css';
import { DecisionBar } from './decision-bar.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { type DecisionState, decisionStore } from './decision-store.ts';
import { decisionKey, decisionOf, decisionsFor, startDraft } from './draft.ts';
import { Suggestion } from './suggestion.tsx';

interface DecideProps {
  readonly conflict: Conflict;
  readonly onPress: (kind: DecisionKind, touch: boolean) => void;
  readonly onDecide: (decision: Decision) => void;
}

export function Decide({ conflict, onPress, onDecide }: DecideProps) {
  const { t } = useTranslation();
  const state = useStore(decisionStore);
  const [over, setOver] = useState<{ hover: DecisionKind | null; focus: DecisionKind | null }>({
    hover: null,
    focus: null,
  });
  const panel = useId();
  const returns = useReturns();
  const shown = over.hover ?? over.focus ?? state.draft?.kind ?? null;
  const decision = shown === null ? null : shownDecision(shown, state, conflict);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a decision is the same while its key is.
  useEffect(() => {
    if (decision === null) return;
    // Names are being typed: look once they rest.
    const timer = setTimeout(() => state.look(decision), state.draft ? 180 : 0);
    return () => clearTimeout(timer);
  }, [decision && decisionKey(decision), conflict.version, returns]);
  return (
    <section className={styles.decide} aria-label={t('conflicts.decide.label')}>
      <DecisionBar
        conflict={conflict}
        armed={state.draft?.kind ?? null}
        blocked={blockedKinds(state, conflict)}
        describedBy={panel}
        onShow={(by, kind) => setOver((before) => ({ ...before, [by]: kind }))}
        onPress={onPress}
      />
      <Suggestion />
      <DecisionPanel id={panel} conflict={conflict} shown={shown} decision={decision} onDecide={onDecide} />
      {state.suggestion === null && !state.asking && state.askFailure === null ? (
        <p className={styles.askRow}>
          <Button variant="quiet" writes icon={Sparkles} onPress={() => void state.ask()}>
            {t('conflicts.ask.button')}
            <span className={styles.cap} aria-hidden="true">
              <Kbd keys="m" />
            </span>
          </Button>
          <span className="quiet">{t('conflicts.ask.hint')}</span>
        </p>
      ) : null}
    </section>
  );
}

/** What a decision comes to as it would be made now: from the draft of its kind, else from what the graph suggests. */
function shownDecision(kind: DecisionKind, state: DecisionState, conflict: Conflict): Decision | null {
  const draft = state.draft?.kind === kind ? state.draft : startDraft(kind, state.options);
  return decisionOf(draft, conflict);
}

/** Those whose preview says no. */
function blockedKinds(state: DecisionState, conflict: Conflict): Partial<Record<DecisionKind, string>> {
  const blocked: Partial<Record<DecisionKind, string>> = {};
  for (const kind of decisionsFor(conflict)) {
    const decision = decisionOf(startDraft(kind, state.options), conflict);
    const preview = decision ? state.looked.get(decisionKey(decision))?.preview : null;
    if (preview && !preview.allowed) blocked[kind] = preview.problem ?? '';
  }
  return blocked;
}
