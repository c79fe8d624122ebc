// Exports, imports and backups as the console asks for them. Large files go over plain HTTP: http/file-routes.ts.
import { api } from './base.ts';

export const transfer = {
  export: api.transfer.export.handler(async function* ({ input, context, signal }) {
    const { format, project = null } = input;
    const decoder = new TextDecoder();
    for await (const piece of context.services.transfer.export({ format, project }).pieces) {
      if (signal?.aborted) return;
      yield { chunk: decoder.decode(piece, { stream: true }) };
    }
  }),
  import: api.transfer.import.handler(async ({ input, context }) => {
    const { services, caller } = context;
    const bytes = Buffer.from(input.text, 'utf8');
    const source = async function* () {
      yield bytes;
    };
    const report = await services.transfer.import({ source, dryRun: input.dryRun, actor: caller.actor })
      .result;
    return { ...report, notes: [...report.notes] };
  }),
  backups: api.transfer.backups.handler(({ context }) => context.services.transfer.backups()),
  backup: api.transfer.backup.handler(({ input, context }) => context.services.transfer.backup(input).task),
  restore: api.transfer.restore.handler(
    ({ input, context }) => context.services.transfer.restore({ ...input, actor: context.caller.actor }).task,
  ),
};
