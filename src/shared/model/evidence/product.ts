// A product as its page shows it: its lists of components over time, and what changed between two of them. Source: structure S5, Product.
import * as z from 'zod';
import { COMPONENT_CHANGES, FINDING_CHANGES, LIST_STATES, SEVERITIES } from './words.ts';

export const ProductDetail = z.strictObject({
  key: z.string(),
  name: z.string(),
  /** The newest first. */
  lists: z.array(
    z.strictObject({
      document: z.number().int(),
      /** Of the product. */
      version: z.string().nullable(),
      /** `running`: a newer list of the version is there, and the very image of this one runs. */
      state: z.enum(LIST_STATES),
      components: z.number().int(),
      /** Open findings; null of a list that is not matched. */
      open: z.number().int().nullable(),
      /** When it was made; null where it does not say. */
      statedAt: z.number().int().nullable(),
      firstSeen: z.number().int(),
      origin: z.string(),
    }),
  ),
  total: z.number().int(),
});
export type ProductDetail = z.infer<typeof ProductDetail>;

/** Both lists are matched against what is known now. */
export const ProductChanges = z.strictObject({
  /** Versions are parted by commas where a list has several of a package. */
  components: z.array(
    z.strictObject({
      kind: z.enum(COMPONENT_CHANGES),
      name: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  componentsTotal: z.number().int(),
  findings: z.array(
    z.strictObject({
      /** `fixed`: its component is still there; `removed`: its component is not. */
      kind: z.enum(FINDING_CHANGES),
      /** Of the finding. */
      key: z.string(),
      vulnerability: z.string(),
      title: z.string(),
      severity: z.enum(SEVERITIES),
      component: z.string(),
      from: z.string().nullable(),
      to: z.string().nullable(),
    }),
  ),
  findingsTotal: z.number().int(),
});
export type ProductChanges = z.infer<typeof ProductChanges>;
