// What is offered while a name or a command is typed, above the field. The field keeps the focus and says which one the arrows stand on.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_WORDS } from '../../../../../shared/resource-words.ts';
import { cx } from '../../../ui/cx.ts';
import styles from './composer.module.css';
import type { Suggestions } from './use-suggestions.ts';

interface SuggestListProps {
  readonly id: string;
  readonly suggestions: Suggestions;
  readonly at: number;
  readonly onChoose: (at: number) => void;
}

export const optionId = (id: string, at: number): string => `${id}-${String(at)}`;

export function SuggestList({ id, suggestions, at, onChoose }: SuggestListProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector(`#${CSS.escape(optionId(id, at))}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);
  const isNames = suggestions.kind === 'names';
  const label = t(isNames ? 'chat.names' : 'chat.commands');
  if (isNames && suggestions.items.length === 0) {
    return (
      <p className={cx(styles.suggest, styles.noName)} role="status">
        {t(suggestions.isRead ? 'chat.noName' : 'chat.searchingNames', { text: suggestions.query.text })}
      </p>
    );
  }
  const rows = isNames
    ? suggestions.items.map(({ id: key, name, kind, detail }) => ({
        ...{ key, main: name, aside: detail },
        kind: Object.hasOwn(KIND_WORDS, kind) ? KIND_WORDS[kind as keyof typeof KIND_WORDS] : kind,
      }))
    : suggestions.items.map((command) => ({
        ...{ key: command, main: `/${command}`, aside: t(`chat.slash.${command}`), kind: '' },
      }));
  return (
    <div ref={list} className={styles.suggest} id={id} role="listbox" aria-label={label}>
      {rows.map(({ key, main, kind, aside }, place) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys (aria-activedescendant)
        <div
          key={key}
          id={optionId(id, place)}
          className={styles.option}
          role="option"
          aria-selected={place === at}
          tabIndex={-1}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(place)}
        >
          <span className={styles.optionName}>{main}</span>
          {kind === '' ? null : <span className={styles.optionKind}>{kind}</span>}
          <span className={styles.optionAside}>{aside}</span>
        </div>
      ))}
    </div>
  );
}
