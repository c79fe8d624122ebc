// A dimension of the focus as a chip, and the list of all of them behind "+3 more".
import { useState } from 'react';
import { Button as AriaButton, DialogTrigger, Popover } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { DimensionMark } from '../../../session/marks.tsx';
import { formatRoute, useRoute } from '../../../session/router.ts';
import { cx } from '../../../ui/cx.ts';
import { formatCount } from '../../../ui/format.ts';
import panels from '../../../ui/popover.module.css';
import styles from '../canvas/canvas.module.css';
import type { Neighbourhood } from '../concepts-store.ts';
import { looksIn } from '../filter/looks.ts';

type Dimension = Neighbourhood['dimensions'][number];

interface ChipProps {
  readonly of: Dimension;
  readonly focus: string;
  readonly isCurrent: boolean;
  readonly view?: string;
  readonly onOpen?: () => void;
}

export function DimensionChip({ of, focus, isCurrent, view = '', onOpen }: ChipProps) {
  const along = looksIn(useRoute().query);
  return (
    <a
      className={styles.chip}
      aria-current={isCurrent}
      href={formatRoute('concepts', focus, { dim: of.token, view, ...along })}
      {...(onOpen ? { onClick: onOpen } : {})}
    >
      <DimensionMark name={of.token} contested={of.contested} /> {formatCount(of.edges)}
    </a>
  );
}

interface MoreProps {
  readonly neighbourhood: Neighbourhood;
  readonly hidden: number;
  readonly view?: string;
}

/** Says how many have no room, and leads to every one there is. */
export function MoreDimensions({ neighbourhood, hidden, view = '' }: MoreProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { dimensions, dimension, focus } = neighbourhood;
  const label = t('concepts.allDimensions', { count: dimensions.length });
  const words = t('concepts.moreDimensions', { count: hidden });
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <AriaButton className={cx(styles.chip, styles.moreChip)} aria-label={`${words}: ${label}`}>
        {words}
      </AriaButton>
      <Popover className={cx(panels.popover)} offset={4} placement="bottom" aria-label={label}>
        <div className={cx(panels.panel, styles.allDimensions)}>
          <p className={styles.allTitle}>{label}</p>
          <ul>
            {dimensions.map((d) => (
              <li key={d.token}>
                <DimensionChip
                  of={d}
                  focus={focus}
                  isCurrent={d.token === dimension}
                  view={view}
                  onOpen={() => setOpen(false)}
                />
              </li>
            ))}
          </ul>
        </div>
      </Popover>
    </DialogTrigger>
  );
}
