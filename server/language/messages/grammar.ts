import { didYouMean, errorMessage } from './diagnostic'
import { type IdiomId, wayOut } from './idioms'

/** Messages about characters, strings and numerals. */
export const LEXICAL = {
  'unexpected-character': errorMessage(
    (character: string, idiom: IdiomId | null) =>
      `"${character}" means nothing in a ruleset. ${wayOut(idiom) || 'Remove it.'}`,
  ),
  'invisible-character': errorMessage(
    (name: string) =>
      `There is an invisible character here (${name}). What is signed must be what is shown: remove the character.`,
  ),
  'invisible-escape': errorMessage(
    (name: string) => `This string holds an invisible character (${name}). Write the string without it.`,
  ),
  'foreign-space': errorMessage(() => 'This blank is no ordinary space. Replace it by an ordinary space.'),
  'unterminated-string': errorMessage(
    () => 'This string is not closed on its line. Put a double quote (") at its end.',
  ),
  'unknown-escape': errorMessage(
    (actual: string) =>
      `"${actual}" is no escape. Write \\\\ for a backslash; the others are \\" \\/ \\b \\f \\n \\r \\t and \\u with four digits.`,
  ),
  'unterminated-comment': errorMessage(() => 'This comment is never closed. Put */ at its end.'),
  'wrong-quotes': errorMessage(() => 'Strings stand in straight double quotes: "like this".'),
  'foreign-operator': errorMessage(
    (foreign: string, right: string) => `"${foreign}" is written ${right} in a ruleset.`,
  ),
  arrow: errorMessage(
    (sign: string) => `"${sign}" is not an operator. Write >= for "at least", or Implies(a, b) for "if a then b".`,
  ),
  'digit-separator': errorMessage(
    (plain: string) => `Numbers have no separators between their digits. Write ${plain}.`,
  ),
  'numeral-letters': errorMessage((plain: string) => `A number is written out in digits. Write ${plain}.`),
  'decimal-comma': errorMessage((plain: string) => `Decimals follow a point, not a decimal comma. Write ${plain}.`),
  'leading-zero': errorMessage(
    (plain: string) => `A number does not begin with 0 before another digit. Write ${plain}.`,
  ),
  date: errorMessage(
    (asNumber: string | null) =>
      `Dates need language version 1.4: begin the ruleset with version 1.4; and declare the claim as date. Before 1.4, let a claim hold the time that counts, as in days_since_filing <= 30 "d"; or a date as one number of year, month and day, and compare it with ${asNumber === null ? 'such a number (20260131 is 31 January 2026)' : asNumber}.`,
  ),
  'date-form': errorMessage((written: string, readings: readonly string[]) => {
    const [first, other] = readings
    if (first === undefined) return 'A date is written year, month and day, as in 2026-01-31, without a time of day.'
    if (other !== undefined)
      return `A date is written year, month and day. Write ${first} or ${other}: ${written} can mean both.`
    const order = /^\d{1,2}\./.test(written) ? 'With points, the day is read first. ' : ''
    return `A date is written year, month and day with all their digits and with hyphens. ${order}Write ${first}.`
  }),
  'no-such-date': errorMessage((date: string) => `The calendar has no ${date}.`),
  'point-without-digits': errorMessage(() => 'A decimal point needs a digit on both sides.'),
} as const

const NAMED = {
  claim: { what: 'the name of the claim', example: 'declare amount as numeric;' },
  field: { what: 'the name of the field', example: 'record { born as date }' },
  let: { what: 'a name', example: 'let total = fare + hotel;' },
  assertion: { what: 'the name of the assertion', example: 'assert within_limit { amount <= 75 };' },
  condition: { what: 'the name of the condition', example: 'condition is_large(x) = x > 75;' },
  report: { what: 'the name of the report', example: 'report fee "USD" = weight * 2 "USD/kg";' },
  parameter: { what: 'the name of the parameter', example: 'parameter age_limit "yr" by as_of { 2023-09-01: 51; };' },
  scale: { what: 'the name of the scale', example: 'scale income_tax of taxable "USD" { 0: 10%; };' },
  vocabulary: { what: 'the name of the vocabulary', example: 'vocabulary race_codes = {"1", "2", "21"};' },
  shape: { what: 'the name of the shape', example: 'shape zip = "[0-9]{5}";' },
  table: { what: 'the name of the table', example: 'table fine first (zone) -> numeric "USD" { "school" => 100; };' },
} as const

