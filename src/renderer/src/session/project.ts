// The project the console looks at. One project until the core can list them; its name must be that of
// shared/model/graph.ts (repeated here, since importing that file would bring its schemas into the bundle).
export const DEFAULT_PROJECT = 'default';
