import { positionKey } from '../../ui/lists'
import type { WordPiece } from './word-changes'

/** Marks added and removed words by more than colour. */
export function WordPieces({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map((piece, position) => <Piece key={positionKey(position)} piece={piece} />)
}

/** A changed word in a coloured line needs a stronger mark than in running text. */
export function StrongWordPieces({ pieces }: { readonly pieces: readonly WordPiece[] }) {
  return pieces.map((piece, position) =>
    piece.kind === 'same' ? (
      <span key={positionKey(position)}>{piece.text}</span>
    ) : (
      <strong key={positionKey(position)} className="font-semibold">
        <Piece piece={piece} />
      </strong>
    ),
  )
}

function Piece({ piece: { kind, text } }: { readonly piece: WordPiece }) {
  switch (kind) {
    case 'same':
      return <span>{text}</span>
    case 'added':
      return (
        <ins className="rounded-sm bg-true-soft px-0.5 text-true decoration-2 underline-offset-2">
          <span className="sr-only">added: </span>
          {text}
        </ins>
      )
    case 'removed':
      return (
        <del className="rounded-sm bg-false-soft px-0.5 text-false">
          <span className="sr-only">removed: </span>
          {text}
        </del>
      )
  }
}
