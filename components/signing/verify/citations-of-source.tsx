import type { ReviewStatement } from '../../../server/attestation/review-statement'
import { Fact, Facts, WholeHash } from '../facts'

/** Shows which clauses the source cites. Their words are not part of a receipt. */
export function CitationsOfSource(props: {
  readonly documents: NonNullable<ReviewStatement['citations']>
  readonly source: string
}) {
  return (
    <section aria-labelledby="cited" data-testid="cited">
      <h2 id="cited" className="mb-2 text-xl font-semibold">
        The clauses that the policy source cites
      </h2>
      <ul className="list-disc space-y-1 pl-5">
        {citedInSource(props.source).map(({ name, document, clause, words }) => (
          <li key={`${name} ${document} ${clause}`} className="break-words">
            <code className="font-mono text-sm">{name}</code>: {document} {clause}
            {words !== null && ` (${words})`}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-ink-soft">
        The receipt does not contain the words of the clauses. The signer confirmed the hash of the text of each
        document:
      </p>
      <Facts>
        {props.documents.map(({ label, sha256 }) => (
          <Fact key={label} name={label}>
            {sha256 === null ? (
              'The namespace had no such document.'
            ) : (
              <WholeHash hash={sha256} what={`hash of ${label}`} />
            )}
          </Fact>
        ))}
      </Facts>
    </section>
  )
}

/** A line comment, or a text or block comment that may contain its signs. */
const PIECE = /"(?:[^"\\\n\r]|\\.)*"|\/\*[\s\S]*?\*\/|\/\/([^\n\r]*)/g
const CITATION = /^\s*@cite\s+(\S+)\s+(\S+)\s+(\S+)(?:\s+(.*\S))?\s*$/i

export interface SourceCitation {
  /** An assertion, a definition or a claim. */
  readonly name: string
  readonly document: string
  readonly clause: string
  /** The author's words; null if the citation ends with the clause. */
  readonly words: string | null
}

/**
 * The citations in a signed policy source, in the order of the text. Only the comments are read, so that the page
 * needs neither the language nor the network.
 */
export function citedInSource(source: string): readonly SourceCitation[] {
  return [...source.matchAll(PIECE)].flatMap(([, comment]): SourceCitation[] => {
    const match = comment === undefined ? null : CITATION.exec(comment)
    if (match === null) return []
    const [, name = '', document = '', clause = '', words = null] = match
    return [{ name, document, clause, words }]
  })
}
