// What stands behind "View".
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, describeFailure } from '../../../session/client.ts';
import { Token } from '../../../session/marks.tsx';
import { sayFailed } from '../../../session/toasts.tsx';
import fields from '../../../ui/filters/filters.module.css';
import { Button } from '../../../ui/inputs/button.tsx';
import { Choice } from '../../../ui/inputs/choice.tsx';
import { Combo } from '../../../ui/inputs/combo.tsx';
import type { DimensionRow, Neighbourhood } from '../concepts-store.ts';
import { ExportPart } from '../export/export-part.tsx';
import { openPast } from '../moment/open-past.ts';
import { findPath } from '../path/path-bar.tsx';
import styles from './filter.module.css';
import { changeLooks, useLooks } from './use-looks.ts';

const NOTHING = '=nothing';
const OFFERED = 8;

interface ViewPanelProps {
  readonly neighbourhood: Neighbourhood;
  readonly onDone: () => void;
}

export function ViewPanel({ neighbourhood, onDone }: ViewPanelProps) {
  return (
    <div className={fields.panel}>
      <Over neighbourhood={neighbourhood} />
      <Moment neighbourhood={neighbourhood} onDone={onDone} />
      <PathTo onDone={onDone} />
      <ExportPart onDone={onDone} />
    </div>
  );
}

function Over({ neighbourhood: { dimension } }: { neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  const { over, at } = useLooks();
  const [dimensions, setDimensions] = useState<readonly DimensionRow[]>([]);
  useEffect(() => {
    api.concepts
      .dimensions({})
      .then(setDimensions)
      .catch((thrown: unknown) => sayFailed(describeFailure(thrown).message));
  }, []);
  const others = dimensions.filter(({ token, edges }) => token !== dimension && edges > 0);
  return (
    <div className={fields.field}>
      <span aria-hidden="true">{t('concepts.looks.over')}</span>
      <Choice
        label={t('concepts.looks.over')}
        value={over ?? NOTHING}
        isDisabled={at !== null}
        onChange={(value) => changeLooks({ over: value === NOTHING ? null : value })}
        options={[
          { value: NOTHING, label: t('concepts.looks.overNone') },
          ...others.map(({ token, question }) => ({
            ...{ value: token, label: `[${token}]` },
            ...(question === null ? {} : { aside: question }),
          })),
        ]}
      />
    </div>
  );
}

interface PartProps {
  readonly onDone: () => void;
}

function Moment({ neighbourhood, onDone }: PartProps & { readonly neighbourhood: Neighbourhood }) {
  const { t } = useTranslation();
  async function open(): Promise<void> {
    try {
      await openPast(neighbourhood.dimension);
      onDone();
    } catch (thrown) {
      sayFailed(describeFailure(thrown).message);
    }
  }
  return (
    <div className={fields.field}>
      <span aria-hidden="true">{t('concepts.looks.moment')}</span>
      <Button onPress={() => void open()}>{t('concepts.looks.momentOpen')}</Button>
    </div>
  );
}

function PathTo({ onDone }: PartProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    if (text.trim() === '') return;
    let isLatest = true;
    api.concepts
      .search({ query: text.trim(), known: true, limit: OFFERED })
      .then(({ matches }) => {
        if (isLatest) setFound(matches.map(({ token }) => token));
      })
      // What is typed can be looked for without being offered.
      .catch(() => undefined);
    return () => {
      isLatest = false;
    };
  }, [text]);
  return (
    <form
      className={styles.path}
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() === '') return;
        findPath(text.trim());
        onDone();
      }}
    >
      <Combo
        label={t('concepts.looks.path')}
        placeholder={t('concepts.looks.pathPlaceholder')}
        value={text}
        onChange={setText}
        options={found.map((token) => ({ value: token, content: <Token token={token} plain /> }))}
      />
      <Button type="submit" isDisabled={text.trim() === ''}>
        {t('concepts.looks.pathGo')}
      </Button>
    </form>
  );
}
