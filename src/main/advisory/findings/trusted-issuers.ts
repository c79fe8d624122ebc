// Whose word the operator trusts, as the setting has it: names between semicolons. Pure. Called by core and by `festinger explain pack`. Source: advisory, Deterministic tools.

/** What stands between semicolons, without blanks around it; nothing where there is nothing. */
export const partsOf = (text: string): string[] => text.split(';').flatMap((part) => part.trim() || []);

/** @param setting `evidence_trusted_issuers` */
export const issuersIn = (setting: string): ReadonlySet<string> => new Set(partsOf(setting));
