// `festinger explain pack KEY`: the context pack of a brief as the pipeline reads it, or with --prompt the very prompt a model would be sent. Reads one moment of the
// database that the Festinger of a directory uses, while that runs and when it does not, and the service of lists that its config.yaml names; asks no model. Called by explain.ts. Source: advisory, Retrieval, Prompt assembly.
import { join } from 'node:path';
import { AppError } from '../../../shared/model/envelope.ts';
import { DEFAULT_PROJECT } from '../../../shared/model/graph.ts';
import { type PromptOf, promptOf, questionFor } from '../../advisory/brief/prompt-of.ts';
import { NO_CANARY } from '../../advisory/brief/write-brief.ts';
import { type ReadContext, readContext } from '../../advisory/context/read-context.ts';
import { issuersIn } from '../../advisory/findings/trusted-issuers.ts';
import type { PromptTask } from '../../advisory/prompt/templates.ts';
import { ORDINARY_SECTIONS, type PackProfile } from '../../advisory/retrieval/pack-shape.ts';
import { SbomService } from '../../advisory/sbom/service.ts';
import { systemClock } from '../../core/clock.ts';
import { defaultDataDir } from '../../core/data-dir.ts';
import { databaseToRead } from '../../core/site.ts';
import { type ConfigFile, readConfigFile } from '../../settings/config.ts';
import { openSettings } from '../../settings/settings-service.ts';
import { withSnapshot } from '../../store/bulk/snapshot.ts';
import type { StoreReader } from '../../store/store-access.ts';
import { readAllConfig } from '../../store/tables/config.ts';
import type { Sink } from '../running.ts';

export interface ExplainPackCommand {
  readonly subject: 'pack';
  /** An id of an advisory, a package URL or the name of a package. */
  readonly key: string;
  readonly task: PromptTask;
  readonly project: string | undefined;
  readonly artifact: string | null;
  readonly policyVersion: string | null;
  /** The prompt instead of the pack. */
  readonly prompt: boolean;
  readonly json: boolean;
  readonly dataDir: string | undefined;
  readonly database: string | undefined;
}

/** Stands where each brief has a word drawn for it alone: what is shown to an operator holds no secret. */
const CANARY = NO_CANARY;

const PROFILE: PackProfile = {
  ...{ name: 'default', sections: ORDINARY_SECTIONS, sbom: true, environments: true, blastRadius: true },
};

/**
 * Prints the pack as JSON; with `prompt` exactly what would be sent, and on `err` its digest and what is to be known of it.
 * @returns 0, or 2 where the guard blocks it
 * @throws AppError NOT_FOUND for a key that nothing names, BRIEF_REFUSED where there is no evidence, UNAVAILABLE without a database
 */
export async function explainPack(command: ExplainPackCommand, out: Sink, err: Sink): Promise<number> {
  const made = await contextOf(command);
  if (!command.prompt) {
    const { pack, inputDigest, redactions, suspicious, sbomFault } = made;
    const told = {
      ...{ input_digest: inputDigest, redactions, suspicious: suspicious.map(snake) },
      ...(sbomFault === null ? {} : { sbom_fault: sbomFault }),
      pack,
    };
    out.write(`${JSON.stringify(told, null, command.json ? 0 : 2)}\n`);
    return 0;
  }
  const { pack, labels } = made;
  const question = questionFor(command.task, pack.advisory_key, pack.artifact);
  return tellPrompt(made, promptOf(pack, { question, canary: CANARY, labels }), command.json, out, err);
}

const snake = ({ sourceId, rules }: ReadContext['suspicious'][number]) => ({ source_id: sourceId, rules });

async function contextOf(command: ExplainPackCommand): Promise<ReadContext> {
  const { key, task, project = DEFAULT_PROJECT, artifact, policyVersion } = command;
  const dataDir = command.dataDir ?? defaultDataDir(process.env, process.platform);
  const place = databaseToRead(dataDir, command.database);
  if (place === null) throw new AppError('UNAVAILABLE', `There is no database in ${dataDir}.`);
  const file = readConfigFile(join(dataDir, 'config.yaml'));
  const config = file.ok ? file.config : null;
  const setup = () => config?.sbom;
  await using sbom = new SbomService({ clock: systemClock, setup, env: process.env });
  return withSnapshot(place, async (snapshot) => {
    const trusted = await trustedBy(snapshot.reader, config?.settings ?? {});
    const asked = {
      project,
      task,
      advisoryKey: key,
      artifact,
      policyVersion,
      profile: PROFILE,
      trusted,
    };
    return readContext(asked, { index: snapshot, clock: systemClock, sbom });
  });
}

/** As the Festinger of the directory has it: the file before the table. */
async function trustedBy(
  reader: StoreReader,
  fromFile: ConfigFile['settings'],
): Promise<ReadonlySet<string>> {
  const store = {
    readAll: () => readAllConfig(reader),
    write: async () => {
      throw new AppError('INTERNAL', 'Nothing is written here.');
    },
  };
  const settings = await openSettings(store, fromFile, () => {});
  return issuersIn(settings.current().evidence_trusted_issuers);
}

function tellPrompt(made: ReadContext, told: PromptOf, json: boolean, out: Sink, err: Sink): number {
  if (told.blocked !== null) {
    if (json) out.write(`${JSON.stringify({ blocked: told.blocked })}\n`);
    else err.write(`The guard blocks it: ${told.blocked}.\n`);
    return 2;
  }
  const { prompt, sources, leftOut, suspicious } = told;
  if (json) {
    const listed = sources.map(({ n, sourceId, contentHash }) => ({
      ...{ n, source_id: sourceId, content_hash: contentHash },
    }));
    const { text, sha256, templateVersion } = prompt;
    const parts = { sources: listed, left_out: leftOut, suspicious, redactions: made.redactions };
    const named = { template_version: templateVersion, input_digest: made.inputDigest };
    out.write(`${JSON.stringify({ prompt: text, prompt_sha256: sha256, ...named, ...parts })}\n`);
    return 0;
  }
  out.write(prompt.text);
  err.write(`sha256 ${prompt.sha256}\n`);
  err.write(`In place of ${CANARY} each brief has a word drawn for it, and so another digest.\n`);
  if (made.sbomFault !== null) err.write(`The service of lists was not asked: ${made.sbomFault}\n`);
  for (const [type, count] of Object.entries(made.redactions)) err.write(`taken out: ${count} ${type}\n`);
  for (const name of suspicious) err.write(`suspicious: ${name}\n`);
  for (const name of leftOut) err.write(`left out for its length: ${name}\n`);
  return 0;
}
