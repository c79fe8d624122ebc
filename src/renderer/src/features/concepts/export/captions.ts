// What a picture says of itself: of what it is, how much of it, of when and narrowed how; and what its strokes mean.
import { i18n } from '../../../session/i18n.ts';
import { formatCount, formatFull } from '../../../ui/format.ts';
import { lookWords } from '../filter/look-words.ts';
import { looksOf } from '../filter/looks.ts';
import type { Captions } from './picture/scene.ts';
import type { Viewed } from './viewed.ts';

export function captionsOf(viewed: Viewed): Captions {
  const { t } = i18n;
  const { focus: concept, over, hops, counts, moment, exported, compared_with: since } = viewed;
  const dimension = viewed.dimension ?? '';
  const filters = lookWords(looksOf(viewed.filters), t).map(({ name, value }) => `${name} ${value}`.trim());
  const title =
    viewed.view === 'around'
      ? t('concepts.export.titleAround', { concept, count: hops ?? 1 })
      : over === null
        ? t('concepts.export.title', { concept, dimension })
        : t('concepts.export.titleOver', { concept, dimension, over });
  const shown = t(counts.hidden > 0 ? 'concepts.export.shownHidden' : 'concepts.export.shown', {
    shown: formatCount(counts.shown),
    total: counts.total === null ? t('concepts.around.many') : formatCount(counts.total),
    hidden: formatCount(counts.hidden),
  });
  const time = formatFull(Date.parse(moment ?? exported));
  return {
    title,
    lines: [
      shown,
      [
        t('concepts.export.now', { time }),
        ...(viewed.draft ? [t('concepts.export.draft')] : []),
        ...(since === null ? [] : [t('concepts.export.compared', { time: formatFull(Date.parse(since)) })]),
      ].join('. '),
      ...(filters.length === 0 ? [] : [t('concepts.export.filters', { filters: filters.join(', ') })]),
    ],
    legend: {
      isa: t('concepts.legend.isa'),
      ispart: t('concepts.legend.ispart'),
      contested: t('concepts.legend.contested'),
      sure: t('concepts.legend.sure'),
      way: t('concepts.filter.legendWay'),
      over: over === null ? null : t('concepts.overlay.legend', { dimension: `[${over}]` }),
    },
  };
}
