// What the operator can do with the open session: say something, steer, stop, say it anew; and what is typed as a command. A message that was not
// taken stands in the field again, with why.
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { EntryOf } from '../../../../../shared/model/assistant/transcript.ts';
import { MAX_STEERING, PROFILES, type Profile } from '../../../../../shared/model/assistant/words.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { draftStore } from '../composer/draft-store.ts';
import type { RunChoice } from '../composer/foot.tsx';
import { type Draft, EMPTY_DRAFT, trimmed } from '../composer/mentions.ts';
import { readTyped, type SlashCommand } from '../composer/slash.ts';
import { whomOf } from '../composer/whom.ts';
import { assistantStore } from '../sessions/assistant-store.ts';
import { useExport } from '../sessions/use-export.ts';
import type { Resay } from '../transcript/entries.tsx';
import { conversationStore, isFailure } from './conversation-store.ts';

export interface Run {
  readonly choice: RunChoice;
  readonly problem: string | null;
  readonly held: string | null;
  readonly resay: Resay;
  send(): void;
  stop(): void;
  retry(): void;
  startNew(): void;
}

const wishes: { profile: Profile; modelId: string | null } = { profile: 'interactive', modelId: null };

/** @param openHelp shows the keys and commands */
export function useRun(id: string | null, openHelp: () => void): Run {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const choice = useChoice(id);
  const exportAs = useExport();
  const isHere = useStore(conversationStore, (s) => s.session?.here ?? true);
  const held = !isHere ? t('chat.elsewhere') : null;

  async function say(draft: Draft): Promise<void> {
    const { text: message, mentions } = draft;
    setProblem(null);
    draftStore.getState().change(EMPTY_DRAFT);
    const answer = await conversationStore.getState().send({
      ...{ id, message, mentions: [...mentions] },
      ...(id === null ? { profile: choice.profile, modelId: choice.modelId } : {}),
    });
    if (isFailure(answer)) {
      setProblem(answer.message);
      // Unless something else was typed meanwhile.
      if (draftStore.getState().text === '') draftStore.getState().replace(draft);
      return;
    }
    if (id === null) navigate(formatRoute('chat', answer.id));
  }

  async function steer(draft: Draft): Promise<void> {
    if (conversationStore.getState().steering.length >= MAX_STEERING) {
      setProblem(t('chat.steeringFull', { count: MAX_STEERING }));
      return;
    }
    setProblem(null);
    draftStore.getState().change(EMPTY_DRAFT);
    const failure = await conversationStore
      .getState()
      .steer({ text: draft.text, mentions: [...draft.mentions] });
    if (!failure) return;
    setProblem(failure.message);
    if (draftStore.getState().text === '') draftStore.getState().replace(draft);
  }

  function stop(): void {
    const { session: open, isStopping } = conversationStore.getState();
    if (open?.run_id == null || isStopping) return;
    void conversationStore
      .getState()
      .stop()
      .then((failure) => (failure ? sayFailed(failure.message) : undefined));
  }

  const latest = useRef(say);
  latest.current = say;
  // The same for as long as the screen is there, so that messages are not drawn anew.
  const resay = useMemo<Resay>(
    () => ({
      again: (entry) =>
        void takeBack(entry).then((done) => (done ? latest.current(wordsOf(entry)) : undefined)),
      edit: (entry) =>
        void takeBack(entry).then((done) =>
          done ? draftStore.getState().replace(wordsOf(entry)) : undefined,
        ),
    }),
    [],
  );

  function retry(): void {
    const last = conversationStore
      .getState()
      .entries.findLast((entry) => entry.kind === 'user' && !entry.steering);
    if (last?.kind === 'user' && conversationStore.getState().session?.run_id === null) resay.again(last);
  }

  const startNew = (): void => {
    navigate(formatRoute('chat'));
    document.querySelector<HTMLElement>('[data-composer]')?.focus();
  };

  function command(name: SlashCommand, rest: string): void {
    draftStore.getState().change(EMPTY_DRAFT);
    const wrong = obey(name, rest);
    setProblem(wrong);
  }

  /** @returns what is wrong with it */
  function obey(name: SlashCommand, rest: string): string | null {
    switch (name) {
      case 'new':
        startNew();
        return null;
      case 'stop':
        stop();
        return null;
      case 'retry':
        retry();
        return null;
      case 'help':
        openHelp();
        return null;
      case 'export':
        exportAs(rest === 'json' ? 'json' : 'md');
        return null;
      case 'readonly': {
        const on = rest === '' ? !(assistantStore.getState().state?.readOnly ?? false) : rest === 'on';
        void assistantStore
          .getState()
          .setReadOnly(on)
          .then((failure) => (failure ? sayFailed(failure.message) : undefined));
        return null;
      }
      case 'profile': {
        const wanted = PROFILES.find(
          (each) => each === rest || t(`chat.profile.${each}`).toLowerCase() === rest.toLowerCase(),
        );
        if (wanted) choice.setProfile(wanted);
        return wanted ? null : t('chat.slashProfile', { names: PROFILES.join(', ') });
      }
      case 'model':
        return chooseModel(rest);
    }
  }

  function chooseModel(rest: string): string | null {
    const { models } = assistantStore.getState();
    const wanted = models?.find(
      ({ id: key, label, modelName }) => key === rest || [label, modelName].some((name) => name === rest),
    );
    if (wanted) choice.setModel(wanted.id);
    const names = (models ?? []).map(({ label }) => label).join(', ');
    return wanted ? null : t('chat.slashModel', { names: names === '' ? t('chat.model.none') : names });
  }

  return {
    choice,
    problem,
    held,
    resay,
    stop,
    retry,
    startNew,
    send() {
      const draft = trimmed(draftStore.getState());
      if (draft.text === '' || held !== null) return;
      const typed = readTyped(draft.text);
      if (typed.kind === 'command') command(typed.command, typed.rest);
      else if (typed.kind === 'unknown') setProblem(t('chat.slashUnknown', { word: typed.word }));
      else if (conversationStore.getState().session?.run_id != null) void steer(draft);
      else if (conversationStore.getState().sending === null) void say(draft);
    },
  };
}

async function takeBack(entry: EntryOf<'user'>): Promise<boolean> {
  const failure = await conversationStore.getState().rewind(entry.id);
  if (failure) sayFailed(failure.message);
  return failure === null;
}

const wordsOf = ({ text, mentions }: EntryOf<'user'>): Draft => ({ text, mentions });

/** How the next run acts and whom it asks: the session's own, or what a new one is to have. */
function useChoice(id: string | null): RunChoice {
  const { state, models } = useStore(assistantStore);
  const session = useStore(conversationStore, (s) => (id === null ? null : s.session));
  const [wish, setWish] = useState(wishes);
  const profile = session?.profile ?? wish.profile;
  const modelId = session ? session.model_id : wish.modelId;
  function set(part: { profile?: Profile; modelId?: string | null }): void {
    if (id === null) {
      Object.assign(wishes, part);
      setWish({ ...wishes });
      return;
    }
    void conversationStore
      .getState()
      .update(part)
      .then((failure) => (failure ? sayFailed(failure.message) : undefined));
  }
  return {
    profile,
    modelId,
    whom: state ? whomOf(state, models, modelId) : null,
    isFixed: session !== null && (!session.here || session.run_id !== null),
    setProfile: (next) => set({ profile: next }),
    setModel: (next) => set({ modelId: next }),
  };
}
