// What a tool takes, in one line for a model: `{resource: string, action: start|stop, arguments?: object}`, from its schema. For tools that are named as
// arguments of another one. Pure. Used by hands-tools.ts. Source: agent, MCP.
import * as z from 'zod';

interface Described {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Described[];
}

export function signatureOf(schema: z.ZodObject): string {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input' });
  const members = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${name}${optional}: ${kindOf(property as Described)}`;
  });
  return `{${members.join(', ')}}`;
}

function kindOf({ type, enum: values, anyOf }: Described): string {
  if (values) return values.join('|');
  if (anyOf) return anyOf.map(kindOf).join('|');
  return typeof type === 'string' ? type : 'any';
}
