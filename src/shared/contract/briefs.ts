// Briefs: asked for, looked at beside what they cite, compared, signed. Scripts have plain routes beside these: http/advisory. Everything is of one project.
// Source: advisory, Outputs, Profiles.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import {
  BriefAnswer,
  BriefDetail,
  BriefPlan,
  BriefPreview,
  BriefRequest,
  BriefsPage,
  BriefsState,
  BriefTask,
  RevisionAsked,
  Sha256,
  SigningKeyView,
} from '../model/evidence/brief.ts';
import { DEFAULT_PROJECT, ProjectName } from '../model/graph.ts';
import { danger, read, write } from './base.ts';

const project = ProjectName.default(DEFAULT_PROJECT);
const Asked = z.strictObject({ project, task: BriefTask, request: BriefRequest });
const One = z.strictObject({
  project,
  cacheKey: Sha256,
  revision: RevisionAsked.optional(),
});

export const briefs = {
  state: read('/briefs/state').input(z.strictObject({ project })).output(BriefsState),
  /** The state now, then one whenever a brief was made, or what decides over them changed. */
  watch: read('/briefs-watch').input(z.strictObject({ project })).output(eventIterator(BriefsState)),
  /** The newest of each subject, those made last first. */
  list: read('/briefs')
    .input(
      z.strictObject({
        project,
        task: BriefTask.optional(),
        /** A part of the advisory's key or of the artifact. */
        search: z.string().max(200).optional(),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(BriefsPage),
  /** Answers what is there; else it is queued. `computed`: this one of what was computed, though a model words briefs. */
  ask: write('/briefs/ask', 'console', 'project', 'task')
    .input(Asked.extend({ computed: z.boolean().default(false) }))
    .output(BriefAnswer),
  /** Whether what would be asked for is there; makes nothing. */
  find: read('/briefs-find')
    .input(
      z.strictObject({
        ...{ project, task: BriefTask },
        ...BriefRequest.pick({ advisoryKey: true, artifactId: true, policyVersion: true, profile: true })
          .shape,
      }),
    )
    .output(BriefAnswer),
  /** What became of what was queued. */
  progress: read('/briefs/progress/{cacheKey}').input(One).output(BriefAnswer),
  /** Ends the making of one, for all who wait for it; answers what is there, where it was made meanwhile. */
  cancel: write('/briefs/{cacheKey}/cancel', 'console', 'project', 'cacheKey').input(One).output(BriefAnswer),
  /** With its sources, its revisions and what its signature comes to; one that was refused, too. */
  detail: read('/briefs/{cacheKey}').input(One).output(BriefDetail),
  /** Exactly what would be sent, and to whom; nothing is. */
  preview: read('/briefs-preview')
    .input(
      z.strictObject({
        project,
        task: BriefTask,
        advisoryKey: z.string().min(1).max(2000),
        profile: BriefRequest.shape.profile,
      }),
    )
    .output(BriefPreview),
  /** What the assistant is told of a step: it proposes, and every write waits for its approval. */
  plan: read('/briefs/{cacheKey}/plan')
    .input(One.extend({ finding: z.string().max(100) }))
    .output(BriefPlan),
  /** Takes the weights that a model has now for those that word briefs. */
  pinModel: write('/briefs/pin-model', 'console', 'profile')
    .input(z.strictObject({ project, profile: BriefRequest.shape.profile }))
    .output(BriefsState),
  /** Public keys of what is signed here, those that were replaced too. */
  keys: read('/briefs-keys').output(z.array(SigningKeyView)),
  /** A new key signs from now on; what the old one signed can still be verified. */
  rotateKey: danger('/briefs-keys/rotate', 'console', 'algorithm', 'replaces')
    .input(
      z.strictObject({
        algorithm: z.enum(['ed25519', 'ecdsa-p256']),
        replaces: z.string().max(200).nullable(),
      }),
    )
    .output(z.array(SigningKeyView)),
};
