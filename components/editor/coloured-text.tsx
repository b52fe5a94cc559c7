import './coloured-text.css'
import { Fragment } from 'react'
import { TOKEN_RULES, type TokenAction, WORD_LISTS } from '../../server/language/service/token-rules'
import { positionKey } from '../ui/lists'

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

/** `token` is empty without a colour. */
interface ColouredPiece {
  readonly text: string
  readonly token: string
}

/** Returns the lines with Monaco's token names. */
export function colouredLines(text: string): ColouredPiece[][] {
  const states = ['root']
  return text.split('\n').map((line) => {
    const pieces: ColouredPiece[] = []
    for (let at = 0; at < line.length; ) {
      const piece = nextPiece(line.slice(at), states)
      const last = pieces.at(-1)
      if (last?.token === piece.token) pieces[pieces.length - 1] = { text: last.text + piece.text, token: last.token }
      else pieces.push(piece)
      at += piece.text.length
    }
    return pieces
  })
}

/** @param states stack of states; may change */
function nextPiece(rest: string, states: string[]): ColouredPiece {
  for (const [pattern, action, shortNext] of TOKEN_RULES[states.at(-1) ?? 'root'] ?? []) {
    const found = pattern.exec(rest)
    const match = found?.index === 0 ? found[0] : ''
    if (match === '') continue
    const next = shortNext ?? (typeof action === 'object' && 'next' in action ? action.next : null)
    if (next === '@pop') states.pop()
    else if (next !== null) states.push(next.slice(1))
    return { text: match, token: tokenOf(action, match) }
  }
  return { text: rest.slice(0, 1), token: '' }
}

function tokenOf(action: TokenAction, word: string): string {
  if (typeof action === 'string') return action === '@brackets' ? 'delimiter' : action
  if ('token' in action) return action.token
  for (const [list, token] of Object.entries(action.cases))
    if (list === '@default' || WORD_LISTS[list.slice(1)]?.includes(word) === true) return token
  return ''
}
