// The schemas of CSAF 2.0 and 2.1 with what they refer to, as the package that carries them has them. Loaded by schemas.ts when a CSAF document comes.

import cvss40 from '@secvisogram/csaf-validator-lib/csaf_2_1/csafAjv/cvss-v4.0.js';
import ssvcValues from '@secvisogram/csaf-validator-lib/csaf_2_1/csafAjv/Decision_Point_Value_Selection-1-0-1.js';
import ssvcPoint from '@secvisogram/csaf-validator-lib/csaf_2_1/csafAjv/Decision_Point-1-0-1.js';
import formatAssertion from '@secvisogram/csaf-validator-lib/csaf_2_1/csafAjv/format-assertion.js';
import meta from '@secvisogram/csaf-validator-lib/csaf_2_1/csafAjv/meta.js';
import schema21 from '@secvisogram/csaf-validator-lib/csaf_2_1/schemaTests/csaf_2_1/schema.js';
import schema20 from '@secvisogram/csaf-validator-lib/lib/schemaTests/csaf_2_0/schema.js';
import cvss20 from '@secvisogram/csaf-validator-lib/schemas/cvss-v2.0.js';
import cvss30 from '@secvisogram/csaf-validator-lib/schemas/cvss-v3.0.js';
import cvss31 from '@secvisogram/csaf-validator-lib/schemas/cvss-v3.1.js';
import type { AnySchemaObject } from 'ajv';

export interface SchemaSet {
  readonly schema: AnySchemaObject;
  /** Others by the address they are referred to with. */
  readonly others: readonly (readonly [AnySchemaObject, string])[];
}

const CVSS = 'https://www.first.org/cvss';
const SSVC = 'https://certcc.github.io/SSVC/data/schema/v1';

const scores: SchemaSet['others'] = [
  [cvss20, `${CVSS}/cvss-v2.0.json`],
  [cvss30, `${CVSS}/cvss-v3.0.json`],
  [cvss31, `${CVSS}/cvss-v3.1.json`],
];

export const csaf20: SchemaSet = { schema: schema20, others: scores };

export const csaf21: SchemaSet = {
  schema: schema21,
  others: [
    ...scores,
    [cvss40, `${CVSS}/cvss-v4.0.json`],
    [meta, 'https://docs.oasis-open.org/csaf/csaf/v2.1/schema/meta.json'],
    [formatAssertion, 'https://json-schema.org/draft/2020-12/meta/format-assertion'],
    [ssvcValues, `${SSVC}/Decision_Point_Value_Selection-1-0-1.schema.json`],
    [ssvcPoint, `${SSVC}/Decision_Point-1-0-1.schema.json`],
  ],
};
