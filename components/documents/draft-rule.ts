import { NEW_RULESET_PATH, rulesetPath } from '../../server/api/page-paths'
import { addRule, CITING_VERSION, type RuleForm } from '../../server/language/service/rule-from-clause'
import { type DraftEntry, type DraftOwner, draftPrefix, StoredDrafts } from '../editor/stored-drafts'
import { server } from '../ui/server-calls'

export type RuleTarget =
  | { readonly kind: 'new' }
  /** The draft of a ruleset that was never saved. */
  | { readonly kind: 'unsaved' }
  | { readonly kind: 'named'; readonly name: string }

type Person = Omit<DraftOwner, 'name'>

/** The rule cannot be added to this text. The message tells the author why. */
export class RuleNotAddedError extends Error {}

/** The text that rules are added to, with the draft that it replaces. */
export interface OpenedDraft {
  /** Empty for a new ruleset. */
  readonly source: string
  readonly base: string | null
  readonly name: string | null
  readonly newest: DraftEntry | null
}

export async function openDraft(person: Person, target: RuleTarget): Promise<OpenedDraft> {
  const name = target.kind === 'named' ? target.name : null
  const [newest = null] = target.kind === 'new' ? [] : draftsOf(person, name).list()
  const opened = name === null ? null : await server.revisions.open.query({ name })
  if (newest === null && opened !== null && opened.source === null)
    throw new RuleNotAddedError('The stored text of this ruleset is damaged, so no rule can be added to it.')
  const base = newest?.base ?? opened?.hash ?? null
  return { source: newest?.source ?? opened?.source ?? '', base, name, newest }
}

/** Hands a text over to the editor. @returns the address of the editor */
export function storeDraft(person: Person, { base, name, newest }: OpenedDraft, source: string): string {
  const drafts = draftsOf(person, name)
  const isStored = drafts.put(`${Date.now().toString(36)}rule`, {
    ...{ base, source, message: newest?.message ?? '', start: '', at: Date.now() },
  })
  if (!isStored) throw new RuleNotAddedError('This browser stores no drafts, so the rule could not be handed over.')
  if (newest !== null) drafts.remove(newest.pageId)
  return name === null ? NEW_RULESET_PATH : rulesetPath(name)
}

/** Adds the rule to the draft that the editor opens next. @returns the address of the editor */
export async function draftRule(person: Person, target: RuleTarget, form: RuleForm): Promise<string> {
  const opened = await openDraft(person, target)
  return storeDraft(person, opened, withRule(opened.source, form))
}

/** @throws RuleNotAddedError if the text is in a version without citations */
export function withRule(text: string, form: RuleForm): string {
  const source = addRule(text, form)
  if (source === null)
    throw new RuleNotAddedError(
      `This ruleset is in an older version of the language, which has no citations. Begin its text with version ${CITING_VERSION}; and add the rule again.`,
    )
  return source
}

export function hasUnsavedRuleset(person: Person): boolean {
  return draftsOf(person, null).list().length > 0
}

function draftsOf(person: Person, name: string | null): StoredDrafts {
  return new StoredDrafts(window.localStorage, draftPrefix({ ...person, name }))
}
