// The routes of /api/ai described for programs (OpenAPI 3.1), made from the schemas they parse with. Source: architecture, HTTP surface.
import * as z from 'zod';
import { Alert } from '../../../shared/model/alert.ts';
import { ERROR_CODES } from '../../../shared/model/envelope.ts';
import { Inspection, ProviderState, Resource } from '../../../shared/model/resource.ts';
import { ApprovalAnswer } from './answers.ts';
import { ApprovalsQuery, ApproveBody, DenyBody, ResourcesQuery, ToolBody } from './bodies.ts';

interface Described {
  readonly method: 'get' | 'post';
  readonly path: string;
  readonly summary: string;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodObject;
  readonly data: z.ZodType;
  /** Answers 202 with what waits, where the operator has to be asked. */
  readonly asks?: true;
}

const ROUTES: readonly Described[] = [
  {
    ...{
      method: 'get',
      path: '/api/ai/approvals',
      summary: 'What waits, and what was decided, newest first.',
    },
    ...{ query: ApprovalsQuery, data: z.object({ approvals: z.array(ApprovalAnswer) }) },
  },
  {
    ...{ method: 'get', path: '/api/ai/approvals/{id}', summary: 'One approval, and what came of it.' },
    data: ApprovalAnswer,
  },
  {
    method: 'post',
    path: '/api/ai/approvals/{id}/approve',
    summary: 'Says yes to exactly what was seen, and waits up to 15 seconds for what comes of it.',
    ...{ body: ApproveBody, data: ApprovalAnswer },
  },
  {
    ...{
      method: 'post',
      path: '/api/ai/approvals/{id}/deny',
      summary: 'Says no, with a reason for who asked.',
    },
    ...{ body: DenyBody, data: ApprovalAnswer },
  },
  {
    ...{
      method: 'get',
      path: '/api/ai/resources',
      summary: 'What there is to act on, and how its providers are.',
    },
    query: ResourcesQuery,
    data: z.object({
      resources: z.array(Resource),
      providers: z.array(ProviderState),
      alerts: z.array(Alert),
    }),
  },
  {
    ...{ method: 'get', path: '/api/ai/resources/{id}', summary: 'One resource, asked anew.' },
    data: z.object({ inspection: Inspection, within: z.array(Resource), route: z.string() }),
  },
  {
    ...{ method: 'get', path: '/api/ai/tools', summary: 'The tools, with their parameters as JSON Schema.' },
    data: z.object({ tools: z.array(z.record(z.string(), z.unknown())) }),
  },
  {
    method: 'post',
    path: '/api/ai/tools/{name}',
    summary: 'Calls a tool. A read answers; a write waits for approval.',
    ...{ body: ToolBody, data: z.record(z.string(), z.unknown()), asks: true },
  },
];

const ErrorBody = z.object({
  ok: z.literal(false),
  error: z.object({
    code: z.enum(ERROR_CODES),
    message: z.string(),
    blocked: z.boolean().optional(),
    failed: z.boolean().optional(),
    retryable: z.boolean().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
});

const json = (schema: z.ZodType, io: 'input' | 'output') => ({
  'application/json': { schema: z.toJSONSchema(schema, { io, target: 'openapi-3.0' }) },
});

const parameter = (name: string, place: 'path' | 'query', schema: object) => ({
  ...{ name, in: place, required: place === 'path', schema },
});

function operation({ path, summary, query, body, data, asks }: Described) {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) =>
    parameter(name, 'path', { type: 'string' }),
  );
  const properties = query ? (z.toJSONSchema(query, { io: 'input' }).properties ?? {}) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) =>
    parameter(name, 'query', schema as object),
  );
  const answer = z.object({ ok: z.literal(true), data });
  return {
    summary,
    parameters: [...inPath, ...inQuery],
    ...(body ? { requestBody: { required: true, content: json(body, 'input') } } : {}),
    responses: {
      200: { description: 'As asked.', content: json(answer, 'output') },
      ...(asks ? { 202: { description: 'It waits for approval.', content: json(ErrorBody, 'output') } } : {}),
      default: { description: 'What was wrong, where, and what to do.', content: json(ErrorBody, 'output') },
    },
  };
}

/** The document; the operator's token opens every route. */
export function aiOpenApi(): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const route of ROUTES) paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  return {
    openapi: '3.1.0',
    info: { title: 'Festinger: hands', version: '1' },
    security: [{ operator: [] }],
    components: { securitySchemes: { operator: { type: 'http', scheme: 'bearer' } } },
    paths,
  };
}
