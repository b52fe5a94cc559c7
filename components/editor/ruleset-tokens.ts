/** Colours and editing habits of the ruleset language, from the same word lists that the parser uses. */
import type { languages } from 'monaco-editor/editor'
import {
  CALLABLE,
  POLICY_WORDS,
  STATEMENT_WORDS,
  STRUCTURE_WORDS,
  TYPE_WORDS,
} from '../../server/language/syntax/words'

export const RULESET_LANGUAGE = 'ruleset'

/** The lists that the rules name with `@`. */
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

/** The rules of each state, in the order in which they are tried. */
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

/** A piece of a line and the name of its colour; empty for one without. */
export interface ColouredPiece {
  readonly text: string
  readonly token: string
}

/** The lines of a text with the colours that Monaco gives them by the same rules, for pages that show it without Monaco. */
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

/** @param states the stack of states, which the piece may change */
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
