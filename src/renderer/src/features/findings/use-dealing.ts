// What happens around a decision: the list is read again, the next finding opens where this one left the list, the notice with Undo appears. The calls are the
// stores'. Used by the screen.
import { useTranslation } from 'react-i18next';
import type { Finding, FindingDetail } from '../../../../shared/model/evidence/finding.ts';
import { api } from '../../session/client.ts';
import { i18n } from '../../session/i18n.ts';
import { neighbour } from '../../session/lists/along.ts';
import { routeNow } from '../../session/router.ts';
import { takeBack, undoable } from '../../session/toasts.tsx';
import type { Undoable } from '../../session/undo.ts';
import { formatDay } from '../../ui/format.ts';
import { type Decided, decideStore } from './decide/decide-store.ts';
import { findingsStore } from './findings-store.ts';
import { componentOf } from './list/rows.ts';

type Decision = FindingDetail['decisions'][number];

export interface Dealing {
  /** Makes the decision that is written. */
  decide(): Promise<void>;
  undo(decision: Decision): Promise<void>;
}

const onThisScreen = () => routeNow().screen === 'findings';

/** The list and what is open, as they are now. */
async function refresh(): Promise<void> {
  const { load, look, detail, readState } = findingsStore.getState();
  await Promise.all([load(), readState(), ...(detail ? [look(detail.finding.key)] : [])]);
}

const wordsFor = (about: readonly Finding[]): string => {
  const [first] = about;
  return first && about.length === 1
    ? `${first.vulnerability}, ${componentOf(first)}`
    : i18n.t('findings.decide.many', { count: about.length });
};

function asUndoable({ draft, about, made }: Decided, open: (key: string) => void): Undoable {
  let ids = made.map(({ id }) => id);
  const until = made[0]?.expiresAt ?? null;
  const [first] = about;
  return {
    text: i18n.t(`findings.decide.done.${draft.kind}`, {
      what: wordsFor(about),
      day: until === null ? '' : formatDay(until),
    }),
    undo: async () => {
      await api.findings.undo({ decisions: ids });
      await refresh();
      if (first && about.length === 1 && onThisScreen()) open(first.key);
    },
    redo: async () => {
      const { decisions } = await api.findings.decide({
        ...{ keys: about.map(({ key }) => key), kind: draft.kind, reason: draft.reason.trim() },
        ...(draft.kind === 'not_affected' ? { justification: draft.justification } : {}),
        ...(until === null ? {} : { expiresAt: until }),
      });
      ids = decisions.map(({ id }) => id);
      await refresh();
    },
  };
}

/** @param open shows a finding, or the list alone, and puts the focus where the eye was */
export function useDealing(open: (key: string | null) => void): Dealing {
  const { t } = useTranslation();
  return {
    async decide() {
      const { list } = findingsStore.getState();
      const { many } = decideStore.getState();
      const done = await decideStore.getState().decide();
      if (done === null) return;
      undoable(asUndoable(done, open));
      await refresh();
      if (many) return findingsStore.getState().tickAll([]);
      const key = done.about[0]?.key ?? '';
      const isLeft = findingsStore.getState().list?.some((one) => one.key === key) ?? false;
      const next = neighbour(list, (one) => one.key === key);
      open(isLeft || next === null ? key : next.key);
    },

    async undo(decision) {
      const { detail } = findingsStore.getState();
      if (!detail) return;
      const { finding } = detail;
      let id = decision.id;
      await takeBack({
        text: t('findings.decide.takenBack', { what: wordsFor([finding]) }),
        undo: async () => {
          await api.findings.undo({ decisions: [id] });
          await refresh();
        },
        redo: async () => {
          const { kind, reason, justification, expiresAt } = decision;
          const { decisions } = await api.findings.decide({
            ...{ keys: [finding.key], kind, reason },
            ...(justification === null ? {} : { justification }),
            ...(expiresAt === null ? {} : { expiresAt }),
          });
          id = decisions[0]?.id ?? id;
          await refresh();
        },
      });
    },
  };
}
