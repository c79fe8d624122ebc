// The bar of editing: what is selected and what can be done with it, the dimension's own commands, the way back and forth in the draft.
import { ChevronDown, Ellipsis, Redo2, Undo2, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useCommands } from '../../../session/commands.ts';
import { DimensionMark } from '../../../session/marks.tsx';
import { useWidth } from '../../../ui/charts/use-width.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Menu } from '../../../ui/inputs/menu.tsx';
import type { Neighbourhood } from '../concepts-store.ts';
import styles from './draft.module.css';
import { draftStore } from './draft-store.ts';
import { whatWords } from './edit-words.ts';
import { handStore } from './hand-store.ts';
import { type SelectionAction, useSelectionActions } from './selection-actions.ts';

/** Those that have a button of their own; the others are behind "More". */
const FIRST: readonly SelectionAction['id'][] = ['add', 'rename', 'move', 'elsewhere', 'merge', 'forget'];
/** Pixels of the bar that a button takes, and what stands in it in any case. */
const A_BUTTON = 118;
const IN_ANY_CASE = 380;

export function EditBar({ neighbourhood }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const box = useRef<HTMLDivElement>(null);
  const room = Math.max(0, Math.floor((useWidth(box) - IN_ANY_CASE) / A_BUTTON));
  const { selected, select } = useStore(handStore);
  const { past, future, undo, redo } = useStore(draftStore);
  const tokens = [...selected];
  const actions = useSelectionActions(neighbourhood, tokens);
  useCommands('draft', [
    ...(past.length === 0
      ? []
      : [{ id: 'undo', title: t('concepts.edit.undo'), group: t('palette.do'), keys: '$mod+z', run: undo }]),
    ...(future.length === 0
      ? []
      : [
          {
            ...{ id: 'redo', title: t('concepts.edit.redo'), group: t('palette.do') },
            ...{ keys: '$mod+Shift+z', run: redo },
          },
        ]),
  ]);
  const all = actions.filter(({ id }) => FIRST.includes(id));
  // It stays one row, so that what lies under it does not move when something is selected.
  const first = all.slice(0, room);
  const rest = actions.filter((action) => !first.includes(action));
  return (
    <div ref={box} className={styles.bar} role="toolbar" aria-label={t('concepts.edit.bar')}>
      <DimensionMenu neighbourhood={neighbourhood} />
      <span className={styles.divider} aria-hidden="true" />
      {tokens.length === 0 ? (
        <span className={styles.hint}>{t('concepts.edit.nothingSelected')}</span>
      ) : (
        <>
          <span className={styles.selected}>
            <b>{tokens.length === 1 ? tokens[0] : t('concepts.edit.selected', { count: tokens.length })}</b>
            <IconButton icon={X} label={t('concepts.edit.selectNone')} onPress={() => select([])} />
          </span>
          {first.map(({ id, label, icon, run }) => (
            <Button key={id} variant="quiet" icon={icon} onPress={run}>
              {label}
            </Button>
          ))}
          {rest.length > 0 ? (
            <Menu
              label={t('concepts.edit.act.more')}
              actions={rest.map(({ id, label, icon: Icon, run }) => ({
                ...{ id, label, run },
                icon: <Icon size={14} strokeWidth={1.5} />,
              }))}
            >
              <Ellipsis size={16} strokeWidth={1.5} />
            </Menu>
          ) : null}
        </>
      )}
      <span className="push" />
      <IconButton
        icon={Undo2}
        label={t('concepts.edit.undo')}
        onPress={undo}
        isDisabled={past.length === 0}
      />
      <IconButton
        icon={Redo2}
        label={t('concepts.edit.redo')}
        onPress={redo}
        isDisabled={future.length === 0}
      />
      <span className="sr-only" role="status">
        {tokens.length === 0
          ? ''
          : `${whatWords(tokens, t)}: ${t('concepts.edit.selected', { count: tokens.length })}`}
      </span>
    </div>
  );
}

function DimensionMenu({ neighbourhood: { dimension } }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const { ask } = useStore(handStore);
  const words = { dimension: `[${dimension}]` };
  return (
    <Menu
      label={t('concepts.edit.dimension.menu', words)}
      words
      actions={[
        { id: 'split', label: t('concepts.edit.dimension.split'), run: () => ask({ kind: 'split' }) },
        {
          ...{ id: 'rename', label: t('concepts.edit.dimension.rename', words) },
          run: () => ask({ kind: 'renameDimension' }),
        },
        {
          id: 'question',
          label: t('concepts.edit.dimension.question'),
          run: () => ask({ kind: 'question' }),
        },
        {
          id: 'merge',
          label: t('concepts.edit.dimension.merge'),
          run: () => ask({ kind: 'mergeDimension' }),
        },
        { id: 'end', label: t('concepts.edit.dimension.end'), run: () => ask({ kind: 'end' }) },
        { id: 'make', label: t('concepts.edit.dimension.make'), run: () => ask({ kind: 'make' }) },
      ]}
    >
      <DimensionMark name={dimension} />
      <ChevronDown size={14} strokeWidth={1.75} aria-hidden="true" />
    </Menu>
  );
}
