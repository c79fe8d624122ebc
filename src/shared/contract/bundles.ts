// Offline bundles: what one would hold, written, verified, taken in on another host. Files come and go over plain HTTP: see http/advisory/bundle-routes.ts.
// Source: advisory, Outputs.
import * as z from 'zod';
import { BriefProfile } from '../model/evidence/brief.ts';
import {
  BUNDLE_PROFILE,
  BundleFile,
  BundlePreview,
  BundleReport,
  BundleScope,
  BundleVerification,
} from '../model/evidence/bundle.ts';
import { Task } from '../model/job.ts';
import { danger, read, write } from './base.ts';

const upload = z.uuid();
/** Public keys in PEM that a bundle may be signed with, beside those of this console. */
const keys = z.array(z.string().max(8192)).max(8).default([]);

export const bundles = {
  /** Counts and bytes, before anything is written. */
  preview: read('/bundles-preview').input(BundleScope).output(BundlePreview),
  /** Bundles of the data directory, the newest first. */
  list: read('/bundles').output(z.array(BundleFile)),
  /** Writes one into the data directory while everything goes on. */
  export: write('/bundles/export', 'console', 'project')
    .input(BundleScope.extend({ profile: BriefProfile.default(BUNDLE_PROFILE) }))
    .output(Task),
  remove: danger('/bundles/remove', 'console', 'name')
    .input(z.strictObject({ name: z.string().max(200) }))
    .output(z.array(BundleFile)),
  /** Of what was uploaded, or of one in the data directory. */
  verify: write('/bundles/verify', 'process')
    .input(z.union([z.strictObject({ upload, keys }), z.strictObject({ name: z.string().max(200), keys })]))
    .output(BundleVerification),
  /** Takes in what was uploaded, after it was verified. `dryRun` says what it would do. */
  import: danger('/bundles/import', 'memory')
    .input(
      z.strictObject({
        ...{ upload, keys },
        dryRun: z.boolean().default(false),
        /** Also where nobody is known to have made it. */
        trustUnsigned: z.boolean().default(false),
        /** What the file is called: the record says so, and briefs that come in it. */
        title: z.string().max(500).optional(),
      }),
    )
    .output(BundleReport),
  /** Lets go of what was uploaded. */
  drop: write('/bundles/drop', 'process')
    .input(z.strictObject({ upload }))
    .output(z.strictObject({ dropped: z.literal(true) })),
};
