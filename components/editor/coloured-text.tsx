import './coloured-text.css'
import { Fragment } from 'react'
import { positionKey } from '../ui/lists'
import { colouredLines } from './ruleset-tokens'

export function ColouredText({ text }: { readonly text: string }) {
  return colouredLines(text).map((pieces, line) => (
    <Fragment key={positionKey(line)}>
      {line > 0 && '\n'}
      {pieces.map((piece, position) => {
        const look = lookOf(piece.token)
        return look === null ? (
          piece.text
        ) : (
          <span key={positionKey(position)} className={look}>
            {piece.text}
          </span>
        )
      })}
    </Fragment>
  ))
}

function lookOf(token: string): string | null {
  return token === '' || token === 'identifier' ? null : `token-${token.replace('.', '-')}`
}
