// A text as it is written, block after block: only the block that grows is read anew. No HTML is let through, no picture is fetched, links lead to the web or to
// mail alone and say where before they do. Used by Chat for answers, and by Briefs. Source: console, Chat.
import { Check, Square } from 'lucide-react';
import { Component, memo, type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { type Block, type Cut, cutIntoBlocks, NO_BLOCKS } from './blocks.ts';
import { CodeBlock } from './code-block.tsx';
import styles from './markdown.module.css';
import { OutsideLink } from './outside-link.tsx';
import { isReadable, plainHtml } from './plain-html.ts';
import { safeLink } from './safe-link.ts';

/** What a screen reads in a text besides markdown, and draws in its own way. The same object for as long as the text is shown. */
export interface Additions {
  /** A rehype plugin, given what was let through; it adds nothing that `components` does not draw. */
  readonly plugin: () => (tree: unknown, file: { toString(): string }) => void;
  readonly components: Components;
}

interface MarkdownProps {
  readonly text: string;
  readonly isOver: boolean;
  readonly additions?: Additions;
}

export const Markdown = memo(function Markdown({ text, isOver, additions }: MarkdownProps) {
  const cut = useRef<Cut>(NO_BLOCKS);
  cut.current = cutIntoBlocks(text, cut.current, isOver);
  return (
    <div className={styles.markdown}>
      {cut.current.blocks.map((block) => (
        <BlockView key={block.at} block={block} additions={additions} />
      ))}
    </div>
  );
});

interface BlockProps {
  readonly block: Block;
  readonly additions: Additions | undefined;
}

const BlockView = memo(
  function BlockView({ block, additions }: BlockProps) {
    if (block.kind === 'code')
      return <CodeBlock text={block.text} language={block.language} isOver={block.isOver} />;
    if (!isReadable(block.text)) return <PlainText text={block.text} />;
    return (
      <AsItCame text={block.text}>
        <div className={styles.block}>
          <ReactMarkdown
            remarkPlugins={REMARK}
            rehypePlugins={additions ? [...REHYPE, additions.plugin] : REHYPE}
            components={additions ? { ...COMPONENTS, ...additions.components } : COMPONENTS}
            urlTransform={keepAddress}
          >
            {block.text}
          </ReactMarkdown>
        </div>
      </AsItCame>
    );
  },
  ({ block: one, additions }, { block: other, additions: others }) =>
    additions === others &&
    (one === other ||
      (one.text === other.text && one.isOver === other.isOver && one.language === other.language)),
);

/** What is too much to be read as markdown, as it came. */
function PlainText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <p className={styles.plain} tabIndex={0}>
      {text}
    </p>
  );
}

/** Whatever a text does to what reads it: then it is shown as it came. */
class AsItCame extends Component<{ text: string; children: ReactNode }, { failed: string | null }> {
  override state = { failed: null };
  static getDerivedStateFromError = () => ({ failed: '' });
  override render() {
    return this.state.failed === null ? this.props.children : <PlainText text={this.props.text} />;
  }
}

/** Addresses are judged where they are drawn. */
const keepAddress = (address: string): string => address;

const REMARK = [[remarkGfm, { singleTilde: false }], plainHtml] as const as never;
const REHYPE = [
  [
    rehypeSanitize,
    {
      ...defaultSchema,
      // Ids would be those of the page.
      clobberPrefix: 'answer-',
      protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
    },
  ],
] as const as never;

const heading = (level: number) =>
  function Heading({ children }: { children?: ReactNode }) {
    return <h4 data-level={level}>{children}</h4>;
  };

function Link({ href, children }: { href?: string | undefined; children?: ReactNode }) {
  const link = href === undefined ? null : safeLink(href);
  return link === null ? <span>{children}</span> : <OutsideLink link={link}>{children}</OutsideLink>;
}

/** A picture is its words, and a way to it. */
function Picture({ src, alt }: { src?: string | undefined; alt?: string | undefined }) {
  const { t } = useTranslation();
  const link = typeof src === 'string' ? safeLink(src) : null;
  const words = alt === undefined || alt === '' ? t('markdown.picture.unnamed') : alt;
  if (link === null) return <span>{t('markdown.picture.gone', { words })}</span>;
  return <OutsideLink link={link}>{t('markdown.picture.link', { words, host: link.host })}</OutsideLink>;
}

function Ticked({ checked }: { checked?: boolean | undefined }) {
  const { t } = useTranslation();
  return (
    <span
      className={styles.tick}
      role="img"
      aria-label={t(checked ? 'markdown.task.done' : 'markdown.task.open')}
    >
      {checked ? <Check size={12} strokeWidth={2} /> : <Square size={12} strokeWidth={1.5} />}
    </span>
  );
}

const COMPONENTS: Components = {
  ...{ h1: heading(1), h2: heading(2), h3: heading(3), h4: heading(4), h5: heading(5), h6: heading(6) },
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => <Picture src={typeof src === 'string' ? src : undefined} alt={alt} />,
  input: ({ checked }) => <Ticked checked={checked} />,
  table: ({ children }) => <Table>{children}</Table>,
  pre: ({ children }) => <Code>{children}</Code>,
};

function Table({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <div className={styles.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

/** Code within a list or a quotation. */
function Code({ children }: { children?: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <pre className={styles.inner} tabIndex={0}>
      {children}
    </pre>
  );
}
