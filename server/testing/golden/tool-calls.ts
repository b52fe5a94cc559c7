/**
 * Handwritten tool calls in the style of models: `claims` as a string, empty values for absent arguments, labels with
 * only a topic. Each is accepted like its plain form, or rejected with the correction. `@hash` means the hash of {@link
 * MEALS}, saved as `meals`; `@source` means {@link MEALS} as a JSON string.
 */
export const MEALS = `version 1.3;
// @unit amount USD
declare amount as numeric;
declare days as numeric;
declare has_receipt as boolean;
assert receipt { Implies(amount > 25 "USD", has_receipt) };
assert soon { days <= 3 };
`

export interface HandWrittenCall {
  readonly why: string
  readonly tool: string
  readonly sent: string
  /** The plain form with the same answer bytes. */
  readonly means?: string
  /** Members of the answer if two calls give different bytes. */
  readonly answer?: object
  /** Code of the refusal, and a part of its message, its hint, or a failure as `field: expected`. */
  readonly rejected?: readonly [code: string, fix: string]
}

const FACTS = '{"amount":"20 USD","days":3,"has_receipt":true}'
const CHECKED = `{"ruleset_hash":"@hash","claims":${FACTS}}`
/** Makes a check with this content as a claims string. */
const claims = (content: string) => `{"ruleset_hash":"@hash","claims":${JSON.stringify(content)}}`
const COMPILED = '{"source":@source}'
const compiled = (more: string) => `{"source":@source,${more}}`

const CLAIMS_AS_TEXT: readonly HandWrittenCall[] = [
  { why: 'claims in one line', tool: 'check_claims', sent: claims(FACTS), means: CHECKED },
  {
    why: 'claims on several lines, with white space around them',
    tool: 'check_claims',
    sent: claims(' {\n  "amount": "20 USD",\n  "days": 3,\n\t"has_receipt": true\n}\n'),
    means: CHECKED,
  },
  {
    why: 'digits beyond doubles in the string',
    tool: 'check_claims',
    sent: claims('{"amount":"20 USD","days":3.0000000000000000001,"has_receipt":true}'),
    means: '{"ruleset_hash":"@hash","claims":{"amount":"20 USD","days":3.0000000000000000001,"has_receipt":true}}',
  },
  {
    why: 'a number beyond doubles in the string',
    tool: 'check_claims',
    sent: claims('{"amount":"20 USD","days":1e400,"has_receipt":true}'),
    means: '{"ruleset_hash":"@hash","claims":{"amount":"20 USD","days":1e400,"has_receipt":true}}',
  },
  {
    why: 'null and "unknown" in the string are not determined',
    tool: 'check_claims',
    sent: claims('{"amount":null,"days":"unknown","has_receipt":true}'),
    means: '{"ruleset_hash":"@hash","claims":{"amount":null,"days":"unknown","has_receipt":true}}',
  },
  {
    why: 'escapes in the string',
    tool: 'check_claims',
    sent: claims('{"\\u0061mount":"20\\u0020USD","days":3,"has_receipt":true}'),
    means: CHECKED,
  },
  {
    why: 'claims as a string beside a source',
    tool: 'check_claims',
    sent: `{"source":@source,"claims":${JSON.stringify(FACTS)}}`,
    means: `{"source":@source,"claims":${FACTS}}`,
  },
  {
    why: 'every form at once',
    tool: 'check_claims',
    sent: `{"claims":${JSON.stringify(FACTS)},"ruleset_hash":"@hash","source":"","unit_library_hash":null,"label":{"topic":"meals","domain":""}}`,
    means: CHECKED,
  },
  {
    why: 'a key that stands twice in the string',
    tool: 'check_claims',
    sent: claims('{"days":3,\n"days":4}'),
    rejected: ['BAD_REQUEST', 'the key "days" stands twice (line 2, column 1 of the string)'],
  },
  {
    why: 'the text of a Python dictionary',
    tool: 'check_claims',
    sent: claims("{'days': 3, 'has_receipt': True}"),
    rejected: ['BAD_REQUEST', 'a key in double quotes was expected here (line 1, column 2 of the string)'],
  },
  {
    why: 'a comma after the last claim',
    tool: 'check_claims',
    sent: claims('{"days":3,}'),
    rejected: ['BAD_REQUEST', 'Send claims as an object from claim name to value.'],
  },
  {
    why: 'a number that JSON has not',
    tool: 'check_claims',
    sent: claims('{"days":NaN}'),
    rejected: ['BAD_REQUEST', 'a JSON value was expected here (line 1, column 9 of the string)'],
  },
  {
    why: 'a sentence',
    tool: 'check_claims',
    sent: claims('The amount is 20 USD.'),
    rejected: ['BAD_REQUEST', 'Send claims as an object from claim name to value.'],
  },
  {
    why: 'members of the request after the dictionary',
    tool: 'check_claims',
    sent: claims('{"days":3},"source":"declare a as boolean;"'),
    rejected: ['BAD_REQUEST', 'text follows the end of the JSON document'],
  },
  {
    why: 'an escape that is half a character',
    tool: 'check_claims',
    sent: claims('{"days":"\\ud800"}'),
    rejected: ['BAD_REQUEST', 'a lone surrogate is no character'],
  },
  {
    why: 'hostile nesting in the string',
    tool: 'check_claims',
    sent: claims(`{"days":${'['.repeat(70)}${']'.repeat(70)}}`),
    rejected: ['BAD_REQUEST', 'nested deeper than 64 levels'],
  },
  {
    why: 'a string in the string',
    tool: 'check_claims',
    sent: claims(JSON.stringify(FACTS)),
    rejected: ['BAD_REQUEST', 'an object from claim name to value'],
  },
  {
    why: 'a list in the string',
    tool: 'check_claims',
    sent: claims('[{"claim":"days","value":3}]'),
    rejected: ['BAD_REQUEST', 'an object from claim name to value'],
  },
  {
    why: 'an empty string, where claims are required',
    tool: 'check_claims',
    sent: claims(''),
    rejected: ['BAD_REQUEST', 'Send claims as an object from claim name to value.'],
  },
  {
    why: 'null, where claims are required',
    tool: 'check_claims',
    sent: '{"ruleset_hash":"@hash","claims":null}',
    rejected: ['BAD_REQUEST', 'an object from claim name to value'],
  },
  {
    why: 'no claims',
    tool: 'check_claims',
    sent: '{"ruleset_hash":"@hash"}',
    rejected: ['BAD_REQUEST', 'an object from claim name to value'],
  },
  {
    why: 'an empty dictionary in the string',
    tool: 'check_claims',
    sent: claims('{}'),
    rejected: ['VALIDATION_REJECTED', 'has_receipt: a value'],
  },
  {
    why: 'a claim that is not declared in the string',
    tool: 'check_claims',
    sent: claims('{"amount":"20 USD","days":3,"has_receipt":true,"__proto__":true}'),
    rejected: ['VALIDATION_REJECTED', '__proto__: nothing under this name'],
  },
]

