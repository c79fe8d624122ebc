// Evidence as the console asks for it. Called by router.ts.
import { OSV_ECOSYSTEMS } from '../advisory/identity/ecosystems.ts';
import { api } from './base.ts';

/** Of a document, as much is shown at once as anybody reads. */
const EXCERPT_CHARACTERS = 200_000;

/** Asked about where no list was taken in yet: no service has it, and each can say so. */
const TESTED_ARTIFACT = 'festinger-test';

export const evidence = {
  add: api.evidence.add.handler(
    ({ input, context }) => context.services.evidence.add({ ...input, by: context.caller.actor }).task,
  ),
  ecosystems: api.evidence.ecosystems.handler(async ({ input, context: { services } }) => ({
    ecosystems: await services.ecosystems.list(input.project),
    mirror: services.ecosystems.mirror(),
    names: [...OSV_ECOSYSTEMS],
  })),
  importEcosystem: api.evidence.importEcosystem.handler(
    ({ input, context }) => context.services.ecosystems.import({ ...input, by: context.caller.actor }).task,
  ),
  removeEcosystem: api.evidence.removeEcosystem.handler(
    async ({ input, context: { services } }) => (await services.ecosystems.remove(input)).task,
  ),
  documents: api.evidence.documents.handler(({ input, context }) =>
    context.services.evidence.documents(input),
  ),
  document: api.evidence.document.handler(({ input, context }) =>
    context.services.evidence.document(input.project, input.id),
  ),
  excerpt: api.evidence.excerpt.handler(async ({ input, context }) => {
    const raw = await context.services.evidence.raw(input.project, input.id);
    return { text: raw.slice(0, EXCERPT_CHARACTERS).toWellFormed(), characters: raw.length };
  }),
  remove: api.evidence.remove.handler(({ input, context }) =>
    context.services.evidence.remove(input.project, input.id),
  ),
  imports: api.evidence.imports.handler(({ input, context }) =>
    context.services.evidence.imports(input.project),
  ),
  refusals: api.evidence.refusals.handler(({ input, context }) =>
    context.services.evidence.refusals(input.project, input.id),
  ),
  trust: api.evidence.trust.handler(({ input, context }) => context.services.evidence.trust(input.project)),
  acceptKey: api.evidence.acceptKey.handler(({ input, context }) =>
    context.services.evidence.acceptKey({ ...input, by: context.caller.actor }),
  ),
  removeKey: api.evidence.removeKey.handler(({ input, context }) =>
    context.services.evidence.removeKey(input.project, input.keyId),
  ),
  sbomService: api.evidence.sbomService.handler(({ context }) => context.services.sbomService.state()),
  testSbomService: api.evidence.testSbomService.handler(
    async ({ input: { project, artifact }, context, signal }) => {
      const { evidence: taken, sbomService } = context.services;
      const about = artifact ?? (await taken.newestListed(project)) ?? TESTED_ARTIFACT;
      const asked = { project, artifact: about, ids: [], packages: [] };
      return sbomService.check(asked, signal ?? new AbortController().signal);
    },
  ),
};
