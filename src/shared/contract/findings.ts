// What affects what is run: found, looked at, decided, taken back. Everything is of one project. Source: advisory, Findings.
import { eventIterator } from '@orpc/contract';
import * as z from 'zod';
import {
  DocumentReach,
  Exposure,
  FindingDecision,
  FindingDecisionKind,
  FindingDetail,
  FindingsPage,
  FindingsState,
  FindingView,
  Justification,
  Product,
  Severity,
  UncheckedGroup,
} from '../model/evidence/finding.ts';
import { ProductChanges, ProductDetail } from '../model/evidence/product.ts';
import { DEFAULT_PROJECT, ProjectName } from '../model/graph.ts';
import { Reason } from '../model/plain-text.ts';
import { read, write } from './base.ts';

const project = ProjectName.default(DEFAULT_PROJECT);
const product = z.string().min(1).max(600);
const key = z.string().regex(/^[0-9a-f]{32}$/);

export const findings = {
  state: read('/findings/state').input(z.strictObject({ project })).output(FindingsState),
  /** The state now, then one whenever it changes. */
  watch: read('/findings-watch').input(z.strictObject({ project })).output(eventIterator(FindingsState)),
  /** Exploited first, then by severity, chance and age. */
  list: read('/findings')
    .input(
      z.strictObject({
        project,
        view: FindingView.default('open'),
        /** A part of an id, a component or a title. */
        search: z.string().max(200).optional(),
        product: z.string().max(600).optional(),
        severity: Severity.optional(),
        scope: z.enum(['runtime', 'build']).optional(),
        /** What runs it can be reached from so far, or from further. */
        exposure: Exposure.optional(),
        offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
        limit: z.coerce.number().int().min(1).max(500).default(200),
      }),
    )
    .output(FindingsPage),
  detail: read('/findings/{key}').input(z.strictObject({ project, key })).output(FindingDetail),
  /** Components nothing could be said of, with the reason. */
  /** What a document of evidence applies to, or why to nothing. */
  reach: read('/evidence/documents/{id}/reach')
    .input(z.strictObject({ project, id: z.coerce.number().int().min(1) }))
    .output(DocumentReach),
  unchecked: read('/findings-unchecked').input(z.strictObject({ project })).output(z.array(UncheckedGroup)),
  /** A decision about findings; `expiresAt` for an accepted risk, `justification` for what is not affected. */
  decide: write('/findings/decide', 'console', 'project', 'keys', 'kind')
    .input(
      z.strictObject({
        project,
        keys: z.array(key).min(1).max(500),
        kind: FindingDecisionKind,
        reason: Reason,
        justification: Justification.optional(),
        expiresAt: z.number().int().optional(),
      }),
    )
    .output(z.strictObject({ decisions: z.array(FindingDecision.extend({ key })) })),
  /** Takes decisions back: what was decided before them holds again. */
  undo: write('/findings/undo', 'console', 'project', 'decisions')
    .input(z.strictObject({ project, decisions: z.array(z.number().int().min(1)).min(1).max(500) }))
    .output(z.strictObject({ undone: z.number().int() })),
  /** Says which resource runs what a list of components is of. Not `bind`: the client takes that for the function's own. */
  bindTo: write('/findings/bind', 'console', 'project', 'product', 'resource')
    .input(z.strictObject({ project, product, resource: z.string().min(1).max(500) }))
    .output(Product),
  unbindFrom: write('/findings/unbind', 'console', 'project', 'product', 'resource')
    .input(z.strictObject({ project, product, resource: z.string().min(1).max(500) }))
    .output(Product),
  /** A product with its lists over time, the newest first. */
  product: read('/findings-product').input(z.strictObject({ project, product })).output(ProductDetail),
  /** What changed between two lists of a product, by their documents. */
  productChanges: read('/findings-product-changes')
    .input(
      z.strictObject({
        ...{ project, product },
        from: z.coerce.number().int().min(1),
        to: z.coerce.number().int().min(1),
      }),
    )
    .output(ProductChanges),
  /** Findings come from the newest list of a product, and from those of versions set active here; `active: false` retires a version. */
  setVersionActive: write('/findings/version-active', 'console', 'project', 'product', 'version', 'active')
    .input(
      z.strictObject({
        ...{ project, product },
        /** Null for lists that name none. */
        version: z.string().min(1).max(300).nullable(),
        active: z.boolean(),
      }),
    )
    .output(ProductDetail),
};
