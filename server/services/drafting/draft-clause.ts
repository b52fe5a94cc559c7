import { Refusal } from '../../api/refusal'
import type { ManifestClaim } from '../../engine/explain/manifest'
import {
  addAssertions,
  addClaims,
  type DraftedClaim,
  type DraftedRule,
  renameTaken,
  writeAssertion,
  writeClaim,
} from '../../language/service/drafted-rules'
import { CITING_VERSION, hasCitations } from '../../language/service/rule-from-clause'
import type { TokenUse } from '../models/completion'
import type { ClauseMaterial } from './clause-passages'
import { DRAFT_CLAIMS, DRAFT_RULES, type DraftedClaims, type DraftedRules } from './clause-tasks'
import { askUntilCompiled, type CompiledDraft, compileDraft, type DraftCompiler } from './compile-draft'
import type { ModelCalls } from './model-turns'

export interface WrittenPart {
  readonly name: string
  readonly text: string
}

export type DraftedClause = { readonly clause: string; readonly tokens: TokenUse | null } & (
  | {
      readonly kind: 'proposed'
      /** Declarations and assertions, which compile at the end of the text. */
      readonly newClaims: readonly WrittenPart[]
      readonly rules: readonly WrittenPart[]
      /** Names of claims of the text that the rules ask for. */
      readonly reusedClaims: readonly string[]
      /** How often the model had to mend its answers. */
      readonly repairs: number
      readonly reason: string
    }
  /** The model found no rule. */
  | { readonly kind: 'nothing'; readonly reason: string }
  /** `cause` is a sentence; `problems` are those of the last answer. */
  | { readonly kind: 'unusable'; readonly cause: string; readonly problems: readonly string[] }
)

export interface ClauseToDraft {
  readonly clause: string
  readonly reading: ClauseMaterial
  /** The text so far; empty for a new ruleset. */
  readonly source: string
}

/**
 * Claims first, then rules about them. Nothing is stored.
 * @throws Refusal BAD_REQUEST if the text so far does not compile or is in an older version; ENGINE_BUSY
 */
export async function draftClause(
  compiler: DraftCompiler,
  calls: ModelCalls,
  { clause, reading, source }: ClauseToDraft,
): Promise<DraftedClause> {
  const begun = await openText(compiler, source)
  const known = begun?.claims ?? []
  const base = begun === null ? '' : source
  const cited = { document: reading.document.label, clause }
  const end = <T>(result: T) => ({ clause, tokens: calls.tokens, ...result })
  const claims = await askUntilCompiled<DraftedClaims>(
    (failed) => calls.ask({ ...DRAFT_CLAIMS, given: { ...reading, claims: known.map(shownClaim), failed } }),
    ({ claims: drafted }) => {
      const placeholder = renameTaken([{ name: 'placeholder', condition: 'True' }], begun?.assertions ?? new Set())
      return compileDraft(compiler, addAssertions(addClaims(base, newClaims(known, drafted)), placeholder, cited))
    },
  )
  if (!claims.ok) return end({ kind: 'unusable', cause: claims.cause, problems: claims.problems } as const)
  if (claims.value.claims.length === 0) return end({ kind: 'nothing', reason: claims.value.reason } as const)
  const added = newClaims(known, claims.value.claims)
  const names = claims.draft.claims.map(({ claim }) => claim)
  const taken = new Set([...(begun?.assertions ?? []), ...names])
  const write = (drafted: readonly DraftedRule[]) => {
    const rules = renameTaken(drafted, taken)
    // A claim that no rule asks for would only be another question.
    const used = usedNames(
      added.map(({ name }) => name),
      rules,
    )
    const needed = added.filter(({ name }) => used.includes(name))
    return { rules, needed, whole: addAssertions(addClaims(base, needed), rules, cited) }
  }
  const shown = claims.draft.claims.map(shownClaim)
  const rules = await askUntilCompiled<DraftedRules>(
    (failed) => calls.ask({ ...DRAFT_RULES, given: { ...reading, claims: shown, failed } }),
    async ({ rules: drafted }) =>
      drafted.length === 0 ? { ok: true, draft: claims.draft } : compileDraft(compiler, write(drafted).whole),
  )
  if (!rules.ok) return end({ kind: 'unusable', cause: rules.cause, problems: rules.problems } as const)
  if (rules.value.rules.length === 0) return end({ kind: 'nothing', reason: rules.value.reason } as const)
  const written = write(rules.value.rules)
  return end({
    kind: 'proposed',
    newClaims: written.needed.map((claim) => ({ name: claim.name, text: writeClaim(claim) })),
    rules: written.rules.map((rule) => ({ name: rule.name, text: writeAssertion(rule, cited) })),
    reusedClaims: usedNames(
      known.map(({ claim }) => claim),
      written.rules,
    ),
    repairs: claims.repairs + rules.repairs,
    reason: rules.value.reason,
  } as const)
}

/** Null for an empty text. */
async function openText(compiler: DraftCompiler, source: string): Promise<CompiledDraft | null> {
  if (source.trim() === '') return null
  if (!hasCitations(source))
    throw new Refusal(
      'BAD_REQUEST',
      `The ruleset is in an older version of the language, which has no citations. Begin its text with version ${CITING_VERSION}; and draft again.`,
    )
  const compiled = await compileDraft(compiler, source)
  if (!compiled.ok)
    throw new Refusal(
      'BAD_REQUEST',
      `The draft so far does not compile, so nothing can be added to it. ${compiled.problems[0] ?? ''}`.trim(),
    )
  return compiled.draft
}

/** The claim as a model sees it. */
export function shownClaim({ claim, question, data_type, unit, vocabulary, range }: ManifestClaim) {
  return {
    ...{ name: claim, question, type: data_type },
    ...(unit === undefined || unit === null ? {} : { unit }),
    ...(vocabulary === undefined ? {} : { members: vocabulary }),
    ...(range === undefined ? {} : { range }),
  }
}

/**
 * Leaves out claims that exist, by name or by the words of the question. One fact has one claim, and the rules are then
 * written with the one that exists.
 */
function newClaims(known: readonly ManifestClaim[], drafted: readonly DraftedClaim[]): readonly DraftedClaim[] {
  const names = new Set(known.map(({ claim }) => claim))
  const questions = new Set(known.map(({ question }) => plainWords(question)))
  return drafted.filter(({ name, question }) => {
    const words = plainWords(question)
    if (names.has(name) || (words !== '' && questions.has(words))) return false
    names.add(name)
    questions.add(words)
    return true
  })
}

function plainWords(question: string): string {
  return question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The names that occur in a condition. A field of a record is named by its record. */
function usedNames(names: readonly string[], rules: readonly DraftedRule[]): readonly string[] {
  const words = new Set(rules.flatMap(({ condition }) => condition.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []))
  return names.filter((name) => words.has(/^[A-Za-z0-9_]+/.exec(name)?.[0] ?? name))
}
