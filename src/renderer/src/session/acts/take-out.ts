// Taking things out of the console: the graph in a format, the record of changes, a backup. Buttons and the palette do it through
// here; what goes wrong is said, and whoever asked learns whether it went well.
import { api, describeFailure } from '../client.ts';
import { saveStream } from '../files/save-file.ts';
import { i18n } from '../i18n.ts';
import { say, sayFailed } from '../toasts.tsx';

export const GRAPH_FORMATS = [
  { format: 'jsonl', file: 'festinger.jsonl', type: 'application/jsonl' },
  { format: 'graphml', file: 'festinger.graphml', type: 'application/xml' },
  { format: 'cytoscape', file: 'festinger.cyjs', type: 'application/json' },
  { format: 'csv', file: 'festinger-edges.csv', type: 'text/csv' },
] as const;
export type GraphFormat = (typeof GRAPH_FORMATS)[number];

async function said(work: () => Promise<void>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (thrown) {
    sayFailed(describeFailure(thrown).message);
    return false;
  }
}

/** The facts of every project. */
export const exportGraph = ({ format, file, type }: GraphFormat): Promise<boolean> =>
  said(async () => saveStream(await api.transfer.export({ format }), file, type));

/** Every event of every chain, oldest first. */
export const exportRecord = (): Promise<boolean> =>
  said(async () => saveStream(await api.audit.export({}), 'festinger-audit.jsonl', 'application/jsonl'));

/** Starts a backup, without API keys unless there is a passphrase; it is long work, and Jobs shows it. */
export const backUp = (passphrase = ''): Promise<boolean> =>
  said(async () => {
    await api.transfer.backup(passphrase === '' ? {} : { passphrase });
    say(i18n.t('data.backupStarted'));
  });
