import { NOTE_LABEL } from '../../server/engine/explain/review-document'
import { placeKey } from '../ui/place-key'

/** The author's comment above an assertion, beside its answer. */
export function AuthorsNote({ lines }: { readonly lines: readonly string[] }) {
  return (
    <div>
      <p className="text-ink-faint">{NOTE_LABEL}:</p>
      <blockquote className="border-l-2 border-line-strong/50 pl-3">
        {lines.map((line, place) => (
          <p key={placeKey(place)} className="break-words">
            {line}
          </p>
        ))}
      </blockquote>
    </div>
  )
}
