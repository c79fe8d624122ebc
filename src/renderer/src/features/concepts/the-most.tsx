// What stands where "Show more" would, when a canvas holds as much as it can: that there is no more at once, how much is left
// out, and the ways on.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Token } from '../../session/marks.tsx';
import { formatRoute, navigate } from '../../session/router.ts';
import { formatCount } from '../../ui/format.ts';
import { Button } from '../../ui/inputs/button.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { MOST, type Neighbourhood } from './concepts-store.ts';
import styles from './explorer.module.css';

const OFFERED = 6;

export function TheMost({ neighbourhood }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { nodes, shown, total, dimension, focus } = neighbourhood;
  const leftOut = nodes
    .filter((node) => node.depth > 0 && node.childrenTotal > node.childrenShown)
    .map((node) => ({ token: node.concept.token, left: node.childrenTotal - node.childrenShown }))
    .toSorted((a, b) => b.left - a.left)
    .slice(0, OFFERED);
  const go = (hash: string) => {
    setOpen(false);
    navigate(hash);
  };
  return (
    <PopoverButton label={t('concepts.most.label')} isOpen={isOpen} onOpenChange={setOpen}>
      <div className={styles.most}>
        <p>{t('concepts.most.text', { most: MOST, left: formatCount(total - shown), focus })}</p>
        {leftOut.length === 0 ? null : (
          <div>
            <p className={styles.title}>{t('concepts.most.open')}</p>
            <ul>
              {leftOut.map(({ token, left }) => (
                <li key={token}>
                  <Button
                    variant="quiet"
                    onPress={() => go(formatRoute('concepts', token, { dim: dimension }))}
                  >
                    <Token token={token} plain />
                  </Button>
                  <span className={styles.figure}>
                    {t('concepts.most.left', { left: formatCount(left) })}
                  </span>
                </li>
              ))}
            </ul>
          </div>
        )}
        <Button onPress={() => go(formatRoute('concepts'))}>{t('concepts.most.find')}</Button>
      </div>
    </PopoverButton>
  );
}
