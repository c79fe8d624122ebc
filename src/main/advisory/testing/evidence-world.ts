// For tests: evidence imported from files into a database of its own, and matched.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TaskBoard } from '../../console/task-board.ts';
import { type TempStore, tempStore } from '../../store/testing/temp-store.ts';
import { Evidence } from '../evidence/evidence.ts';
import { RemoteDocuments } from '../evidence/remote-document.ts';
import { Uploads } from '../evidence/uploads.ts';
import { Findings } from '../findings/findings.ts';

export interface EvidenceWorld extends AsyncDisposable {
  readonly temp: TempStore;
  readonly evidence: Evidence;
  readonly findings: Findings;
  readonly tasks: TaskBoard;
  /** Imports files of these names, one import, and waits until it is matched. */
  take(files: Readonly<Record<string, string>>): Promise<void>;
}

export const PROJECT = 'default';

export async function evidenceWorld(dialect: TempStore['dialect']): Promise<EvidenceWorld> {
  const temp = await tempStore(dialect);
  const { store, clock } = temp;
  let next = 0;
  const ids = () => `id-${++next}`;
  const findings = new Findings({
    store,
    clock,
    trusted: () => new Set(),
    onError: (error) => {
      throw error;
    },
  });
  const tasks = new TaskBoard(clock, ids);
  const remote = new RemoteDocuments({ clock });
  const uploads = new Uploads(join(temp.dir, 'uploads'), clock);
  const onChange = (project: string) => void findings.match(project);
  const evidence = new Evidence({ store, clock, ids, tasks, uploads, remote, onChange });
  return {
    temp,
    evidence,
    findings,
    tasks,
    async take(files) {
      clock.advance(1000);
      const folder = join(temp.dir, 'in');
      for (const [name, text] of Object.entries(files)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const paths = Object.keys(files).map((name) => join(folder, name));
      const sum = await evidence.add({ project: PROJECT, paths, by: 'test' }).result;
      if (sum.refused > 0) throw new Error('A document was refused.');
      await findings.settled();
    },
    async [Symbol.asyncDispose]() {
      await findings.close();
      await remote.close();
      await temp[Symbol.asyncDispose]();
    },
  };
}
