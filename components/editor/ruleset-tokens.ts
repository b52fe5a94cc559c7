/** Uses the word lists of the parser. */
import type { languages } from 'monaco-editor/editor'
import {
  CALLABLE,
  POLICY_WORDS,
  STATEMENT_WORDS,
  STRUCTURE_WORDS,
  TYPE_WORDS,
} from '../../server/language/syntax/words'

export const RULESET_LANGUAGE = 'ruleset'

/** Lists that the rules reference with `@`. */
const words: Record<string, string[]> = {
  statements: [...STATEMENT_WORDS, 'local', 'as', 'in'],
  structure: [...STRUCTURE_WORDS],
  types: [...TYPE_WORDS],
  policies: [...POLICY_WORDS],
  functions: [...CALLABLE],
  constants: ['True', 'False'],
}

type TokenAction = string | { token: string; next: string } | { cases: Record<string, string> }
type TokenRule = [RegExp, TokenAction] | [RegExp, string, string]

/** Rules of each state are tried in order. */
const rules: Record<string, TokenRule[]> = {
  root: [
    [/\/\/(?=\s*@)/, { token: 'comment.annotation', next: '@annotation' }],
    [/\/\/.*$/, 'comment'],
    [/\/\*/, 'comment', '@block'],
    [/"(?:[^"\\]|\\.)*"/, 'string'],
    [/"(?:[^"\\]|\\.)*$/, 'string.invalid'],
    [/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
    [
      /[A-Za-z_]\w*/,
      {
        cases: {
          '@functions': 'function',
          '@structure': 'keyword',
          '@statements': 'keyword',
          '@types': 'type',
          '@policies': 'type',
          '@constants': 'constant',
          '@default': 'identifier',
        },
      },
    ],
    [/[{}()[\]]/, '@brackets'],
    [/[<>=!+\-*/%]+/, 'operator'],
    [/[;,:]/, 'delimiter'],
  ],
  annotation: [
    [/@[A-Za-z-]+/, 'annotation'],
    [/.$/, { token: 'comment.annotation', next: '@pop' }],
    [/[^@]+$/, { token: 'comment.annotation', next: '@pop' }],
    [/./, 'comment.annotation'],
  ],
  block: [
    [/\*\//, 'comment', '@pop'],
    [/[^*]+/, 'comment'],
    [/\*/, 'comment'],
  ],
}

export const rulesetTokens: languages.IMonarchLanguage = { ...words, tokenizer: rules }

/** `token` is empty without a colour. */
export interface ColouredPiece {
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
  for (const [pattern, action, shortNext] of rules[states.at(-1) ?? 'root'] ?? []) {
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
    if (list === '@default' || words[list.slice(1)]?.includes(word) === true) return token
  return ''
}

export const rulesetConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: '//', blockComment: ['/*', '*/'] },
  brackets: [
    ['{', '}'],
    ['(', ')'],
    ['[', ']'],
  ],
  autoClosingPairs: [
    { open: '{', close: '}' },
    { open: '(', close: ')' },
    { open: '[', close: ']' },
    { open: '"', close: '"', notIn: ['string', 'comment'] },
  ],
  surroundingPairs: [
    { open: '{', close: '}' },
    { open: '(', close: ')' },
    { open: '"', close: '"' },
  ],
  onEnterRules: [],
}
