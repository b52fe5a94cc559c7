import { useEffect, useRef, useState } from 'react'
import { Notice } from '../ui/notice'
import { useOpenForPrint } from '../ui/print-logged'
import { Fact, Facts, WholeHash } from './facts'
import type { Sheet } from './sheet'

const ID = 'exact-bytes'

/** Shows everything that identifies the signed bytes, folded. */
export function ExactBytes(props: {
  readonly sheet: Sheet
  /** Null without a comparison, and until it is made. */
  readonly comparisonDigest: string | null
}) {
  const { sheet, comparisonDigest } = props
  const { rulesetHash, reviewDigest, reviewText, source, unitLibraryHash, engineVersion, languageVersion } = sheet
  const details = useOpenAtAddress(ID)
  useOpenForPrint(`[data-testid=${ID}]`)
  return (
    <section aria-labelledby={ID}>
      <h2 id={ID} className="text-xl font-semibold">
        Exact bytes
      </h2>
      <p className="mt-1 text-ink-soft">
        A signature states these hashes, so it is valid for exactly this text.{' '}
        <DigestCheck text={reviewText} digest={reviewDigest} />
      </p>
      <details ref={details} data-testid={ID} className="mt-3 rounded-lg border border-line bg-surface print:border-0">
        <summary className="cursor-pointer px-4 py-2 text-sm font-medium print:hidden">
          Hashes, unit library, engine and both texts letter by letter
        </summary>
        <div className="border-t border-line px-4 py-3 print:border-0 print:p-0">
          <Facts>
            <Fact name="Hash of the ruleset">
              <WholeHash hash={rulesetHash} what="ruleset hash" />
            </Fact>
            <Fact name="Digest of the review text (SHA-256)">
              <WholeHash hash={reviewDigest} what="digest of the review text" />
            </Fact>
            {comparisonDigest !== null && (
              <Fact name="Digest of the comparison in meaning (SHA-256)">
                <WholeHash hash={comparisonDigest} what="digest of the comparison" />
              </Fact>
            )}
            <Fact name="Unit library">
              {unitLibraryHash === null ? (
                'Built-in units only'
              ) : (
                <WholeHash hash={unitLibraryHash} what="unit library hash" />
              )}
            </Fact>
            <Fact name="Engine and language">
              Engine {engineVersion}, language {languageVersion}
            </Fact>
          </Facts>
          <Verbatim title="The review text, letter by letter" text={reviewText} />
          <Verbatim title="The source text of the ruleset" text={source} />
        </div>
      </details>
    </section>
  )
}

/** Opens the `details` element when the URL's fragment names it. */
function useOpenAtAddress(id: string) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const open = () => {
      if (window.location.hash === `#${id}` && details.current !== null) details.current.open = true
    }
    open()
    window.addEventListener('hashchange', open)
    return () => window.removeEventListener('hashchange', open)
  }, [id])
  return details
}

function DigestCheck({ text, digest }: { readonly text: string; readonly digest: string }) {
  const computed = useTextDigest(text)
  return computed === digest ? 'Your browser computed the same digest from the review text.' : null
}

/** Warns, outside of all folds, if the text on the page does not match its digest. */
export function DigestWarning({ sheet: { reviewText, reviewDigest } }: { readonly sheet: Sheet }) {
  const computed = useTextDigest(reviewText)
  if (computed === null || computed === reviewDigest) return null
  return (
    <Notice kind="problem" title="The digest does not match the review text">
      Do not sign. Your browser computed {computed}. Report it to the operator of this deployment.
    </Notice>
  )
}

function Verbatim({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <details className="mt-3 rounded-md border border-line print:hidden">
      <summary className="cursor-pointer px-3 py-2 text-sm font-medium">{title}</summary>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls must be reached by keyboard
        tabIndex={0}
        className="max-h-[32rem] overflow-auto border-t border-line px-3 py-3 font-mono text-xs leading-5"
      >
        {text}
      </pre>
    </details>
  )
}

/**
 * Returns the SHA-256 of the UTF-8 text, computed by this browser; null before, and if the browser cannot (no HTTPS).
 */
function useTextDigest(text: string): string | null {
  const [computed, setComputed] = useState<{ readonly of: string; readonly digest: string } | null>(null)
  useEffect(() => {
    let current = true
    void crypto.subtle?.digest('SHA-256', new TextEncoder().encode(text)).then((bytes) => {
      const digest = Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
      if (current) setComputed({ of: text, digest })
    })
    return () => {
      current = false
    }
  }, [text])
  return computed?.of === text ? computed.digest : null
}
