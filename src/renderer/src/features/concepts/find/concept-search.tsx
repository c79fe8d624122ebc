// The small search in the explorer's bar: opens the best match, or the list of them.
import { type Ref, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatRoute, navigate } from '../../../session/router.ts';
import { SearchField } from '../../../ui/inputs/search-field.tsx';
import styles from '../explorer.module.css';

export function ConceptSearch({ field }: { field: Ref<HTMLInputElement> }) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  return (
    <div className={styles.search}>
      <SearchField
        label={t('concepts.searchLong')}
        placeholder={t('concepts.searchShort')}
        value={text}
        onChange={setText}
        inputRef={field}
        hint="/"
        onSubmit={() => {
          if (text.trim() !== '') navigate(formatRoute('concepts', null, { q: text.trim() }));
        }}
      />
    </div>
  );
}
