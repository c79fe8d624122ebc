// For tests of earlier migrations: what takes back all that came after 0034, the latest first.
export const BACK_TO_0034: readonly string[] = [
  'drop index evidence_component_source',
  'alter table evidence_component drop column source_key',
  'alter table finding drop column unimportant',
  'alter table evidence_alias drop column kind',
  ...['finding_list', 'evidence_version', 'evidence_ecosystem', 'evidence_key'].map(
    (table) => `drop table ${table}`,
  ),
  'drop index evidence_document_signed',
  ...['source', 'product_version', 'signature_state', 'signed_by', 'signature'].map(
    (column) => `alter table evidence_document drop column ${column}`,
  ),
  "delete from kysely_migration where name >= '0035'",
];
