import { demandPermission } from '../access/permit'
import { type Caller, namespaceOf } from '../calls/caller'
import type { Documents, WhichRevision } from '../documents/documents'
import type { EngineDispatch } from '../engine-pool/dispatch'
import { shareOf } from '../engine-pool/shared-use'
import type { LibrarySource } from '../library/unit-libraries'
import { readPassages } from './clause-passages'
import { writeDraftingPrompt } from './copied-prompt'
import { type DraftedClause, draftClause } from './draft-clause'
import { demandModel } from './fidelity'
import type { ModelTurns } from './model-turns'

/** The text so far; empty for a new ruleset. */
export interface DraftSubject extends WhichRevision {
  readonly source: string
}

/** Proposes rules for a clause. Nothing is ever stored: the page puts what a person accepts into the browser's draft. */
export interface Drafting {
  /** One text for a model of the caller's own. @throws Refusal BAD_REQUEST for an unknown document */
  prompt(caller: Caller, subject: DraftSubject): Promise<string>
  /**
   * @throws Refusal BAD_REQUEST without a model, for an unknown clause, or if the text so far does not compile;
   *   ENGINE_BUSY; the reason of `signal`
   */
  clause(
    caller: Caller,
    subject: DraftSubject & { readonly clause: string },
    signal: AbortSignal,
  ): Promise<DraftedClause>
}

export interface DraftingDependencies extends Pick<LibrarySource, 'libraryOf'> {
  readonly documents: Documents
  readonly engine: Pick<EngineDispatch, 'normalise' | 'compile'>
  /** Null without a model. */
  readonly turns: ModelTurns | null
}

export function createDrafting({ documents, engine, libraryOf, turns }: DraftingDependencies): Drafting {
  return {
    prompt: async (caller, { label, revision, source }) => {
      demandPermission(caller, 'read')
      return writeDraftingPrompt(await documents.open(caller, { label, revision }), source)
    },

    clause: async (caller, { label, revision, source, clause }, signal) => {
      demandPermission(caller, 'save')
      const modelTurns = demandModel(turns)
      const reading = readPassages(await documents.open(caller, { label, revision }), [clause])
      const compiler = { engine, library: await libraryOf(caller), share: () => shareOf({ caller }) }
      return modelTurns.run(namespaceOf(caller), signal, (calls) =>
        draftClause(compiler, calls, { clause, reading, source }),
      )
    },
  }
}
