// The package's schema files are plain JavaScript without types.
declare module '@secvisogram/csaf-validator-lib/*' {
  const schema: Record<string, unknown>;
  export = schema;
}
