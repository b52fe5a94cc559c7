/**
 * Kinds are stable, and each has a golden case (server/testing/golden/comparison/). Only `rewritten` is proved to
 * change no answer. Facts are already in words.
 */

export interface ChangeFacts {
  readonly name: string
  readonly was: string
  readonly now: string
  /** A list of names, or the changes of an assertion in words. */
  readonly list: string
}

export const NO_FACTS: ChangeFacts = { name: '', was: '', now: '', list: '' }

type Sentence = (facts: ChangeFacts) => string

export const CHANGE_KINDS = {
  'language-version': ({ was, now }) => `The ruleset is written in version ${now} of the language; it was ${was}.`,
  'unit-library': () =>
    'Another unit library is used: units may convert otherwise, and a value sent in another unit may be read otherwise.',
  'own-units': ({ was, now }) => `Units that no library knows: ${now} now, ${was} before.`,
  'shared-lines': ({ was, now }) =>
    `As a library, the text shares ${now} now and shared ${was} before. A ruleset that uses the library keeps the lines that it has.`,

  'claim-added': ({ name }) =>
    `The claim ${name} was added: a dictionary without it was accepted before and is rejected now.`,
  'claim-removed': ({ name }) =>
    `The claim ${name} was removed: a dictionary that holds it was accepted before and is rejected now.`,
  'claims-reordered': ({ list }) => `The claims are declared in another order, in which forms ask for them: ${list}.`,
  'claim-type': ({ name, was, now }) =>
    `The claim ${name} takes ${now} now and took ${was} before: values before and now are not related.`,
  'claim-unit': ({ name, was, now }) =>
    `The claim ${name} is measured in ${now} now and was measured in ${was} before.`,
  'claim-unit-spelling': ({ name, was, now }) =>
    `The unit of the claim ${name} is written ${now} now and was written ${was} before; it is the same unit.`,
  'claim-adopted-unit': ({ name, was, now }) =>
    `A number without a unit for the claim ${name} is read in ${now} now and was read in ${was} before.`,
  'range-added': ({ name, now }) =>
    `The claim ${name} accepts only numbers ${now} now; before, it accepted every number.`,
  'range-removed': ({ name, was }) =>
    `The claim ${name} accepts every number now; before, it accepted only numbers ${was}.`,
  'range-narrowed': ({ name, was, now }) =>
    `The claim ${name} accepts numbers ${now} now and accepted numbers ${was} before: some that were accepted are rejected.`,
  'range-widened': ({ name, was, now }) =>
    `The claim ${name} accepts numbers ${now} now and accepted numbers ${was} before: some that were rejected are accepted.`,
  'range-moved': ({ name, was, now }) =>
    `The claim ${name} accepts numbers ${now} now and accepted numbers ${was} before: some that were accepted are rejected, and some that were rejected are accepted.`,
  'member-added': ({ name, list, was }) =>
    `The claim ${name} ${was === '' ? 'also accepts' : 'knows'} ${list} now${was === '' ? '' : `; before, such a text was ${was}`}. Where the claim is unknown, assertions that read it may be answered differently.`,
  'member-removed': ({ name, list, now }) =>
    `The claim ${name} no longer ${now === '' ? 'accepts' : 'knows'} ${list}${now === '' ? '' : `: such a text is ${now} now`}. Where the claim is unknown, assertions that read it may be answered differently.`,
  'whole-added': ({ name, now }) =>
    `The claim ${name} accepts only whole numbers now: ${now === '' ? 'some numbers that were accepted are rejected' : `as a text, another number is ${now}`}. Where it is unknown, assertions that read it may be answered differently.`,
  'whole-removed': ({ name, was }) =>
    `The claim ${name} accepts every number now; before, it accepted only whole numbers${was === '' ? '' : `, and as a text, another one was ${was}`}. Where it is unknown, assertions that read it may be answered differently.`,
  'case-ignored': ({ name }) => `The case does not count any more in the claim ${name}: more values are the same.`,
  'case-counted': ({ name }) => `The case counts in the claim ${name} now: values that were the same differ.`,
  'other-text': ({ name, was, now }) =>
    `A text that the claim ${name} does not know is ${now} now and was ${was} before.`,
  'default-added': ({ name, now }) =>
    `If a file has no column for the claim ${name}, it is taken as ${now} now; before, it was unknown. A check of a dictionary takes no default.`,
  'default-changed': ({ name, was, now }) =>
    `If a file has no column for the claim ${name}, it is taken as ${now} now and was taken as ${was} before. A check of a dictionary takes no default.`,
  'default-removed': ({ name, was }) =>
    `If a file has no column for the claim ${name}, it is unknown now; before, it was taken as ${was}.`,
  column: ({ name, was, now }) =>
    `The claim ${name} is read from the column ${now} of a file now and was read from ${was} before.`,
  'record-optional': ({ name }) =>
    `The record ${name} may be absent now; before, a dictionary without it was rejected. Where it is unknown, assertions that read it may be answered differently.`,
  'record-required': ({ name }) =>
    `The record ${name} may not be absent any more: a dictionary without it is rejected. Where it is unknown, assertions that read it may be answered differently.`,
  'vocabulary-order': ({ name, was, now }) =>
    `The members of the claim ${name} have another order, from lowest to highest: ${now} now, ${was} before.`,
  'vocabulary-ordered': ({ name, now }) =>
    `The members of the claim ${name} have an order now, from lowest to highest: ${now}.`,
  'vocabulary-unordered': ({ name, was }) =>
    `The members of the claim ${name} have no order now; before, it was from lowest to highest: ${was}.`,
  question: ({ name, was, now }) => `The question about ${name} is ${now} now and was ${was} before.`,
  context: ({ name, was, now }) => `The context of the question about ${name} is ${now} now and was ${was} before.`,
  'claim-note': ({ name, was, now }) => `The note above the claim ${name} is ${now} now and was ${was} before.`,
  'claim-became-local': ({ name }) => `${name} was asked as a claim and is now left open: no dictionary holds it.`,
  'local-became-claim': ({ name }) => `${name} was left open and is now asked as a claim.`,
  'local-added': ({ name }) => `${name} was added and is left open: whatever turns on it stays open.`,
  'local-removed': ({ name }) => `${name}, which was left open, was removed.`,

  'definition-added': ({ name }) => `The definition ${name} was added.`,
  'definition-removed': ({ name }) => `The definition ${name} was removed.`,
  'definition-renamed': ({ name, was }) => `The definition ${name} was called ${was} before; it means the same.`,
  'definition-changed': ({ name, list }) =>
    `The definition ${name} changed; the answers of these assertions follow it: ${list}.`,
  'definition-note': ({ name, was, now }) =>
    `The note above the definition ${name} is ${now} now and was ${was} before.`,

  'shape-changed': ({ name, was, now }) => `The shape ‘${name}’ is ${now} now and was ${was} before.`,
  'report-added': ({ name }) => `The value ${name} is reported now: a check answers with one more value.`,
  'report-removed': ({ name }) => `The value ${name} is no longer reported: a check answers with one value less.`,
  'report-unit': ({ name, was, now, list }) =>
    `The reported value ${name} is in ${now} now and was in ${was} before. ${list}`.trim(),
  'report-changed': ({ name, list }) => `The reported value ${name} changes. ${list}`,
  'report-not-decided': ({ name, list }) => `Whether the reported value ${name} changes is not decided: ${list}.`,

  'assertion-added': ({ name }) => `The assertion ${name} was added: a check has one more result.`,
  'assertion-removed': ({ name }) => `The assertion ${name} was removed: a check has one result less.`,
  'assertion-renamed': ({ name, was }) =>
    `The assertion ${name} was called ${was} before; its outcome is proved the same in every case.`,
  'assertion-replaced': ({ name, was }) => `The assertion ${name} takes the place of ${was}, as the author states.`,
  'assertions-reordered': ({ list }) => `The assertions stand in another order, in which results are listed: ${list}.`,
  policy: ({ name, was, now }) =>
    `The policy of the assertion ${name} is ${now} now and was ${was} before: where claims are unknown, it may be answered differently.`,
  'assertion-note': ({ name, was, now }) => `The note above the assertion ${name} is ${now} now and was ${was} before.`,

  rewritten: ({ list, now }) =>
    `${list} ${now} written differently, and every answer to every claim dictionary is proved the same.`,
  'rewritten-outcome': ({ list, now }) =>
    `${list} ${now} written differently, and every answer is proved the same where all claims have the same known values.`,
  stricter: ({ name, list }) => `The assertion ${name} is stricter. ${list}`,
  looser: ({ name, list }) => `The assertion ${name} is looser. ${list}`,
  both: ({ name, list }) => `The answers of the assertion ${name} change in more than one way. ${list}`,
  differs: ({ name, list }) => `The answers of the assertion ${name} change. ${list}`,
  'gains-value': ({ name, list }) => `The assertion ${name} now answers cases that were UNKNOWN. ${list}`,
  'loses-value': ({ name, list }) => `The assertion ${name} is now UNKNOWN in cases that it answered before. ${list}`,
  'outside-ranges': ({ name, list }) =>
    `The assertion ${name} differs only outside the ranges of its claims: no dictionary that gives every claim a value is answered differently. ${list}`.trim(),
  irrational: ({ name }) =>
    `The assertion ${name} differs, but only at irrational numbers as far as was found, and no claim dictionary can hold one; where a claim is unknown, it may be answered differently.`,
  'not-comparable': ({ name, list }) =>
    `The answers of the assertion ${name} before and now are not compared, because the values of ${list} before and now are not related.`,
  'not-decided': ({ name, list }) => `Whether the answers of the assertion ${name} change is not decided: ${list}.`,
  'partly-not-decided': ({ name, list }) =>
    `Whether the answers of the assertion ${name} change in further ways is not decided: ${list}.`,
  reads: ({ name, was, now, list }) =>
    `The assertion ${name} reads ${now} now and read ${was} before; its outcome is proved the same in every case.${list === '' ? '' : ` But an assertion is UNKNOWN if a claim that it reads is sent in a unit that does not convert: ${list}.`}`,
  'units-not-joined': ({ name, list }) =>
    `The assertion ${name} compares units that nothing joins (${list}): it is UNKNOWN in every case now.`,
  'units-joined': ({ name, list }) =>
    `The assertion ${name} was UNKNOWN in every case before, because nothing joined the units that it compared (${list}).`,
} as const satisfies Readonly<Record<string, Sentence>>

