// Facts that end, and facts that nobody but an assistant said. What was said before is a guess where
// every entry of its provenance is an assistant's. Source: memory D12; decision 081
import { type Kysely, sql } from 'kysely';
import { booleanColumn, columnTypes, type DialectName } from '../column-types.ts';

export async function addBeliefAndEnd(db: Kysely<unknown>, dialect: DialectName): Promise<void> {
  const t = columnTypes(dialect);
  const member = (name: string) =>
    dialect === 'postgres' ? `(entry::json ->> '${name}')` : `json_extract(entry, '$.${name}')`;
  const statements = [
    `alter table urd add column ${booleanColumn(dialect, 'is_guess', `not null default ${t.false}`)}`,
    `alter table urd add column until ${t.bigint}`,
    `alter table urd_history add column until ${t.bigint}`,
    `update urd set is_guess = ${dialect === 'postgres' ? 'true' : '1'}
      where source = 'inferred'
        and exists (select 1 from edge_provenance e where e.edge_id = urd.edge_id)
        and not exists (
          select 1 from edge_provenance e where e.edge_id = urd.edge_id
            and (coalesce(${member('role')}, '') <> 'assistant' or ${member('source')} <> 'inferred')
        )`,
  ];
  if (dialect === 'postgres') statements.push(`drop function urd_change(${OLD_PARAMETERS})`, CHANGE_EDGES);
  for (const statement of statements) await sql.raw(statement).execute(db);
}

const OLD_PARAMETERS =
  'bigint[], text[], bigint[], bigint[], bigint[], boolean[], double precision[], bigint[], text[], bigint[], boolean[]';

/** As in 0003, with the two columns. */
const CHANGE_EDGES = `create function urd_change (
    edge_ids bigint[], projects text[], ids bigint[], parent_ids bigint[], dim_ids bigint[], are_isa boolean[],
    confidences double precision[], confirmations bigint[], sources text[], beginnings bigint[], unused boolean[],
    guesses boolean[], ends bigint[]
  ) returns void language plpgsql as $$
  begin
    for i in 1 .. cardinality(edge_ids) loop
      update urd set project = projects[i], id = ids[i], parent_id = parent_ids[i], dim_id = dim_ids[i],
        is_isa = are_isa[i], confidence = confidences[i], last_confirmed = confirmations[i], source = sources[i],
        valid_from = beginnings[i], do_not_use = unused[i], is_guess = guesses[i], until = ends[i]
      where edge_id = edge_ids[i];
    end loop;
  end $$`;
