import { didYouMean, errorMessage, listChoices, warningMessage } from './diagnostic'

/** An entry by its position, or the first that satisfies a condition. */
export const ONE_ENTRY =
  'Rules reach no entry by its position: ask all entries with ForAll or some with Exists, and declare an entry with a special role, such as the main applicant, as a record.'

/** Messages about codes, records and lists of language 1.4. */
export const FIELDS = {
  'else-code': errorMessage(
    (actual: string) =>
      `Behind else stands the code that any other text becomes, as in else "invalid". This is ${actual}.`,
  ),
  'empty-code': errorMessage(() => 'A code has at least one character, because an empty text could not be seen.'),
  'repeated-code': errorMessage((code: string) => `This claim has "${code}" already. Remove it.`),
  'ordered-codes': errorMessage(
    () =>
      'An ordered vocabulary takes no codes, because they would have no place in its order. Use braces: enum { … }.',
  ),
  'code-order': errorMessage(() => 'A code has no order: compare it with == or !=.'),
  'code-inequality': errorMessage(
    (equal: string, less: string, more: string) =>
      `This claim may be a code, so this could mean two things. Write Not(${equal}) if a code satisfies it, or Or(${less}, ${more}) if only a number does.`,
  ),
  'negated-number': warningMessage((name: string, codes: readonly string[], cell: string | null) =>
    cell === null
      ? `Not(…) also holds where "${name}" is ${listChoices(codes)}, because a comparison with a number fails there. Turn the comparison round if only a number satisfies it.`
      : `This cell also applies where "${name}" is ${listChoices(codes)}, because a code fits no ${cell} that not excludes. Write the opposite without not, and name the codes in it if they are meant.`,
  ),
  'number-operand': errorMessage(
    () => 'IsNumber asks about a claim that may be a code, as in declare income as numeric or {"NA"};',
  ),
  'whole-operand': errorMessage(() => 'IsWhole needs a number.'),
  'default-value': errorMessage(
    (name: string, expected: string) =>
      `The default of "${name}" must be a value that the claim can have: ${expected}.`,
  ),
  'default-range': errorMessage(
    (name: string, min: string, max: string) =>
      `The default of "${name}" is outside its range, from ${min} to ${max}. A record with such a value is refused.`,
  ),
  'default-group': errorMessage(
    () =>
      'A record or a list has no default. Give its fields defaults, as in record { hazardous as boolean default False }.',
  ),
  'default-local': errorMessage(() => 'A local is in no record, so it has no default. Remove the default.'),
  'optional-record': errorMessage(
    (actual: string) =>
      `Only a record can be optional, as in optional record { born as date }. This is ${actual}. For a single value, add a code: numeric or {"none"}.`,
  ),
  'expected-fields': errorMessage(
    (actual: string) =>
      `Expected fields in braces, as in record { born as date, income as numeric "USD" }, but found ${actual}.`,
  ),
  'list-of': errorMessage(() => 'A list says what its entries are. Write "list of".'),
  'list-entry': errorMessage(
    () =>
      'The entries of a list are values, as in list of enum {"a", "b"}, or records, as in list of { age as whole }.',
  ),
  'list-limit': errorMessage(
    () => 'A list says how many entries can be looked at, from 1 to 9999, as in "up to 6"; longer lists are rejected.',
  ),
  'nested-lists': errorMessage(() => 'A list can have lists in its entries, but those cannot have further lists.'),
  'group-as-value': errorMessage(
    (name: string, kind: 'record' | 'list', field: string | null, reached: string | null) =>
      kind === 'record'
        ? `"${name}" is a record, not a value. Name one of its fields${field === null ? '' : `, as in ${name}.${field}`}.`
        : reached !== null
          ? `"${name}" is a list, so it has several values of ${reached}. Say what is asked of them with x for each entry: ForAll(x in ${name}, … x.${reached} …), Exists, or Sum(x in ${name}, x.${reached}), Min or Max. ${ONE_ENTRY}`
          : `"${name}" is a list, not a value. Use it in a quantifier, as in ForAll(x in ${name}, …), or in Count(${name}). ${ONE_ENTRY}`,
  ),
  'unknown-field': errorMessage((record: string, field: string, fields: readonly string[], meant: string | null) =>
    fields.length === 0
      ? `"${record}" is a single value, so it has no field "${field}".`
      : `"${record}" has no field "${field}".${didYouMean(meant)} Its fields: ${listChoices(fields, 8, 'and')}.`,
  ),
  'code-missing': errorMessage((name: string, missing: readonly string[], codes: readonly string[]) => {
    const known = codes.length === 0 ? '' : ` It has ${listChoices(codes, 8, 'and')}.`
    const [what, they] = missing.length === 1 ? ['code', 'it'] : ['codes', 'they']
    const all = [...codes, ...missing].map((code) => JSON.stringify(code)).join(', ')
    return `"${name}" has no ${what} ${listChoices(missing, 8, 'and')}.${known} If ${they} may be submitted in place of a value, name ${they === 'it' ? 'it' : 'them'} behind the type of the claim: or {${all}}.`
  }),
  'asks-blank': errorMessage(
    (written: string, answer: string) =>
      `${written} asks whether there is a text. Write ${answer}: IsGiven holds for a text that is not blank.`,
  ),
  'asks-group': errorMessage((written: string, answer: string, kind: 'given' | 'count') => {
    const holds = kind === 'given' ? 'if the record is there' : 'if the list has entries'
    return `${written} asks whether there is a ${kind === 'given' ? 'record' : 'list'}. Write ${answer}: IsGiven holds ${holds}.`
  }),
  'given-operand': errorMessage(
    () =>
      'IsGiven asks whether an optional record is there, as in IsGiven(co_signer), whether a text is not blank, or whether a list has entries.',
  ),
  'expected-list': errorMessage(
    (callee: string) => `${callee} needs a list, as in declare race as list of enum {"1", "2"} up to 5;`,
  ),
  'plain-list': errorMessage(
    (callee: string, list: string, field: string | null) =>
      `${callee} compares single values, and "${list}" has records. Name the field that must not repeat, as in ${callee}(${list}.${field ?? 'id'}).`,
  ),
  'aggregate-form': errorMessage((fold: 'Count' | 'Sum' | 'Min' | 'Max') =>
    fold === 'Count'
      ? 'Expected Count(list) or Count(x in list, condition).'
      : `Expected ${fold}(x in list, value); a condition goes before the comma, as in ${fold}(x in list where condition, value).`,
  ),
} as const
