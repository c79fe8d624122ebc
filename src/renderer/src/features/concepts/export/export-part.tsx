// Takes the view out as a file: five buttons in the View panel, and the same in the palette.
import { useTranslation } from 'react-i18next';
import { describeFailure } from '../../../session/client.ts';
import { useCommands } from '../../../session/commands.ts';
import { sayFailed } from '../../../session/toasts.tsx';
import { Button } from '../../../ui/inputs/button.tsx';
import styles from './export.module.css';
import { FORMATS, type Format, type Kind } from './formats.ts';

const BY_KIND = Object.entries(FORMATS) as [Kind, readonly Format[]][];

async function run(format: Format): Promise<void> {
  try {
    const { exportView } = await import('./export-view.ts');
    await exportView(format);
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
  }
}

/** The commands of the palette, while a concept is open. */
export function useExports(): void {
  const { t } = useTranslation();
  useCommands(
    'concepts.export',
    BY_KIND.flatMap(([kind, formats]) =>
      formats.map((format) => ({
        id: `concepts.export.${format}`,
        title: t('concepts.export.command', { format: t(`concepts.export.formats.${format}`) }),
        group: t('palette.do'),
        aside: t(`concepts.export.kinds.${kind}`),
        run: () => void run(format),
      })),
    ),
  );
}

export function ExportPart({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.part}>
      <legend>{t('concepts.export.label')}</legend>
      {BY_KIND.map(([kind, formats]) => (
        <div key={kind} className={styles.kind}>
          <span>{t(`concepts.export.kinds.${kind}`)}</span>
          {formats.map((format) => {
            const name = t(`concepts.export.formats.${format}`);
            return (
              <Button
                key={format}
                label={t('concepts.export.as', { format: name })}
                onPress={() => {
                  void run(format);
                  onDone();
                }}
              >
                {name}
              </Button>
            );
          })}
        </div>
      ))}
    </fieldset>
  );
}
