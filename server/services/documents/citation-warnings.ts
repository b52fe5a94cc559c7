import type { WireDiagnostic } from '../../api/refusal'
import type { DocumentVerbs } from '../../database/documents/documents'
import { Speller } from '../../language/text/nearest'
import type { EngineDispatch } from '../engine-pool/dispatch'
import type { LibraryText, RulesetText } from '../engine-pool/engine-job'
import { splitText } from './clause-edits'

/** A ruleset that names more documents gets warnings about the first ones. */
const MAX_DOCUMENTS = 20

/** Warns of cited clauses that the documents of the namespace do not have. A document of another place is not judged. */
export class CitationWarnings {
  constructor(
    private readonly store: Pick<DocumentVerbs, 'findDocument' | 'readDocumentRevision'>,
    private readonly engine: Pick<EngineDispatch, 'citing'>,
  ) {}

  async find(namespaceId: string, ruleset: RulesetText, library: LibraryText): Promise<readonly WireDiagnostic[]> {
    if (!ruleset.source.includes('@cite')) return []
    const rules = await this.engine.citing(ruleset, library)
    const labels = new Set(rules.flatMap(({ citations }) => citations.map(({ document }) => document)))
    const clauses = new Map<string, ReadonlySet<string>>()
    for (const label of [...labels].slice(0, MAX_DOCUMENTS)) {
      const known = await this.#clausesOf(namespaceId, label)
      if (known !== null) clauses.set(label, known)
    }
    const speller = new Speller()
    return rules
      .flatMap(({ citations, lines }) =>
        citations.flatMap(({ document, clause }, i): WireDiagnostic[] => {
          const known = clauses.get(document)
          if (known === undefined || known.has(clause)) return []
          const meant = speller.nearest(clause, known)
          const hint = meant === null ? '' : ` Did you mean ${meant}?`
          const message = `The document "${document}" has no clause ${clause}.${hint}`
          return [{ severity: 'warning', line: lines[i] ?? null, message }]
        }),
      )
      .toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0))
  }

  async #clausesOf(namespaceId: string, label: string): Promise<ReadonlySet<string> | null> {
    const document = await this.store.findDocument(namespaceId, label)
    const revision = document && (await this.store.readDocumentRevision(namespaceId, document.id, null))
    if (revision === null) return null
    return new Set(splitText(revision.text, revision.edits).edited.clauses.map((clause) => clause.label))
  }
}
