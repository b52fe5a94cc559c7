import { Fragment } from 'react'

const COLOURS: Readonly<Record<string, string>> = {
  TRUE: 'text-true',
  FALSE: 'text-false',
  UNKNOWN: 'text-unknown',
  AMBIGUOUS: 'text-ambiguous',
}

/** A text in which the four answers wear their colours. */
export function AnswersText({ text }: { readonly text: string }) {
  return text.split(/\b(TRUE|FALSE|UNKNOWN|AMBIGUOUS)\b/).map((part, index) => {
    const colour = index % 2 === 1 ? COLOURS[part] : undefined
    // The parts of one text never change place, so their position names them.
    const key = index
    return colour === undefined ? (
      <Fragment key={key}>{part}</Fragment>
    ) : (
      <span key={key} className={`font-semibold ${colour}`}>
        {part}
      </span>
    )
  })
}
