// The cited passage beside the brief: the source's words as they were read, what is cited of them marked in one way, what they are about in another; who said it, how far that
// is trusted, and the ways to where it is from.
import { ChevronLeft, ShieldAlert, ShieldCheck, ShieldQuestion, Sigma } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BriefSource } from '../../../../../shared/model/evidence/brief.ts';
import { OutsideLink } from '../../../session/markdown/outside-link.tsx';
import { safeLink } from '../../../session/markdown/safe-link.ts';
import { formatRoute } from '../../../session/router.ts';
import { Facts } from '../../../ui/facts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import { shortDigest } from '../words.ts';
import { useCited } from './cited.ts';
import { DocumentLink } from './document-link.tsx';
import styles from './passage.module.css';
import { isWhole, type Piece, piecesOf } from './pieces.ts';
import { issuerOf, kindOf, type Origin, originOf } from './source-words.ts';

interface PassageProps {
  readonly n: number;
  /** It is given the focus as it appears. */
  readonly enters: boolean;
  /** Absent where the sheet around it is closed instead. */
  readonly onBack?: () => void;
}

export function Passage({ n, enters, onBack }: PassageProps) {
  const { t } = useTranslation();
  const { sources } = useCited();
  const source = sources.get(n);
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source is another passage to be read
  useEffect(() => {
    if (enters) head.current?.focus();
  }, [enters, n]);
  if (!source) return null;
  const kind = t(`briefs.one.source.kind.${kindOf(source)}`);
  const issuer = issuerOf(source);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: closes what the focus is in, wherever in it that is.
    <div
      className={styles.passage}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || !onBack) return;
        // The innermost thing is this one.
        event.preventDefault();
        event.stopPropagation();
        onBack();
      }}
    >
      <div className={styles.head}>
        <h3 className={styles.title} ref={head} tabIndex={-1}>
          {t('briefs.one.source.title', { n })}
        </h3>
        {onBack ? (
          <Button variant="quiet" icon={ChevronLeft} onPress={onBack}>
            {t('briefs.one.source.allOf')}
          </Button>
        ) : null}
      </div>
      <p className={styles.who}>
        <b>{kind}</b>
        {issuer === null ? null : <span>{t('briefs.one.source.by', { issuer })}</span>}
        <Trust trust={source.trust} />
      </p>
      {source.trust === 'suspicious' ? (
        <p className="wait">{t('briefs.one.source.trustSays.suspicious')}</p>
      ) : null}
      <Words source={source} />
      <Particulars source={source} />
    </div>
  );
}

const TRUST = {
  computed: { icon: Sigma, tone: 'info' },
  trusted: { icon: ShieldCheck, tone: 'ok' },
  unrated: { icon: ShieldQuestion, tone: undefined },
  suspicious: { icon: ShieldAlert, tone: 'wait' },
} as const;

function Trust({ trust }: Pick<BriefSource, 'trust'>) {
  const { t } = useTranslation();
  const { icon: Icon, tone } = TRUST[trust];
  return (
    <span className={styles.chip} data-tone={tone} title={t(`briefs.one.source.trustSays.${trust}`)}>
      <Icon size={12} strokeWidth={1.75} aria-hidden="true" />
      {t(`briefs.one.source.trust.${trust}`)}
    </span>
  );
}

function Words({ source }: { source: BriefSource }) {
  const { t } = useTranslation();
  const { citations } = useCited();
  const cited = citations.get(source.n)?.span ?? null;
  const whole = cited !== null && isWhole(source, cited);
  const pieces = piecesOf(source, whole ? null : cited);
  const first = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another source has its passage elsewhere
  useEffect(() => {
    // Its answer is no clean-up: browsers differ in what they return.
    first.current?.scrollIntoView({ block: 'nearest' });
  }, [source]);
  const firstCited = pieces.find((piece) => piece.isCited)?.at;
  return (
    <>
      <p className={styles.legend}>
        {cited === null ? null : whole ? (
          <span>{t('briefs.one.source.whole')}</span>
        ) : (
          <span>
            <mark className={styles.cited}>{t('briefs.one.source.legend.cited')}</mark>
          </span>
        )}
        {source.highlights.length > 0 ? (
          <span>
            <span className={styles.named}>{t('briefs.one.source.legend.named')}</span>
          </span>
        ) : null}
      </p>
      <section
        className={styles.words}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={t('briefs.one.source.text', { n: source.n })}
      >
        {pieces.map((piece) =>
          piece.isCited ? (
            <mark
              key={piece.at}
              className={styles.cited}
              {...(piece.at === firstCited ? { ref: first } : {})}
            >
              <Named piece={piece} />
            </mark>
          ) : (
            <Named key={piece.at} piece={piece} />
          ),
        )}
      </section>
    </>
  );
}

/** A piece of it, marked where the core marked it. */
function Named({ piece: { text, why } }: { piece: Piece }) {
  const { t } = useTranslation();
  if (why === null) return text;
  return (
    <span className={styles.named} title={t(`briefs.one.source.why.${why}`)}>
      {text}
    </span>
  );
}

/** To where a source is from. */
function Way({ origin }: { origin: Origin }) {
  const { t } = useTranslation();
  switch (origin.kind) {
    case 'document':
      return <DocumentLink key={origin.sha256} name={origin.name} sha256={origin.sha256} />;
    case 'finding':
      return (
        <p className={styles.way}>
          <a href={formatRoute('findings', origin.key)}>{t('briefs.one.source.toFinding')}</a>
        </p>
      );
    case 'concept':
      return (
        <p className={styles.way}>
          <a href={formatRoute('concepts', origin.token, { dim: origin.dimension })}>
            {t('briefs.one.source.toConcept')}
          </a>
        </p>
      );
  }
}

function Particulars({ source }: { source: BriefSource }) {
  const { t } = useTranslation();
  const origin = originOf(source);
  const link = source.source_url === null ? null : safeLink(source.source_url);
  return (
    <>
      {origin === null ? null : <Way origin={origin} />}
      <Facts
        items={[
          ...(source.source_url === null
            ? []
            : [
                [
                  t('briefs.one.source.address'),
                  link === null ? (
                    <code key="address">{source.source_url}</code>
                  ) : (
                    <OutsideLink key="address" link={link} why={t('briefs.one.outside')}>
                      {link.href}
                    </OutsideLink>
                  ),
                ] as const,
              ]),
          ...(source.licence === null ? [] : [[t('briefs.one.source.licence'), source.licence] as const]),
          ...(source.content_hash === null
            ? []
            : [
                [
                  t('briefs.one.source.hash'),
                  <code key="hash" title={source.content_hash}>
                    {shortDigest(source.content_hash)}…
                  </code>,
                ] as const,
              ]),
        ]}
      />
    </>
  );
}
