// Agents from outside: what their cards begin with, by which they are told from the operator's and the assistant's. Pure. Source: agent, MCP, Approvals.

/** What a card of this client begins with. @param client a client's name: no blank and no bracket is in it */
export const outsideName = (client: string): string => `agent ${client} (mcp)`;

/** Whether an agent from outside asked. */
export const isOutside = (askedBy: string): boolean => /^agent \S+ \(mcp\)/.test(askedBy);

/** Whether a card of one asker may stand for what another asks for. @param outside see Asker */
export const isSameAsker = (askedBy: string, outside: string | undefined): boolean =>
  outside === undefined ? !isOutside(askedBy) : askedBy.startsWith(outside);
