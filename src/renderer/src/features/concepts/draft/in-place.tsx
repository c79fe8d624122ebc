// A name typed where it will stand: a new concept below a box, or a box's new name. Enter puts it into the draft, Esc leaves it.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { cx } from '../../../ui/cx.ts';
import { Segments } from '../../../ui/inputs/button.tsx';
import fields from '../../../ui/inputs/text-field.module.css';
import type { Neighbourhood } from '../concepts-store.ts';
import { Against } from './against.tsx';
import styles from './draft.module.css';
import { draftStore, type Verdict } from './draft-store.ts';
import { handStore, type Wish } from './hand-store.ts';
import { adding, type Change } from './make-edits.ts';

interface InPlaceProps {
  readonly wish: Extract<Wish, { token: string }>;
  readonly neighbourhood: Neighbourhood;
  /** Where, in pixels of what it stands in. */
  readonly at: { readonly x: number; readonly y: number };
  readonly onClose: () => void;
}

/** What the children of a concept mostly are to it. */
function flavourBelow({ nodes }: Neighbourhood, token: string): boolean {
  const own = nodes.filter(({ edge }) => edge?.parent === token);
  const all = own.length > 0 ? own : nodes.filter(({ edge }) => edge !== null);
  return all.filter(({ edge }) => edge?.isIsa).length * 2 >= all.length;
}

export function InPlace({ wish: { kind, token }, neighbourhood, at, onClose }: InPlaceProps) {
  const { t } = useTranslation();
  const { judge, change } = useStore(draftStore);
  const { select } = useStore(handStore);
  const [name, setName] = useState(kind === 'rename' ? token : '');
  const [isIsa, setIsIsa] = useState(() => flavourBelow(neighbourhood, token));
  const [against, setAgainst] = useState<Verdict | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.select(), []);
  const wanted = (): Change =>
    kind === 'rename'
      ? adding({ edit: 'rename', name: token, to: name.trim() })
      : adding({
          ...{ edit: 'add', concept: name.trim(), parent: token },
          ...{ dimension: neighbourhood.dimension, isIsa },
        });
  async function submit(): Promise<void> {
    if (name.trim() === '' || (kind === 'rename' && name.trim() === token)) return;
    const { verdict } = await judge(wanted());
    if (verdict !== null) {
      setAgainst(verdict);
      return;
    }
    change(wanted());
    select([kind === 'rename' ? token : name.trim().toLowerCase().replace(/\s+/g, '_')]);
    onClose();
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target === field.current) {
      event.preventDefault();
      void submit();
    } else if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      onClose();
    }
  };
  const label = t(`concepts.edit.field.${kind}`, { token });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears the keys of the fields in it.
    <div className={styles.inPlace} style={{ left: at.x, top: at.y }} onKeyDown={onKeyDown} data-over>
      <input
        ref={field}
        className={cx(fields.input, fields.mono)}
        aria-label={label}
        value={name}
        onChange={(event) => {
          setName(event.target.value);
          setAgainst(null);
        }}
        placeholder={label}
        spellCheck={false}
        autoCapitalize="none"
        maxLength={200}
        // biome-ignore lint/a11y/noAutofocus: it opens on the operator's wish to type.
        autoFocus
      />
      {kind === 'add' ? (
        <Segments
          label={t('concepts.edit.form.flavour')}
          value={isIsa ? 'isa' : 'ispart'}
          onChange={(next) => setIsIsa(next === 'isa')}
          options={[
            { value: 'isa', label: t('concepts.edit.form.isa') },
            { value: 'ispart', label: t('concepts.edit.form.ispart') },
          ]}
        />
      ) : null}
      {against ? <Against problem={against} /> : <p className="quiet">{t('concepts.edit.field.hint')}</p>}
    </div>
  );
}
