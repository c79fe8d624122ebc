// The states of a session and what each admits: nothing is changed before something was discovered, and after a change nothing else is until it is
// proven. Pure; the model cannot pass it by, whatever it says. Source: agent D2.
import type { FsmState } from '../../../shared/model/assistant/words.ts';
import type { ToolKind } from '../tools/tool.ts';

/** A write that ran and is not proven yet. */
export interface Unproven {
  readonly approvalId: string;
  readonly resourceId: string;
  readonly resourceName: string;
  /** What the resource is in: a read of that proves it, too. */
  readonly within: readonly string[];
  /** `Restart web-1`. */
  readonly what: string;
  /** It is gone when it has worked. */
  readonly removes: boolean;
}

export interface Fsm {
  readonly discovered: boolean;
  /** A write, or its approval, is in flight. */
  readonly writing: boolean;
  readonly unproven: readonly Unproven[];
}

export const UNBEGUN: Fsm = { discovered: false, writing: false, unproven: [] };

export function stateOf({ discovered, writing, unproven }: Fsm): FsmState {
  if (writing) return 'WRITING';
  if (unproven.length > 0) return 'VERIFYING';
  return discovered ? 'READING' : 'RESOLVING';
}

export interface Admitting {
  readonly kind: ToolKind;
  /** The call names what it is done to. */
  readonly hasTarget: boolean;
  /** Writes are done to what was discovered alone. */
  readonly strict: boolean;
}

/** @returns why a call must not happen now; null when it may */
export function refusalOf(fsm: Fsm, { kind, hasTarget, strict }: Admitting): string | null {
  if (kind !== 'write') return null;
  switch (stateOf(fsm)) {
    case 'WRITING':
      return 'Another write is under way: wait for what comes of it.';
    case 'VERIFYING':
      return `${demandOf(fsm)} Nothing else is written before that.`;
    case 'READING':
      return null;
    case 'RESOLVING':
      // What nobody has discovered is refused by its name, with names like it: see gates/resolution.ts.
      return strict && hasTarget ? null : 'Find out first what there is: nothing is discovered yet.';
  }
}

/** What has to be done before anything else is; empty when nothing is unproven. */
export function demandOf({ unproven }: Fsm): string {
  if (unproven.length === 0) return '';
  const each = unproven.map(({ what, resourceId }) => `${what} (read ${resourceId})`);
  return `Not verified yet: ${each.join('; ')}. Read the resource to see what came of it.`;
}

/** A read that succeeded. @param resourceId what it was about; null where it was about nothing in particular */
export function afterRead(fsm: Fsm, resourceId: string | null): Fsm {
  const proves = ({ resourceId: written, within }: Unproven) =>
    resourceId !== null && (written === resourceId || within.includes(resourceId));
  const unproven = fsm.unproven.filter((one) => !proves(one));
  const isSame = fsm.discovered && unproven.length === fsm.unproven.length;
  return isSame ? fsm : { ...fsm, discovered: true, unproven };
}

/** Something is not there: that proves its removal. */
export function afterMissing(fsm: Fsm, named: string): Fsm {
  const unproven = fsm.unproven.filter(
    ({ removes, resourceId, resourceName }) => !(removes && (named === resourceId || named === resourceName)),
  );
  return unproven.length === fsm.unproven.length ? fsm : { ...fsm, unproven };
}

export const writeBegun = (fsm: Fsm): Fsm => ({ ...fsm, writing: true });

/** @param unproven what ran without a proof of its own; null when nothing ran, or it is proven */
export function writeEnded(fsm: Fsm, unproven: Unproven | null): Fsm {
  const others = fsm.unproven.filter(({ approvalId }) => approvalId !== unproven?.approvalId);
  return { ...fsm, writing: false, unproven: unproven ? [...others, unproven] : fsm.unproven };
}

/** What the world itself has shown. */
export const proven = (fsm: Fsm, approvalIds: ReadonlySet<string>): Fsm => ({
  ...fsm,
  unproven: fsm.unproven.filter(({ approvalId }) => !approvalIds.has(approvalId)),
});
