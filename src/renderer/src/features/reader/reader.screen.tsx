// The reader: whether a model reads statements in prompts, what it read and why statements were refused, and beside it one statement, or a
// model that is tried on the last prompts.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../session/commands.ts';
import { useSelection } from '../../session/lists/use-selection.ts';
import { formatRoute, navigate, useRoute } from '../../session/router.ts';
import { useStatus } from '../../session/system-store.ts';
import { useReturns } from '../../ui/liveness.ts';
import { Split } from '../../ui/split.tsx';
import { StatementList } from './list.tsx';
import { ModelCounts } from './model-counts.tsx';
import { readerStore } from './reader-store.ts';
import { StateStrip } from './state-strip.tsx';
import { StatementDetail } from './statement-detail.tsx';
import { Toolbar } from './toolbar.tsx';
import { TryModel } from './try-model.tsx';

/** In the place of a statement's number: the model that is tried. */
const TRY = 'try';

export default function Reader() {
  const { t } = useTranslation();
  const { id } = useRoute();
  const { go } = useSelection('reader');
  const tryModel = () => navigate(formatRoute('reader', TRY));
  useLoading();
  useCommands('reader', [
    { id: 'reader.try', title: t('reader.tryModel'), group: t('reader.name'), run: tryModel },
  ]);
  return (
    <Split
      name="reader"
      width={460}
      label={t('inspector.label')}
      title={id === null ? '' : id === TRY ? t('reader.try.title') : t('reader.statement', { id })}
      onClose={() => go(null)}
      inspector={
        id === null ? null : id === TRY ? (
          <TryModel onDone={() => go(null)} />
        ) : (
          <StatementDetail id={Number(id)} />
        )
      }
      main={
        <>
          <StateStrip onTry={tryModel} />
          <ModelCounts />
          <Toolbar />
          <StatementList selected={id} onSelect={go} onTry={tryModel} />
        </>
      }
    />
  );
}

/** Reads anew when facts, conflicts, jobs or the connection say that something was read. */
function useLoading(): void {
  const { load } = useStore(readerStore);
  const counts = useStatus()?.counts;
  const returns = useReturns();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is a reason to read
  useEffect(() => {
    void load();
  }, [load, counts?.edges, counts?.conflictsPending, counts?.jobsPending, returns]);
}
