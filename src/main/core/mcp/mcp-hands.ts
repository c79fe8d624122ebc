// The hands as agents outside may use them: `query` reads, everything else is a card with the operator, in the agent's name and with what it says of why.
// No rule of the operator's speaks for them. Made by open-mcp.ts. Source: agent, MCP, Approvals.

import { showHidden } from '../../../shared/hidden-characters.ts';
import { AppError } from '../../../shared/model/envelope.ts';
import type { Hands } from '../../agent/hands/hands.ts';
import type { Tool } from '../../agent/tools/tool.ts';
import type { Approvals } from '../../infra/approvals/approvals.ts';
import { outsideName } from '../../infra/approvals/outside.ts';
import type { McpHands, Offered } from '../../mcp/ports.ts';

const QUERY = 'query';

export interface McpHandsParts {
  readonly hands: Pick<Hands, 'tools' | 'parse' | 'call'>;
  readonly approvals: Pick<Approvals, 'ask' | 'get'>;
  redact(text: string): string;
  cardOf(id: string): string;
}

export function mcpHands({ hands, approvals, redact, cardOf }: McpHandsParts): McpHands {
  const offered = hands.tools.filter(({ permission }) => permission === 'anyone');
  const query = offered.find(({ name }) => name === QUERY);
  if (!query) throw new AppError('INTERNAL', 'There is no tool query.');

  return {
    query: asOffered(query),
    proposable: offered.filter(changes).map(asOffered),
    async look(given, signal) {
      const call = { tool: QUERY, arguments: given, permission: 'anyone', by: 'mcp', session: null } as const;
      const answer = await hands.call({ ...call, signal }, { ask: neverAsked });
      if (!answer.ok) return { ok: false, error: answer.error };
      if ('approval' in answer) throw new AppError('INTERNAL', 'A look came back as an approval.');
      return { ok: true, data: answer.data, cut: answer.forModel };
    },
    async propose(caller, { tool, arguments: given, reason }, signal) {
      const { kind } = hands.parse(tool, given, 'anyone');
      if (kind !== 'write')
        throw new AppError(
          'INVALID_INPUT',
          `${tool} with these arguments changes nothing: there is nothing to propose.`,
        );
      const outside = outsideName(caller.client);
      const why = reason === undefined ? '' : `: “${showHidden(redact(reason.replace(/\s+/g, ' ')))}”`;
      const call = {
        tool,
        arguments: given,
        permission: 'anyone',
        by: outside + why,
        session: null,
      } as const;
      const answer = await hands.call({ ...call, outside, signal }, approvals);
      if (!answer.ok) {
        const { code, message, details, retryable } = answer.error;
        throw new AppError(code, message, details, retryable);
      }
      if (!('approval' in answer)) throw new AppError('INTERNAL', 'A proposal came back as a result.');
      return answer.approval;
    },
    async proposal(caller, id) {
      const approval = await approvals.get(id).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'NOT_FOUND') return null;
        throw error;
      });
      if (approval?.askedBy.startsWith(outsideName(caller.client))) return approval;
      throw new AppError('NOT_FOUND', `You have no proposal ${showHidden(id)}.`);
    },
    cardOf,
  };
}

const changes = ({ kind }: Tool): boolean => kind === 'write' || typeof kind === 'function';

const asOffered = ({ name, description, schema }: Tool): Offered => ({ name, description, schema });

const neverAsked = () => Promise.reject(new AppError('INTERNAL', 'A look asked for an approval.'));
