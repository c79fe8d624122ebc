// The identity of data, the same in table, canvas, prompt, conflict: a concept is a mono token, a dimension `[name]` with
// its hue, ISA solid and ISPART dashed, contested amber with `?`, confidence the stroke's width, source a letter.

import { type CSSProperties, Fragment } from 'react';
import { Focusable, TooltipTrigger } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Source } from '../../../shared/model/graph.ts';
import { confidenceStep } from '../ui/confidence.ts';
import { cx } from '../ui/cx.ts';
import { formatPercent } from '../ui/format.ts';
import { dimensionHue } from '../ui/hue.ts';
import { readBlockLine } from '../ui/recollection-text.ts';
import { Tip } from '../ui/tip.tsx';
import styles from './marks.module.css';
import { formatRoute } from './router.ts';

/** A concept as a mono token; a link to it unless `plain`. */
export function Token({ token, plain, strong }: { token: string; plain?: boolean; strong?: boolean }) {
  const className = cx(styles.token, strong && styles.strong);
  if (plain) return <span className={className}>{token}</span>;
  return (
    <a className={cx(className, styles.link)} href={formatRoute('concepts', token)}>
      {token}
    </a>
  );
}

interface DimensionMarkProps {
  readonly name: string;
  readonly contested?: boolean;
  /** Only an assistant stated what stands in it. */
  readonly isGuess?: boolean;
}

/** A dimension in brackets, as agents see it. */
export function DimensionMark({ name, contested, isGuess }: DimensionMarkProps) {
  const hue = contested ? 'wait-text' : `dim-${String(dimensionHue(name))}`;
  return (
    <span className={styles.dimension} style={{ '--hue': `var(--${hue})` } as CSSProperties}>
      [{name}
      {isGuess ? '~' : ''}
      {contested ? '?' : ''}]
    </span>
  );
}

const LETTER: Record<Source, string> = {
  gutask: 'G',
  inferred: 'I',
  cloud_llm: 'C',
  festinger: 'F',
  operator: 'O',
};

/** Who put a fact there, as one letter; the words are its tooltip and its accessible name. */
export function SourceChip({ source }: { source: Source }) {
  const { t } = useTranslation();
  const words = t(`mark.source.${source}`);
  return (
    <TooltipTrigger delay={300} closeDelay={60}>
      <Focusable excludeFromTabOrder>
        <span className={cx(styles.source, styles[source])} role="img" aria-label={words}>
          {LETTER[source]}
        </span>
      </Focusable>
      <Tip>{words}</Tip>
    </TooltipTrigger>
  );
}

interface StrokeProps {
  readonly isIsa: boolean;
  readonly confidence: number;
  readonly contested?: boolean;
}

/** An edge as a short stroke: solid or dashed by flavour, thick by confidence, amber when contested. */
export function EdgeStroke({ isIsa, confidence, contested }: StrokeProps) {
  const { t } = useTranslation();
  const step = confidenceStep(confidence);
  const words = `${isIsa ? t('mark.isa') : t('mark.ispart')}, ${t('mark.confidence', { value: formatPercent(confidence) })}${contested ? `, ${t('mark.contested')}` : ''}`;
  return (
    <svg
      className={cx(styles.stroke, contested && styles.strokeContested)}
      width="28"
      height="10"
      role="img"
      aria-label={words}
    >
      <title>{words}</title>
      <line
        x1="1"
        x2="27"
        y1="5"
        y2="5"
        strokeWidth={step === 1 ? 1 : step === 2 ? 2 : 3}
        strokeDasharray={isIsa ? undefined : '5 3'}
      />
    </svg>
  );
}

interface LineProps {
  readonly line: string;
  readonly linked?: boolean;
  /** The dimensions it is about here; the others step back. */
  readonly spotlight?: readonly string[];
}

/** One line of a recollection exactly as agents see it, its parts marked. `linked` makes concept and parents links. */
export function RecollectionLine({ line, linked, spotlight }: LineProps) {
  const read = readBlockLine(line);
  if (read.kind === 'text') return <span className={styles.lineText}>{read.text}</span>;
  if (read.kind === 'zero_hit') {
    return (
      <span className={styles.line}>
        <span className={styles.question}>?</span> <Token token={read.concept} plain={!linked} strong />
        <span className={styles.lineText}>: {read.text}</span>
      </span>
    );
  }
  return (
    <span className={styles.line}>
      <Token token={read.concept} plain={!linked} strong />
      <span className={styles.lineText}>:</span>
      {read.parts.map((part) => (
        <Fragment key={part.dimension}>
          {' '}
          <span
            className={cx(styles.linePart, spotlight && !spotlight.includes(part.dimension) && styles.aside)}
          >
            <DimensionMark name={part.dimension} contested={part.contested} isGuess={part.isGuess} />
            {part.parent === null ? null : (
              <>
                {' '}
                <Token token={part.parent} plain={!linked} />
                {part.end === '' ? null : <span className={styles.lineText}> {part.end}</span>}
              </>
            )}
          </span>
        </Fragment>
      ))}
    </span>
  );
}

const DIMENSIONS = /(\[[^\]\s]+\])/;

/** A plain line of ours in which dimensions stand in brackets: they get their mark, the rest stays text. */
export function MarkedText({ text }: { text: string }) {
  const parts = text.split(DIMENSIONS).filter((part) => part !== '');
  return parts.map((part, index) => {
    const name = DIMENSIONS.test(part) ? part.slice(1, -1) : null;
    return (
      <Fragment key={`${String(index)} ${part}`}>
        {name === null ? (
          part
        ) : (
          <DimensionMark name={name.replace(/\?$/, '')} contested={name.endsWith('?')} />
        )}
      </Fragment>
    );
  });
}
