// The way from a source to the document it stands in: looked for by its name when it is wanted, and known by its hash, since another version has other words.
import { FileSearch } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, describeFailure } from '../../../session/client.ts';
import { formatRoute, navigate } from '../../../session/router.ts';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from './passage.module.css';

/** The core searches by a part of a name. */
const LONGEST_SEARCH = 200;
const PAGE = 500;

export function DocumentLink({ name, sha256 }: { name: string; sha256: string }) {
  const { t } = useTranslation();
  const [state, setState] = useState<'rests' | 'looks' | { readonly problem: string }>('rests');
  const look = () => {
    setState('looks');
    void find(name, sha256).then(
      (id) => {
        if (id === null) setState({ problem: t('briefs.one.source.gone') });
        else navigate(formatRoute('findings', String(id), { view: 'evidence' }));
      },
      (thrown) => setState({ problem: describeFailure(thrown).message }),
    );
  };
  return (
    <div className={styles.way}>
      <Button icon={FileSearch} isEarly={state === 'looks'} onPress={look}>
        {t(state === 'looks' ? 'briefs.one.source.looking' : 'briefs.one.source.toDocument')}
      </Button>
      {typeof state === 'string' ? null : (
        <p className="wait" role="status">
          {state.problem}
        </p>
      )}
    </div>
  );
}

/** @returns null where no document here is that one */
async function find(name: string, sha256: string): Promise<number | null> {
  const search = name.slice(0, LONGEST_SEARCH);
  const { documents } = await api.evidence.documents({ search, limit: PAGE });
  return documents.find((one) => one.sha256 === sha256)?.id ?? null;
}