export type ChangeKind = keyof typeof CHANGE_KINDS

/**
 * Kinds after which a dictionary may be rejected or read differently (decisions/027, "What it does not cover"). Then
 * sameness is only claimed for equal values of the claims.
 */
const READING_CHANGES: ReadonlySet<ChangeKind> = new Set([
  ...(['language-version', 'unit-library', 'own-units', 'reads'] as const),
  ...(['claim-added', 'claim-removed', 'claim-type', 'claim-unit', 'claim-unit-spelling'] as const),
  ...(['claim-became-local', 'local-became-claim', 'member-added', 'member-removed'] as const),
  ...([
    'whole-added',
    'whole-removed',
    'case-ignored',
    'case-counted',
    'other-text',
    'record-optional',
    'record-required',
  ] as const),
  ...(['range-added', 'range-removed', 'range-narrowed', 'range-widened', 'range-moved'] as const),
])

export function areReadAlike(findings: readonly { readonly kind: ChangeKind }[]): boolean {
  return !findings.some(({ kind }) => READING_CHANGES.has(kind))
}

export function sentenceOf(kind: ChangeKind, facts: Partial<ChangeFacts>): string {
  const sentence: Sentence = CHANGE_KINDS[kind]
  return sentence({ ...NO_FACTS, ...facts })
}
