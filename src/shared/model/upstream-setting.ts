// An upstream as an operator writes it down, in config.yaml or in the console: its name, where it is, how much of the load it takes, and
// the headers that open it. What fits is said once, here. Source: proxy, Upstreams.
import * as z from 'zod';
import { upstreamAddress, upstreamUrlProblem } from '../access/upstream-url.ts';

/** Of all upstreams together. */
export const MOST_UPSTREAMS = 64;

export const UpstreamName = z
  .string()
  .regex(/^[\w.-]{1,64}$/, 'a name of 1 to 64 letters, digits, dots, dashes or underscores');

/** As `upstreamAddress` writes it, whatever way it is given. */
export const UpstreamUrl = z
  .string()
  .max(2000)
  .superRefine((text, ctx) => {
    const problem = upstreamUrlProblem(text);
    if (problem !== null) ctx.addIssue(problem);
  })
  .transform((text) => upstreamAddress(text) ?? text);

export const UpstreamWeight = z
  .number()
  .positive('its share of the load beside the others: a number above 0, 1 unless given')
  .max(1000);

export const UpstreamSlots = z
  .number()
  .int()
  .min(1, 'how many prompts run there at once: 1 or more; leave it out for no limit')
  .max(100_000);

/** What says where a message or a connection ends is not an operator's to write. */
const FRAMING =
  /^(connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/i;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const MOST_HEADERS = 50;

/** What is sent with every request there; values may be secrets. */
export const UpstreamHeaders = z
  .record(
    z
      .string()
      .max(200)
      .regex(/^[\w-]+$/),
    z.string().max(8000).regex(HEADER_VALUE, 'a header value has no line breaks'),
  )
  .superRefine((headers, ctx) => {
    const names = Object.keys(headers);
    const framing = names.find((given) => FRAMING.test(given));
    if (framing !== undefined)
      ctx.addIssue(`${framing} belongs to each message and is written for it; leave it out`);
    if (names.length > MOST_HEADERS) ctx.addIssue(`at most ${MOST_HEADERS} headers`);
  });
export type UpstreamHeaders = z.infer<typeof UpstreamHeaders>;

/** An upstream to be stored. */
export const NewUpstream = z.strictObject({
  name: UpstreamName,
  url: UpstreamUrl,
  weight: UpstreamWeight.default(1),
  /** Prompts and embeddings it is given at once; null: no limit of ours. */
  slots: UpstreamSlots.nullable().default(null),
  headers: UpstreamHeaders.default({}),
});
export type NewUpstream = z.output<typeof NewUpstream>;

/** What is changed of a stored one. Left out: as it was. Its name stays: who wants another removes it and adds one. */
export const UpstreamChange = z.strictObject({
  url: UpstreamUrl.optional(),
  weight: UpstreamWeight.optional(),
  slots: UpstreamSlots.nullable().optional(),
  /** All of them; they were given for one address, so that another address asks for them again. */
  headers: UpstreamHeaders.optional(),
});
export type UpstreamChange = z.output<typeof UpstreamChange>;

/** What asking an address as an upstream came to. */
export const UpstreamTrial = z.strictObject({
  ok: z.boolean(),
  /** What answers there; null when nothing that can be used. */
  kind: z.enum(['ollama', 'openai']).nullable(),
  version: z.string().max(200).nullable(),
  /** What it offers, at most 500 by name. */
  models: z.array(z.string().max(400)).max(500),
  modelCount: z.number().int(),
  /** Models it holds in memory. */
  loaded: z.number().int(),
  ms: z.number().int(),
  /** Why not, in words an operator can act on; null when well. */
  reason: z.string().max(1000).nullable(),
});
export type UpstreamTrial = z.infer<typeof UpstreamTrial>;
