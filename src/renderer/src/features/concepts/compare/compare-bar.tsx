// What is compared, with true counts of the whole dimension, and the way out of it.
import { GitCompareArrows, X } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { DimensionMark } from '../../../session/marks.tsx';
import { formatRoute, navigate, useRoute } from '../../../session/router.ts';
import { formatCount, formatFull } from '../../../ui/format.ts';
import { IconButton } from '../../../ui/inputs/button.tsx';
import { Menu } from '../../../ui/inputs/menu.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './compare.module.css';
import { type Change, compareStore, SINCE } from './compare-store.ts';

const sinceOf = (value: string | undefined): number | null =>
  SINCE.find(({ days }) => String(days) === value)?.days ?? null;

/** How many days back the route looks; null when it does not. */
export const useSince = (): number | null => sinceOf(useRoute().query.since);

function go(id: string | null, query: Readonly<Record<string, string>>, since: string): void {
  navigate(formatRoute('concepts', id, { ...query, since }), { replace: true });
}

export function CompareMenu() {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  return (
    <Menu
      label={t('concepts.compare.label')}
      actions={SINCE.map(({ days, words }) => ({
        id: String(days),
        label: t(`concepts.compare.since.${words}`),
        run: () => go(id, query, String(days)),
      }))}
    >
      <GitCompareArrows size={16} strokeWidth={1.5} />
    </Menu>
  );
}

export function CompareBar({ neighbourhood }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const { id, query } = useRoute();
  const since = useSince();
  const { difference, failure, compare } = useStore(compareStore);
  const { dimension } = neighbourhood;
  // Compared again whenever the concept was read again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new answer is a reason to compare
  useEffect(() => void compare(dimension, since), [dimension, since, neighbourhood, compare]);
  if (since === null) return null;
  const { added = 0, moved = 0, gone = 0 } = difference?.counts ?? {};
  const isWhole = difference?.changes.length === added + moved + gone;
  const count = (kind: Change['kind']) => formatCount(difference?.counts[kind] ?? 0);
  return (
    <div className={styles.bar}>
      <span role="status">
        {failure !== null && difference === null ? (
          <span className="bad">{failure.message}</span>
        ) : difference === null ? (
          t('concepts.compare.reading')
        ) : (
          <>
            <DimensionMark name={difference.dimension} />{' '}
            {t('concepts.compare.said', {
              time: formatFull(difference.from),
              ...{ added: count('added'), moved: count('moved'), gone: count('gone') },
            })}
            {isWhole ? '' : ` ${t('concepts.compare.cut', { count: difference.changes.length })}`}
          </>
        )}
      </span>
      <IconButton icon={X} label={t('concepts.compare.end')} onPress={() => go(id, query, '')} />
    </div>
  );
}
