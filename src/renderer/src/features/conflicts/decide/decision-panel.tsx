// Beneath the five buttons: what the decision shown means and would change; while one is being put together, its fields,
// the reason and the button that makes it. Esc puts it away with what was typed, Cancel lets go of that; both give the
// focus back to its button.
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Decision, DecisionKind } from '../../../../../shared/model/decision.ts';
import type { Conflict } from '../../../../../shared/model/graph.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from './decide.module.css';
import { DecisionFields } from './decision-fields.tsx';
import { decisionStore } from './decision-store.ts';
import { decisionKey, formOf, meansOf, wordFor } from './draft.ts';
import { Line, Preview } from './preview.tsx';
import { Reason } from './reason.tsx';

interface DecisionPanelProps {
  readonly id: string;
  readonly conflict: Conflict;
  readonly shown: DecisionKind | null;
  /** Null while the one shown is not whole yet. */
  readonly decision: Decision | null;
  readonly onDecide: (decision: Decision) => void;
}

const FIRST = ['[data-fields] [role="combobox"]', '[data-fields] input:checked', '[type="submit"]'];

export function DecisionPanel({ id, conflict, shown, decision, onDecide }: DecisionPanelProps) {
  const { draft, putAway, failure, overtaken } = useStore(decisionStore);
  const form = useRef<HTMLFormElement>(null);
  const armed = draft?.kind ?? null;
  useEffect(() => {
    if (armed === null) return;
    // What it asks for first; without fields of its own it came by touch or from a proposal, and its button is next.
    const first = FIRST.map((selector) => form.current?.querySelector<HTMLElement>(selector)).find(Boolean);
    first?.focus({ preventScroll: true });
    form.current?.scrollIntoView({ block: 'nearest' });
  }, [armed]);
  const refused = useStore(
    decisionStore,
    (s) => decision !== null && s.looked.get(decisionKey(decision))?.preview?.allowed === false,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (draft && decision && draft.kind === decision.decision && !refused) onDecide(decision);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.repeat && event.key === 'Enter') event.preventDefault();
    if (event.key !== 'Escape' || armed === null || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    // The first Esc puts away the names on offer.
    if (event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true') return;
    putAway();
    focusKind(armed);
  };
  return (
    <form ref={form} className={styles.panel} onSubmit={submit} onKeyDown={onKeyDown}>
      {draft && formOf(draft.kind, conflict, null) !== null ? (
        <div data-fields>
          <DecisionFields conflict={conflict} draft={draft} />
        </div>
      ) : null}
      <div id={id} className={styles.what}>
        <What conflict={conflict} shown={shown} decision={decision} />
      </div>
      <Reason />
      {failure && !overtaken ? <ErrorState failure={failure} compact /> : null}
      {armed === null ? null : (
        <Foot kind={armed} word={wordFor(armed, conflict)} whole={decision !== null && !refused} />
      )}
    </form>
  );
}

const focusKind = (kind: DecisionKind) =>
  document.querySelector<HTMLElement>(`[data-decisions] [data-kind="${kind}"]`)?.focus();

interface WhatProps {
  readonly conflict: Conflict;
  readonly shown: DecisionKind | null;
  readonly decision: Decision | null;
}

function What({ conflict, shown, decision }: WhatProps) {
  const { t } = useTranslation();
  const looked = useStore(decisionStore, (s) => (decision ? s.looked.get(decisionKey(decision)) : undefined));
  if (shown === null) {
    return (
      <>
        <p className={styles.means}>{t('conflicts.decide.hint')}</p>
        <Line name={t('conflicts.decide.now')} line={conflict.existing.line} other={null} />
      </>
    );
  }
  const word = wordFor(shown, conflict);
  return (
    <>
      <p className={styles.means}>
        <b>{t(`conflicts.decision.${word}`)}.</b> {t(`conflicts.means.${meansOf(shown, conflict)}`)}
      </p>
      {decision === null ? <p className="quiet">{t(`conflicts.asks.${word}`)}</p> : null}
      {looked?.failure ? <p className={styles.refused}>{looked.failure.message}</p> : null}
      {looked?.preview ? <Preview preview={looked.preview} /> : null}
    </>
  );
}

interface FootProps {
  readonly kind: DecisionKind;
  readonly word: DecisionKind | 'end';
  readonly whole: boolean;
}

function Foot({ kind, word, whole }: FootProps) {
  const { t } = useTranslation();
  const { disarm, deciding } = useStore(decisionStore);
  const cancel = () => {
    disarm();
    focusKind(kind);
  };
  return (
    <p className={styles.foot}>
      <Button variant="quiet" onPress={cancel}>
        {t('action.cancel')}
      </Button>
      <Button writes type="submit" variant="primary" isDisabled={!whole && deciding === null}>
        {t(`conflicts.apply.${word}`)}
      </Button>
    </p>
  );
}
