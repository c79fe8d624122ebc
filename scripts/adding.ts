// One of each thing that docs/house.md says how to add, as changes to a copy of the tree: a greeting, in all five forms.
// Called by the test beside it, which holds the files to those the page names.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A new file's text; or, for one that is there, what is added behind what. */
type Change = string | readonly (readonly [behind: string, added: string])[];

export interface Addition {
  /** As the page calls it. */
  readonly what: string;
  /** By file, in the page's order. */
  readonly changes: Readonly<Record<string, Change>>;
}

const JOB = `
import * as z from 'zod';
import type { JobKind } from '../store/jobs/job-kind.ts';

const Payload = z.strictObject({ host: z.string() });

export const GREET: JobKind<z.infer<typeof Payload>> = {
  name: 'greet',
  schema: Payload,
  retry: { maxAttempts: 2, firstRetryMs: 1000, longestRetryMs: 1000 },
  describe: ({ host }) => ({ project: 'default', line: \`Greet \${host}\` }),
  describeWaiting: (count) => \`\${count} greetings wait\`,
  title: 'Greetings',
  when: 'at the start',
  pause: { setting: 'greet_paused', label: 'Greet hosts' },
  mend: { text: 'Jobs lets them run again.' },
};
`;

const WORKER = `
import type { Settings } from '../../shared/model/settings.ts';
import type { ClaimedJob } from '../store/jobs/job.ts';
import type { Finish, JobHandler } from '../store/jobs/job-kind.ts';
import type { Store } from '../store/store.ts';

export class GreetWorker implements JobHandler<{ host: string }> {
  readonly batch = 1;
  readonly #store: Store;
  readonly #settings: () => Settings;

  constructor(store: Store, settings: () => Settings) {
    this.#store = store;
    this.#settings = settings;
  }

  async perform([job]: readonly ClaimedJob<{ host: string }>[], finish: Finish): Promise<void> {
    const word = 'Hello';
    await this.#store.write((writer) => finish(writer, \`\${word}, \${job?.payload.host}\`));
  }
}
`;

const SCREEN = `
import { useTranslation } from 'react-i18next';

export default function Greetings() {
  const { t } = useTranslation();
  return <p>{t('greetings.empty')}</p>;
}
`;

const TOOL = `
import type { Sink } from './running.ts';

export interface GreetCommand {
  readonly host: string;
  readonly json: boolean;
}

export function greet({ host, json }: GreetCommand, out: Sink): number {
  out.write(json ? \`\${JSON.stringify({ greeted: host })}\\n\` : \`Hello, \${host}\\n\`);
  return 0;
}
`;

export const ADDITIONS: readonly Addition[] = [
  {
    what: 'A job kind',
    changes: {
      'src/main/console/greet-job.ts': JOB,
      'src/main/console/greet-worker.ts': WORKER,
      'src/main/core/memory-side.ts': [
        [
          "import { CallRecord } from '../console/call-record.ts';",
          `import { GREET } from '../console/greet-job.ts';
import { GreetWorker } from '../console/greet-worker.ts';`,
        ],
        [
          '  const queue = new JobQueue({ store, clock, log, settings: settings.current });',
          `  queue.register(GREET, new GreetWorker(store, settings.current));
  const job = { kind: GREET.name, key: 'world', payload: JSON.stringify({ host: 'world' }) };
  await store.write((writer) => queue.enqueue(writer, [job]));`,
        ],
      ],
      'src/shared/model/settings.ts': [
        [
          'export const SETTINGS = {',
          "  greet_paused: setting(z.boolean().default(false), 'on/off', 'Greetings wait in the queue.'),",
        ],
      ],
    },
  },
  {
    what: 'A screen',
    changes: {
      'src/renderer/src/session/router.ts': [['export const SCREENS = [', "'greetings', "]],
      'src/renderer/src/app/screens.ts': [
        [
          "import { conflicts } from '../features/conflicts/catalogue.ts';",
          "import { greetings } from '../features/greetings/catalogue.ts';",
        ],
        ['export const WORDS = {', ' greetings,'],
        [
          'export const SCREEN: Readonly<Record<Screen, ScreenEntry>> = {',
          "  greetings: screen(Activity, 'g g', () => import('../features/greetings/greetings.screen.tsx')),",
        ],
      ],
      'src/renderer/src/features/greetings/catalogue.ts': `
export const greetings = { name: 'Greetings', empty: 'Nobody to greet' } as const;
`,
      'src/renderer/src/features/greetings/greetings.screen.tsx': SCREEN,
    },
  },
  {
    what: 'A setting',
    changes: {
      'src/shared/model/settings.ts': [
        [
          'export const SETTINGS = {',
          "  greeting: setting(z.string().min(1).max(20).default('Hello'), 'word', 'What jobs greet with.'),",
        ],
      ],
      'src/shared/setting-titles.ts': [
        ['Readonly<Partial<Record<SettingKey, string>>> = {', "  greeting: 'Word of the greeting',"],
      ],
      'src/main/console/greet-worker.ts': [['const word = ', 'this.#settings().greeting || ']],
    },
  },
  {
    what: 'A tool of the command line',
    changes: {
      'src/main/cli/greet.ts': TOOL,
      'src/main/cli/arguments.ts': [
        [
          "import type { ConflictsCommand } from './conflicts.ts';",
          "import type { GreetCommand } from './greet.ts';",
        ],
        ['export type Command =', "  | ({ readonly name: 'greet' } & GreetCommand)"],
        ["  iknowthat: ['until', 'ttl', 'project', 'url', 'data-dir'],", "  greet: ['json'],"],
        ['{"url", "token", "pid"}', '\nfestinger greet NAME         say hello (--json)'],
        [
          '  switch (name) {',
          `    case 'greet': {
      if (positionals[1] === undefined) throw mistake('Say whom: festinger greet world.');
      return { name, host: positionals[1], json: values.json ?? false };
    }`,
        ],
      ],
      'src/main/cli/main.ts': [
        [
          '  switch (command.name) {',
          `    case 'greet':
      return (await import('./greet.ts')).greet(command, process.stdout);`,
        ],
      ],
    },
  },
  {
    what: 'A route',
    changes: {
      'src/shared/contract/system.ts': [
        [
          'export const system = {',
          `  greet: write('/system/greet', 'console', 'host')
    .input(z.strictObject({ host: z.string().max(100) }))
    .output(z.strictObject({ greeted: z.string(), at: z.number() })),`,
        ],
      ],
      'src/shared/contract/writes.ts': [
        ['export const WRITES: ReadonlySet<string> = new Set([', "  'system.greet',"],
      ],
      'src/main/api/system.ts': [
        [
          'export const system = {',
          `  greet: api.system.greet.handler(({ input, context }) => ({
    greeted: input.host,
    at: context.services.clock.now(),
  })),`,
        ],
      ],
    },
  },
];

/** Makes the changes in a copy of the tree. @throws Error where what they stand behind is not there once */
export function follow(copy: string, changes: Addition['changes']): void {
  for (const [file, change] of Object.entries(changes)) {
    const path = join(copy, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof change === 'string' ? change : changed(path, change));
  }
}

function changed(path: string, change: Exclude<Change, string>): string {
  return change.reduce(
    (text, [behind, added]) => {
      const [before, after, surplus] = text.split(behind);
      if (after === undefined || surplus !== undefined)
        throw new Error(`"${behind}" is not once in ${path}.`);
      return before + behind + added + after;
    },
    readFileSync(path, 'utf8'),
  );
}
