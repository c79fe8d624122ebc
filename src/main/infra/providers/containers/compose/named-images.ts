// Which image the files of a Compose project name for each service: by the `config` of its Compose command, or by the files themselves where the command
// has none (podman-compose before 1.0.6). Reads only. Used by compose-actions.ts.
import { parse } from 'yaml';
import * as z from 'zod';
import type { Command, Executor } from '../../../executor.ts';
import type { NamedImage } from '../../../provider.ts';
import type { ComposeProject } from './compose-project.ts';

const MAX_FILE_BYTES = 1 << 20;

const Service = z.looseObject({
  image: z.string().nullish(),
  build: z.unknown().optional(),
  extends: z.unknown().optional(),
});
const ComposeFile = z.looseObject({
  services: z.record(z.string(), Service),
  include: z.unknown().optional(),
});
type ComposeFile = z.infer<typeof ComposeFile>;

/** @param config the Compose command's own, which writes the files as it reads them @returns null where nothing says it */
export async function readNamedImages(
  executor: Executor,
  config: Command,
  { files }: ComposeProject,
  signal: AbortSignal,
): Promise<readonly NamedImage[] | null> {
  const unlessStopped = () => {
    signal.throwIfAborted();
    return null;
  };
  const answer = await executor.run(config, signal).catch(unlessStopped);
  const whole = answer?.exitCode === 0 ? composeFileOf(answer.stdout) : null;
  if (whole) return namedIn(whole);
  const texts = await Promise.all(
    files.map((file) => executor.readFile(file, MAX_FILE_BYTES, signal).catch(unlessStopped)),
  );
  const read = texts.map((text) => text && composeFileOf(Buffer.from(text.bytes).toString('utf8')));
  return files.length > 0 && read.every((file) => file !== null && file.include === undefined)
    ? namedIn(...(read as ComposeFile[]))
    : null;
}

function composeFileOf(text: string): ComposeFile | null {
  try {
    return ComposeFile.parse(parse(text, { merge: true }));
  } catch {
    return null;
  }
}

/** Later files override earlier ones, as Compose merges them. */
function namedIn(...files: readonly ComposeFile[]): NamedImage[] {
  const services = new Map<string, z.infer<typeof Service>>();
  for (const file of files)
    for (const [name, service] of Object.entries(file.services))
      services.set(name, { ...services.get(name), ...service });
  return [...services].map(([service, { image, build, extends: base }]) => ({
    service,
    // What a variable or another service decides is not known from the files alone.
    image: image && !image.includes('$') && base === undefined ? image : null,
    isBuilt: build !== undefined,
  }));
}