const WORDS = {
  THEN: { what: 'THEN', example: 'IF late THEN notified ELSE True END' },
  OF: { what: 'OF and the first case', example: 'CASE size OF "small": 1, DEFAULT: 2 END' },
  END: { what: 'END', example: 'IF late THEN notified END' },
} as const

/** Says which name to write instead, and where the text for people belongs. */
function adviseRenaming(name: string, meant: string | null, what: keyof typeof NAMED): string {
  const write = meant === null ? 'Choose an ASCII name' : `Write ${meant}`
  if (/^[\x21-\x7e]+$/.test(name)) return `${write}.`
  return what === 'claim' || what === 'field'
    ? `${write}; the words that people read go behind // @ask${meant === null ? '' : ` ${meant}`}.`
    : `${write}; the words that people read go into a comment above it.`
}

function noOperator(actual: string, idiom: IdiomId): string {
  return `${actual} is not an operator of a ruleset. ${wayOut(idiom)}`
}

const NAME_RULE =
  'Names have ASCII letters, digits and _ and do not begin with a digit; text is written in double quotes.'

const STATEMENTS_OF_1_4 =
  'declare, let, condition, vocabulary, shape, parameter, scale, table, month_end, report or assert'

const UNIT_PLACES = {
  claim: 'after its type',
  report: 'after its name',
  parameter: 'after its name',
  scale: 'after the claim that it divides',
} as const

