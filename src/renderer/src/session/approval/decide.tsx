// The foot of a card that waits: deny at one side, approve at the other, and what can be done instead. Nothing here has the focus by itself. What
// is high risk is approved with its name typed exactly; pasting it is typing it, a held key or a press before the eye has seen the card is nothing.
import { Ban, Check, Pencil, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Approval } from '../../../../shared/model/approval.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { TextField } from '../../ui/inputs/text-field.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { useIsAlone } from './alone.ts';
import { approvalsStore } from './approvals-store.ts';
import styles from './card.module.css';
import { DenyForm } from './deny-form.tsx';
import { EditForm } from './edit-form.tsx';
import { useIsOver } from './expiry.tsx';
import { RuleForm, whyNoRule } from './rule-form.tsx';
import { useSaying } from './use-saying.ts';

/** A card that has just come in the place of another takes no press that was meant for that one. */
const UNSEEN_MS = 500;

const FIRST = 'input, textarea, button';

type Mode = 'rest' | 'deny' | 'edit' | 'rule';

interface DecideProps {
  readonly approval: Approval;
  /** Another one waits in its place. */
  readonly onOther: (id: string) => void;
}

export function Decide({ approval, onOther }: DecideProps) {
  const { t } = useTranslation();
  const [mode, setMode] = useState<Mode>('rest');
  const { isBusy, failure, note, run } = useSaying(onOther);
  const opener = useRef<Mode>('rest');
  const rest = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The focus goes into the form, and back to the button that opened it.
    if (mode !== 'rest') {
      opener.current = mode;
      const form = rest.current?.querySelector('form');
      if (!form?.contains(document.activeElement)) form?.querySelector<HTMLElement>(FIRST)?.focus();
    } else if (opener.current !== 'rest') {
      rest.current?.querySelector<HTMLElement>(`[data-${opener.current}] button`)?.focus();
      opener.current = 'rest';
    }
  }, [mode]);
  const store = approvalsStore.getState();
  const back = () => setMode('rest');
  if (!approval.here) return <p className={styles.elsewhere}>{t('approval.elsewhere')}</p>;
  return (
    <div className={styles.decide} data-decide ref={rest}>
      {failure ? <ErrorState failure={failure} compact /> : null}
      {note === null ? null : (
        <p className={styles.instead} role="status">
          {note}
        </p>
      )}
      {mode === 'deny' ? (
        <DenyForm
          isBusy={isBusy}
          onBack={back}
          onDeny={(reason) => void run(() => store.deny(approval, reason))}
        />
      ) : null}
      {mode === 'edit' ? (
        <EditForm
          approval={approval}
          isBusy={isBusy}
          onBack={back}
          onSave={(given) => void run(() => store.edit(approval, given, t('approval.edited')))}
        />
      ) : null}
      {mode === 'rule' ? <RuleForm approval={approval} onDone={back} /> : null}
      {mode === 'rest' ? (
        <Rest
          approval={approval}
          isBusy={isBusy}
          onMode={setMode}
          onApprove={(typed) => void run(() => store.approve(approval, typed))}
        />
      ) : null}
    </div>
  );
}

interface RestProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly onMode: (mode: Mode) => void;
  readonly onApprove: (typedName?: string) => void;
}

function Rest({ approval, isBusy, onMode, onApprove }: RestProps) {
  const { t } = useTranslation();
  const isOver = useIsOver(approval);
  const isAlone = useIsAlone();
  const shownAt = useRef(performance.now());
  const approve = (typedName?: string) => {
    if (isBusy || isOver || performance.now() - shownAt.current < UNSEEN_MS) return;
    onApprove(typedName);
  };
  return (
    <>
      {isOver ? <p className={styles.over}>{t('approval.over')}</p> : null}
      <div className={styles.rest}>
        <Slot name="deny">
          <Button icon={Ban} writes isDisabled={isOver} onPress={() => onMode('deny')}>
            {t('approval.deny')}
            <Cap keys="d" />
          </Button>
        </Slot>
        {isAlone ? <span className="push" /> : <Other approval={approval} isOver={isOver} onMode={onMode} />}
        {approval.plan.risk === 'high' ? null : (
          <Approve isBusy={isBusy} isDisabled={isOver} onPress={() => approve()} />
        )}
      </div>
      {approval.plan.risk === 'high' ? (
        <Typed approval={approval} isBusy={isBusy} isOver={isOver} onApprove={approve} />
      ) : null}
    </>
  );
}

interface OtherProps extends Pick<RestProps, 'approval' | 'onMode'> {
  readonly isOver: boolean;
}

/** What can be done instead of approving or denying. */
function Other({ approval, isOver, onMode }: OtherProps) {
  const { t } = useTranslation();
  const noRule = whyNoRule(approval);
  return (
    <span className={styles.other}>
      <Slot name="edit">
        <Button variant="quiet" icon={Pencil} writes isDisabled={isOver} onPress={() => onMode('edit')}>
          {t('approval.edit')}
        </Button>
      </Slot>
      {noRule === null ? (
        <Slot name="rule">
          <Button variant="quiet" icon={ShieldCheck} writes onPress={() => onMode('rule')}>
            {t('approval.rule.open')}
          </Button>
        </Slot>
      ) : (
        <span className={styles.noRule}>{t(`approval.rule.${noRule}`)}</span>
      )}
    </span>
  );
}

/** Named for the keys of a screen, which put the focus there or press it. */
function Slot({ name, children }: { name: 'deny' | 'edit' | 'rule' | 'approve'; children: ReactNode }) {
  return (
    <span className={styles.slot} {...{ [`data-${name}`]: '' }}>
      {children}
    </span>
  );
}

const Cap = ({ keys }: { keys: string }) => (
  <span className={styles.cap} aria-hidden="true">
    <Kbd keys={keys} />
  </span>
);

interface ApproveProps {
  readonly isBusy: boolean;
  readonly isDisabled: boolean;
  readonly onPress?: () => void;
}

function Approve({ isBusy, isDisabled, onPress }: ApproveProps) {
  const { t } = useTranslation();
  return (
    <Slot name="approve">
      <Button
        variant="primary"
        icon={Check}
        writes
        isDisabled={isDisabled}
        {...(onPress ? { onPress } : { type: 'submit' as const })}
      >
        {t(isBusy ? 'approval.approving' : 'approval.approve')}
        {onPress ? <Cap keys="a" /> : null}
      </Button>
    </Slot>
  );
}

interface TypedProps {
  readonly approval: Approval;
  readonly isBusy: boolean;
  readonly isOver: boolean;
  readonly onApprove: (typedName: string) => void;
}

/** High risk: the name of what it is done to, letter by letter. */
function Typed({ approval, isBusy, isOver, onApprove }: TypedProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const { name } = approval.plan.resource;
  const isRight = typed === name;
  return (
    <form
      className={styles.typed}
      data-typed
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) onApprove(typed);
      }}
    >
      <div className={styles.typedField}>
        <TextField
          label={t('approval.typeName', { name })}
          value={typed}
          onChange={setTyped}
          exact
          maxLength={400}
          hint={t('approval.typeNameHint')}
        />
      </div>
      <Approve isBusy={isBusy} isDisabled={!isRight || isOver} />
    </form>
  );
}
