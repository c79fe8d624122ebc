// What Test found of an Ollama model's context was the longest that the model was trained for, which few hosts have memory for. It is forgotten; Test now
// finds what the server gives. Source: agent, The loop.
import { type Kysely, sql } from 'kysely';

export async function forgetTrainedContexts(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ id: number; abilities: string }>`
    select id, abilities from models where provider = 'ollama' and abilities is not null`.execute(db);
  for (const { id, abilities } of rows) {
    const kept = JSON.stringify({ ...(JSON.parse(abilities) as object), contextTokens: null });
    await sql`update models set abilities = ${kept} where id = ${id}`.execute(db);
  }
}
