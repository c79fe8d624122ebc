// Asks why a fact is held: the address names it, the inspector answers.
import { formatRoute, navigate, routeNow } from '../../../session/router.ts';

export function askWhy(edgeId: number): void {
  const { screen, id, query } = routeNow();
  navigate(formatRoute(screen, id, { ...query, edge: String(edgeId) }), { replace: true });
}

/** @returns false where there is no fact to ask about */
export function askWhyOf(edge: { readonly edgeId: number } | null | undefined): boolean {
  if (!edge) return false;
  askWhy(edge.edgeId);
  return true;
}

export function stopAsking(): void {
  const { screen, id, query } = routeNow();
  navigate(formatRoute(screen, id, { ...query, edge: '' }), { replace: true });
}

/** The facts an address asks about; more than one where a line was made of several. */
export const askedIn = (query: Readonly<Record<string, string>>): number[] =>
  (query.edge ?? '')
    .split(',')
    .map(Number)
    .filter((id) => Number.isSafeInteger(id) && id > 0)
    .slice(0, 12);
