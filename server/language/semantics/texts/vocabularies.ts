/** `vocabulary race_codes = {"1", "2"};` names the members of enums, codes and sets (language 1.4). */
import { replaceFix } from '../../messages/report'
import { foldCase } from '../../patterns/case-folding'
import type { DeclaredType, Identifier, Statement, TextLiteral } from '../../syntax/syntax'
import type { Checked } from '../checked-ruleset'
import type { Checking } from '../checking'
import { describeOddity, differenceOf, lookOf } from '../habits/look-alike'
import { warnOfScale } from '../scales'

type Vocabulary = Extract<Statement, { kind: 'vocabulary' }>

/** Its value is the set of its members. */
export function checkVocabulary(c: Checking, statement: Vocabulary): Checked | null {
  const { members, list } = statement
  checkMembers(c, { members, ordered: false, span: list })
  if (members.length === 0) return null
  const values = [...new Set(members.map(({ value }) => value))]
  const type = { kind: 'text', members: values } as const
  const nodes = members.map(({ value, start, end }): Checked => ({ kind: 'string', value, type, start, end }))
  return { kind: 'set', members: nodes, type: { kind: 'set', element: type }, start: list.start, end: list.end }
}

/** The type with the members of the vocabularies that it names. One that is not known becomes a text, which takes all. */
export function withMembers(
  c: Checking,
  type: DeclaredType,
): { readonly type: DeclaredType; readonly listed: string | null } {
  if (type.kind === 'boolean') return { type, listed: null }
  const { codes } = type
  const named = codes.vocabulary === null ? null : membersOf(c, codes.vocabulary)
  const known = named === null ? type : { ...type, codes: { ...codes, members: named } }
  if (known.kind !== 'enum' || known.vocabulary === null) return { type: known, listed: codes.vocabulary?.name ?? null }
  const { ignoringCase, vocabulary } = known
  const members = membersOf(c, vocabulary)
  if (members === null) return { type: { kind: 'text', ignoringCase, codes: known.codes }, listed: null }
  return { type: { ...known, members }, listed: vocabulary.name }
}

/** Null, and reported, if there is no such vocabulary above. */
function membersOf(c: Checking, at: Identifier): readonly TextLiteral[] | null {
  const declared = c.values.get(at.name)
  const statement = declared === undefined ? undefined : c.lets[declared.let]?.statement
  if (declared !== undefined && statement?.kind === 'vocabulary') {
    declared.read = true
    // The entries of a list have one declaration.
    if (!c.uses.some(({ start }) => start === at.start)) c.use(at, 'vocabulary', false, declared.at.start)
    return statement.members
  }
  const below = c.parsed.ruleset.statements.find((each) => each.kind === 'vocabulary' && each.name.name === at.name)
  if (below !== undefined) {
    if (below.kind === 'vocabulary') c.use(at, 'vocabulary', false, below.name.start)
    c.report.add('used-before', at, [at.name])
    return null
  }
  const names = c.lets.flatMap(({ statement: each }) => (each.kind === 'vocabulary' ? [each.name.name] : []))
  const meant = c.speller.nearest(at.name, names)
  c.report.add(
    'unknown-vocabulary',
    at,
    [at.name, meant],
    meant === null ? [] : [replaceFix(`Write ${meant}`, at, meant)],
  )
  return null
}

/** Checks the members of an enum or a vocabulary. */
export function checkMembers(
  c: Checking,
  type: Pick<Extract<DeclaredType, { kind: 'enum' }>, 'ordered' | 'members' | 'span'>,
): void {
  if (type.members.length === 0 && !c.parsed.lost) c.report.add('no-member', type.span, [])
  const seen = new Set<string>()
  for (const member of type.members) {
    if (seen.has(member.value)) c.report.add('repeated-member', member, [member.value])
    seen.add(member.value)
  }
  warnOfLooks(c, type.members)
  if (type.ordered) warnOfScale(c, type.members)
}

/** Reports members and codes that are the same if the case does not count. */
export function checkFolds(c: Checking, members: readonly TextLiteral[]): void {
  const byFold = new Map<string, string>()
  for (const member of members) {
    const fold = foldCase(member.value)
    const before = byFold.get(fold)
    if (before !== undefined && before !== member.value) c.report.add('same-but-case', member, [before, member.value])
    byFold.set(fold, before ?? member.value)
  }
}

/** Warns of members that look the same, or are not what they look like. */
function warnOfLooks(c: Checking, members: readonly TextLiteral[]): void {
  const byLook = new Map<string, TextLiteral>()
  for (const member of members) {
    const look = lookOf(member.value)
    const before = byLook.get(look)
    if (before !== undefined && before.value !== member.value)
      c.report.add('look-alike-members', member, [before.value, member.value, differenceOf(before.value, member.value)])
    else {
      const odd = describeOddity(member.value)
      if (odd !== null) c.report.add('odd-member', member, [member.value, odd])
    }
    byLook.set(look, before ?? member)
  }
}
