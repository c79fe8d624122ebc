// Lists of components: what each is of, how much of it was checked and is open, and which resource runs it.
import { Link2, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Product } from '../../../../../shared/model/evidence/finding.ts';
import { attempt } from '../../../session/ask.ts';
import { api } from '../../../session/client.ts';
import { formatRoute } from '../../../session/router.ts';
import { sayFailed, undoable } from '../../../session/toasts.tsx';
import { formatCount } from '../../../ui/format.ts';
import { Button, IconButton } from '../../../ui/inputs/button.tsx';
import { Combo } from '../../../ui/inputs/combo.tsx';
import { EmptyState, Skeleton } from '../../../ui/states.tsx';
import { TimeAgo } from '../../../ui/time-ago.tsx';
import styles from '../findings.module.css';
import { findingsStore } from '../findings-store.ts';
import { resourceNames, useResourceName } from './use-resources.ts';

interface ProductsProps {
  /** Key of the product that is open. */
  readonly selected: string | null;
  readonly onShow: (product: string) => void;
  readonly onOpen: (product: string) => void;
}

export function Products({ selected, onShow, onOpen }: ProductsProps) {
  const { t } = useTranslation();
  const live = useStore(findingsStore, (s) => s.live);
  if (live === null) return <Skeleton rows={6} />;
  if (live.products.length === 0)
    return <EmptyState drawing="tree" title={t('findings.noProducts')} text={t('findings.noProductsText')} />;
  const groups = [...Map.groupBy(live.products, ({ key }) => key).values()];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys.
    <section className={styles.page} tabIndex={0} aria-label={t('findings.products.table')}>
      <ul className={styles.groups}>
        {groups.map((versions) => {
          const newest = versions.at(-1);
          return newest === undefined ? null : (
            <One
              key={newest.key}
              product={newest}
              versions={versions.toReversed()}
              isOpen={selected === newest.key}
              onShow={() => onShow(newest.key)}
              onOpen={() => onOpen(newest.key)}
            />
          );
        })}
      </ul>
    </section>
  );
}

interface OneProps {
  /** In its newest version. */
  readonly product: Product;
  /** The newest first. */
  readonly versions: readonly Product[];
  readonly isOpen: boolean;
  readonly onShow: () => void;
  readonly onOpen: () => void;
}

function One({ product, versions, isOpen, onShow, onOpen }: OneProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.product} aria-current={isOpen || undefined}>
      <div className={styles.productHead}>
        <h2>{product.name}</h2>
        <span className="push" />
        <span className="buttons">
          <Button variant="quiet" onPress={onShow}>
            {t('findings.products.toFindings')}
          </Button>
          <Button variant="quiet" onPress={onOpen}>
            {t('findings.products.toHistory')}
          </Button>
        </span>
      </div>
      {versions.map((one) => (
        <Version key={one.document} one={one} />
      ))}
      <Resources product={product} />
    </li>
  );
}

function Version({ one }: { one: Product }) {
  const { t } = useTranslation();
  const { version, components, checked, open, statedAt, document } = one;
  return (
    <p className={styles.productHead}>
      <a className={styles.plainLink} href={formatRoute('findings', String(document), { view: 'evidence' })}>
        {version === null ? t('findings.products.noVersion') : <code>{version}</code>}
      </a>
      <span className={open > 0 ? 'wait' : 'ok'}>{t('findings.products.open', { count: open })}</span>
      <span className="quiet">
        {t('findings.products.components', { count: components, checked: formatCount(checked) })}
        {statedAt === null ? null : (
          <>
            , {t('findings.products.stated')} <TimeAgo at={statedAt} />
          </>
        )}
      </span>
    </p>
  );
}

/** Binds or unbinds, says so with Undo, and reads again. */
async function turn(product: Product, resource: string, on: boolean, text: string): Promise<void> {
  const put = async (bound: boolean) => {
    await api.findings[bound ? 'bindTo' : 'unbindFrom']({ product: product.key, resource });
    await findingsStore.getState().readState();
  };
  const refused = await attempt(() => put(on));
  if (refused) return sayFailed(refused.message);
  undoable({ text, undo: () => put(!on), redo: () => put(on) });
}

function Resources({ product }: { product: Product }) {
  const { t } = useTranslation();
  const nameOf = useResourceName();
  const [linking, setLinking] = useState(false);
  return (
    <div className={styles.bound}>
      <span className="muted">
        {t(product.resources.length === 0 ? 'findings.products.bound' : 'findings.products.runs')}
      </span>
      {product.resources.map((id) => {
        const words = { product: product.name, resource: nameOf(id) };
        return (
          <span key={id} className={styles.chip}>
            <a href={formatRoute('resources', id)}>{nameOf(id)}</a>
            <IconButton
              icon={X}
              writes
              label={t('findings.products.remove', { name: nameOf(id) })}
              onPress={() => void turn(product, id, false, t('findings.products.saidUnbound', words))}
            />
          </span>
        );
      })}
      {linking ? (
        <Bind product={product} onDone={() => setLinking(false)} />
      ) : (
        <Button variant="quiet" icon={Link2} onPress={() => setLinking(true)}>
          {t('findings.products.addButton')}
        </Button>
      )}
    </div>
  );
}

function Bind({ product, onDone }: { product: Product; onDone: () => void }) {
  const { t } = useTranslation();
  const resources = useStore(resourceNames, (s) => s.resources);
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const free = resources.filter(({ id }) => !product.resources.includes(id));
  const bind = () => {
    const wanted = typed.trim();
    const found = free.find(({ id, name }) => name === wanted || id === wanted);
    if (!found) return setProblem(t('findings.products.unknownResource'));
    onDone();
    const words = { product: product.name, resource: found.name };
    void turn(product, found.id, true, t('findings.products.saidBound', words));
  };
  return (
    <form
      className={styles.bound}
      onSubmit={(event) => {
        event.preventDefault();
        bind();
      }}
    >
      <Combo
        label={t('findings.products.add')}
        autoFocus
        value={typed}
        onChange={(value) => {
          setTyped(value);
          setProblem(null);
        }}
        options={free.map(({ name, kind, targetHost }) => ({
          value: name,
          content: (
            <>
              {name} <span className="quiet">{[kind.replaceAll('_', ' '), targetHost].join(', ')}</span>
            </>
          ),
        }))}
        problem={problem}
      />
      <Button type="submit" writes>
        {t('findings.products.addButton')}
      </Button>
      <Button variant="quiet" onPress={onDone}>
        {t('action.cancel')}
      </Button>
    </form>
  );
}