const ABSENT: readonly HandWrittenCall[] = [
  {
    why: 'an empty source beside the hash',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"@hash","source":"","claims":${FACTS}}`,
    means: CHECKED,
  },
  {
    why: 'an empty hash beside the source',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"","source":@source,"claims":${FACTS}}`,
    means: `{"source":@source,"claims":${FACTS}}`,
  },
  {
    why: 'null for every option',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"@hash","source":null,"unit_library_hash":null,"label":null,"claims":${FACTS}}`,
    means: CHECKED,
  },
  {
    why: 'an empty string for every option',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"@hash","source":"","unit_library_hash":"","label":"","claims":${FACTS}}`,
    means: CHECKED,
  },
  {
    why: 'an empty claim value is a value',
    tool: 'check_claims',
    sent: '{"ruleset_hash":"@hash","claims":{"amount":"20 USD","days":"","has_receipt":true}}',
    rejected: ['VALIDATION_REJECTED', 'days: a numeral'],
  },
  {
    why: 'neither hash nor source',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"","source":null,"claims":${FACTS}}`,
    rejected: ['BAD_REQUEST', 'ruleset_hash'],
  },
  { why: 'an empty parent', tool: 'compile_ruleset', sent: compiled('"parent_hash":""'), means: COMPILED },
  {
    why: 'no parent and no label',
    tool: 'compile_ruleset',
    sent: compiled('"parent_hash":null,"label":null'),
    means: COMPILED,
  },
  {
    why: 'a parent that is a word',
    tool: 'compile_ruleset',
    sent: compiled('"parent_hash":"none"'),
    rejected: ['BAD_REQUEST', '64 lowercase hexadecimal characters'],
  },
  {
    why: 'an empty source, which is required',
    tool: 'compile_ruleset',
    sent: '{"source":""}',
    rejected: ['COMPILE_FAILED', 'HOW TO WRITE A RULESET'],
  },
  {
    why: 'null for a source, which is required',
    tool: 'compile_ruleset',
    sent: '{"source":null}',
    rejected: ['BAD_REQUEST', 'a value of type string'],
  },
  {
    why: 'null for an argument that does not exist',
    tool: 'compile_ruleset',
    sent: compiled('"name":null'),
    rejected: ['BAD_REQUEST', 'no such field'],
  },
  {
    why: 'prompts by hash, with an empty source',
    tool: 'get_prompt_pack',
    sent: '{"ruleset_hash":"@hash","source":""}',
    means: '{"ruleset_hash":"@hash"}',
  },
  {
    why: 'prompts by source, with an empty hash',
    tool: 'get_prompt_pack',
    sent: '{"ruleset_hash":"","source":@source}',
    means: COMPILED,
  },
  {
    why: 'saved without a parent and a label',
    tool: 'save_ruleset',
    sent: '{"name":"meals","source":@source,"parent_hash":"","label":""}',
    means: '{"name":"meals","source":@source}',
  },
  {
    why: 'an empty name, which is required',
    tool: 'save_ruleset',
    sent: '{"name":"","source":@source}',
    rejected: ['BAD_REQUEST', 'name: letters, digits'],
  },
  {
    why: 'approved without a note and a name',
    tool: 'record_approval',
    sent: '{"ruleset_hash":"@hash","approver":"Ada","note":"","name":"","label":""}',
    answer: { approval: { approver: 'Ada', note: null, recorded_by: 'agent' }, name: 'meals', saved: false },
  },
  {
    why: 'approved with null for each option',
    tool: 'record_approval',
    sent: '{"ruleset_hash":"@hash","approver":"Ada","note":null,"name":null,"label":null}',
    answer: { approval: { note: null, recorded_by: 'agent' }, saved: false },
  },
  {
    why: 'approved by no one',
    tool: 'record_approval',
    sent: '{"ruleset_hash":"@hash","approver":""}',
    rejected: ['BAD_REQUEST', 'a name that can be seen'],
  },
  { why: 'all units, by empty strings', tool: 'unit_library', sent: '{"from_unit":"","to_unit":""}', means: '{}' },
  { why: 'all units, by null', tool: 'unit_library', sent: '{"from_unit":null,"to_unit":null}', means: '{}' },
  {
    why: 'one unit of two',
    tool: 'unit_library',
    sent: '{"from_unit":"km","to_unit":""}',
    rejected: ['BAD_REQUEST', 'to_unit: a value of type string'],
  },
  {
    why: 'a converter without an offset',
    tool: 'add_unit_converter',
    sent: '{"from_unit":"EUR","to_unit":"USD","factor":1.25,"offset":"","attribution":null}',
    answer: { converter: { factor_exact: '1.25', offset_exact: '0', attribution: null } },
  },
  {
    why: 'a converter with no factor, which a person supplies',
    tool: 'add_unit_converter',
    sent: '{"from_unit":"GBP","to_unit":"USD","factor":""}',
    rejected: ['BAD_REQUEST', 'factor: a number'],
  },
  { why: 'null in place of arguments', tool: 'get_account_status', sent: 'null', means: '{}' },
  { why: 'an empty string in place of arguments', tool: 'list_rulesets', sent: '""', means: '{}' },
  { why: 'null in place of arguments of the grammar', tool: 'get_grammar', sent: 'null', means: '{}' },
]

const LABELS: readonly HandWrittenCall[] = [
  { why: 'a topic alone', tool: 'compile_ruleset', sent: compiled('"label":{"topic":"meals"}'), means: COMPILED },
  {
    why: 'a topic, and nothing for the rest',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"topic":"meals","domain":null,"confidence":"","declined":null}'),
    means: COMPILED,
  },
  {
    why: 'nothing in a label',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"topic":"","domain":"","confidence":null}'),
    means: COMPILED,
  },
  {
    why: 'a topic alone on a name',
    tool: 'save_ruleset',
    sent: '{"name":"meals","source":@source,"label":{"topic":"meals"}}',
    means: '{"name":"meals","source":@source}',
  },
  {
    why: 'a domain, and nothing for the rest',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"domain":"finance","topic":"","confidence":null,"declined":null}'),
    answer: { label: { level_one: 'finance', level_two: null, confidence: null, declined: false } },
  },
  {
    why: 'declined, with an empty domain',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"domain":"","topic":"meals","declined":true}'),
    answer: { label: { level_one: null, declined: true } },
  },
  {
    why: 'a confidence without a domain',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"topic":"meals","confidence":"high"}'),
    rejected: ['BAD_REQUEST', 'a level-one id of the vocabulary, or `declined` true, or no label at all'],
  },
  {
    why: 'a topic that is no text',
    tool: 'compile_ruleset',
    sent: compiled('"label":{"topic":["meals"]}'),
    rejected: ['BAD_REQUEST', 'label.topic: a value of type string'],
  },
  {
    why: 'a domain in place of a label',
    tool: 'compile_ruleset',
    sent: compiled('"label":"finance"'),
    rejected: ['BAD_REQUEST', 'label: a value of type object'],
  },
  {
    why: 'a domain off the list',
    tool: 'check_claims',
    sent: `{"ruleset_hash":"@hash","claims":${FACTS},"label":{"domain":"travel"}}`,
    rejected: ['BAD_REQUEST', '"finance"'],
  },
]

export const TOOL_CALLS: readonly HandWrittenCall[] = [...CLAIMS_AS_TEXT, ...ABSENT, ...LABELS]