/** Messages about statements and expressions. */
export const GRAMMAR = {
  'unknown-statement': errorMessage((actual: string, idiom: IdiomId | null, has14: boolean) =>
    idiom === null
      ? `A statement begins with ${has14 ? STATEMENTS_OF_1_4 : 'declare, let or assert'}, not with ${actual}. Conditions go inside assert name { ... };`
      : `No statement begins with ${actual}. ${wayOut(idiom)}`,
  ),
  'misspelt-word': errorMessage(
    (actual: string, meant: string, idiom: IdiomId | null) =>
      `"${actual}" is written ${meant} in a ruleset.${idiom === null ? '' : ` ${wayOut(idiom)}`}`,
  ),
  'empty-statement': errorMessage(() => 'There is a semicolon too many here. Remove it.'),
  'newer-word': errorMessage(
    (word: string) => `"${word}" is a word of language version 1.4. Begin the ruleset with version 1.4; to use it.`,
  ),
  'month-end-form': errorMessage(
    (actual: string) =>
      `Expected last or next, but found ${actual}. month_end last; takes the last day of a month that is too short, month_end next; the first day of the month after it.`,
  ),
  'repeated-month-end': errorMessage(
    () =>
      'The rule for the ends of months stands here already. It is the same for the whole ruleset; remove one of the two.',
  ),
  'version-place': errorMessage(
    () => 'The version stands once, before every other statement. Remove this one or move it to the top.',
  ),
  'unknown-version': errorMessage(
    (actual: string) => `Language version ${actual} is not known. Write version 1.4; or version 1.3; or version 1.2;`,
  ),
  'expected-name': errorMessage(
    (what: keyof typeof NAMED, actual: string) =>
      `Expected ${NAMED[what].what}, but found ${actual}. For example: ${NAMED[what].example}`,
  ),
  'reserved-name': errorMessage(
    (name: string) => `"${name}" is a word of the language and cannot be a name. Choose another name.`,
  ),
  'name-characters': errorMessage(
    (name: string, idiom: IdiomId | null, meant: string | null, what: keyof typeof NAMED | null) =>
      what === null
        ? `"${name}" is not a name. ${wayOut(idiom) || NAME_RULE}`
        : `"${name}" is not a name. ${NAME_RULE} ${adviseRenaming(name, meant, what)}`,
  ),
  'expected-as': errorMessage(
    (name: string, actual: string) =>
      `Expected "as" and a type, but found ${actual}. For example: declare ${name} as boolean;`,
  ),
  'missing-as': errorMessage(() => 'The word "as" is missing between the name and its type.'),
  'unknown-type': errorMessage((actual: string, idiom: IdiomId | null) =>
    idiom === null
      ? `Expected a type, as in boolean, numeric or enum ["low", "high"], but found ${actual}.`
      : `There is no type ${actual}. ${wayOut(idiom)}`,
  ),
  'foreign-list-type': errorMessage(
    (actual: string) =>
      `There is no type ${actual}. Write list of, with the entries and how many there can be, as in list of enum {"a", "b"} up to 6 or list of { age as whole } up to 6.`,
  ),
  'local-type': errorMessage(
    (type: string) => `A local is always boolean, not ${type}. Use let to name a ${type} expression.`,
  ),
  'expected-members': errorMessage(
    (actual: string) =>
      `Expected the members of the enum: ["low", "high"] when they have an order, {"a", "b"} when they have none. Found ${actual}.`,
  ),
  'expected-member': errorMessage(
    (actual: string) => `Expected a member of the enum in double quotes, but found ${actual}.`,
  ),
  'unquoted-member': errorMessage((member: string) => `Members of an enum stand in double quotes: "${member}".`),
  'expected-assign': errorMessage(
    (statement: string, actual: string, known: readonly [name: string, renamed: string] | null) =>
      known === null
        ? `Expected = and an expression, but found ${actual}. For example: ${statement} = a + b;`
        : `Expected = and an expression, but found ${actual}. ${known[0]} has a value already: report it under another name, as in ${known[1]} = ${known[0]};`,
  ),
  'unquoted-unit': errorMessage(
    (what: 'claim' | 'report' | 'parameter' | 'scale', unit: string) =>
      `The unit of a ${what} is written in double quotes, ${UNIT_PLACES[what]}: "${unit}".`,
  ),
  'value-type': errorMessage(
    (statement: 'let' | 'report', head: string) =>
      `The type of a ${statement === 'let' ? 'definition' : 'report'} follows from its value. Leave as and the type out: ${head} = a + b; or with a unit ${head} ${statement === 'let' ? '= (a + b) * 1 "USD"' : '"USD" = a + b'};`,
  ),
  'double-equals': errorMessage(
    (statement: 'let' | 'report' | 'condition' | 'vocabulary' | 'shape') =>
      `${statement} gives a name with a single =. Two of them compare.`,
  ),
  'expected-body': errorMessage(
    (name: string, actual: string) =>
      `Expected the condition in braces, but found ${actual}. For example: assert ${name} { amount <= 75 };`,
  ),
  'unexpected-in-body': errorMessage((actual: string, idiom: IdiomId | null) =>
    idiom === null
      ? `Expected } after the condition, but found ${actual}. An assertion holds one condition; join several with And(a, b).`
      : noOperator(actual, idiom),
  ),
  'semicolon-in-body': errorMessage(() => 'No semicolon stands inside the braces. It stands behind them.'),
  'unknown-policy': errorMessage(
    (actual: string, meant: string | null) =>
      `Expected optimistic, pessimistic or neutral, but found ${actual}.${didYouMean(meant)}`,
  ),
  'policy-brackets': errorMessage(() => 'The policy stands in square brackets: [neutral].'),
  'expected-semicolon': errorMessage((actual: string, idiom: IdiomId | null) =>
    idiom === null ? `Expected ; at the end of the statement, but found ${actual}.` : noOperator(actual, idiom),
  ),
  'missing-semicolon': errorMessage(() => 'Every statement ends with a semicolon. One is missing here.'),
  'missing-close': errorMessage(
    (bracket: string, opened: string) =>
      `Expected ${bracket} here: ${opened.length > 1 && /^[a-z]/.test(opened) ? `the ${opened} before it` : `"${opened}"`} is not closed.`,
  ),
  'unexpected-in-list': errorMessage((actual: string, opened: string, idiom: IdiomId | null) =>
    idiom === null
      ? `Expected a comma or the bracket that closes "${opened}", but found ${actual}.`
      : noOperator(actual, idiom),
  ),
  'missing-comma': errorMessage(() => 'A comma is missing before this.'),
  'arm-separator': errorMessage(() => 'The cases of a CASE are separated by commas, not semicolons.'),
  'trailing-comma': errorMessage(() => 'There is a comma too many here. Nothing follows it.'),
  'expected-expression': errorMessage(
    (actual: string) => `Expected a value or a condition, but found ${actual}. For example: amount <= 75 "USD".`,
  ),
  'single-equals': errorMessage(() => 'Equality is written ==. A single = only gives a let its value.'),
  'chained-comparison': errorMessage(() => 'Comparisons do not chain. Write each one by itself: And(a < b, b < c).'),
  'plus-sign': errorMessage(() => 'A number has no plus sign. Leave it out.'),
  'infix-word': errorMessage(
    (sign: string, right: string) => `"${sign}" does not stand between conditions. Write ${right}(a, b).`,
  ),
  'infix-in': errorMessage((idiom: IdiomId) => `"in" asks for membership only inside a quantifier. ${wayOut(idiom)}`),
  'prefix-not': errorMessage((sign: string) => `"${sign}" does not stand before a condition. Write Not(a).`),
  'truth-case': errorMessage((right: string) => `The truth values are written True and False. Write ${right}.`),
  'keyword-case': errorMessage((right: string) => `This word is written in capitals: ${right}.`),
  'call-without-operands': errorMessage((name: string) => `${name} needs its operands in brackets: ${name}(...).`),
  'unknown-function': errorMessage((name: string, meant: string | null, advice: string | null) =>
    advice !== null
      ? `There is no function "${name}". ${advice}`
      : meant === null
        ? `There is no function "${name}". Conditions are joined with And, Or, Not, Xor, Implies and If, sets with IsMember, IsSubset, Union, Intersect, Difference and Members, and members are counted with ForAll, Exists, AtLeast, AtMost, ExactlyOne and CountWhere.`
        : `There is no function "${name}".${didYouMean(meant)}`,
  ),
  'foreign-form': errorMessage(
    (sign: string, advice: string) => `"${sign}" is not an operator of a ruleset. ${advice}`,
  ),
  'quantifier-form': errorMessage((form: string) => `Write ${form}, where x is a new name for one member of the set.`),
  'set-brackets': errorMessage(
    () => 'A set is written in braces: { "a", "b" }. Square brackets only list the members of an ordered enum.',
  ),
  'expected-word': errorMessage((word: keyof typeof WORDS, opener: string, actual: string, idiom: IdiomId | null) =>
    idiom === null
      ? `Expected ${WORDS[word].what} for this ${opener}, but found ${actual}. For example: ${WORDS[word].example}`
      : noOperator(actual, idiom),
  ),
  'expected-label': errorMessage((actual: string, idiom: IdiomId | null) =>
    idiom === null
      ? `Expected a case, as in "small": 1, but found ${actual}.`
      : `Expected one member and a colon, but found ${actual}. ${wayOut(idiom)}`,
  ),
  'unquoted-label': errorMessage((label: string) => `The label of a case is written in double quotes: "${label}".`),
  'default-not-last': errorMessage(() => 'DEFAULT is the last case. Move it after the others.'),
  'bare-unit': errorMessage((unit: string) => `A unit is written in double quotes after its number: "${unit}".`),
  'unit-before-number': errorMessage(
    (digits: string, sign: string) =>
      `The unit is written after its number, in double quotes: ${digits} "${sign === '$' ? 'USD' : sign}".${sign === '$' ? ` ${wayOut('dollar')}` : ''}${/^[A-Z]/.test(sign) ? ` ${wayOut('currency-first')}` : ''}`,
  ),
  'bare-percent': errorMessage(() => 'A percent sign after a number is a unit and is written in double quotes: 5 "%".'),
} as const
