/**
 * The colours of words while nothing is analysed: rules in the form of Monarch, from the word lists of the parser. The
 * editor and the documentation use them as they are, and the extension for VS Code as a TextMate grammar.
 */
import { CONTEXT_WORDS, POLICY_WORDS, STATEMENT_WORDS, STRUCTURE_WORDS, TYPE_WORDS, wordsOf } from '../syntax/words'

export const RULESET_LANGUAGE = 'ruleset'

/** Lists that the rules reference with `@`. */
export const WORD_LISTS: Record<string, string[]> = {
  statements: [...STATEMENT_WORDS, 'local', 'as', 'in'],
  structure: [...STRUCTURE_WORDS, ...CONTEXT_WORDS, 'or'],
  types: [...TYPE_WORDS],
  policies: [...POLICY_WORDS],
  functions: [...wordsOf('1.4').callable],
  constants: ['True', 'False'],
}

export type TokenAction = string | { token: string; next: string } | { cases: Record<string, string> }
export type TokenRule = [RegExp, TokenAction] | [RegExp, string, string]

/** Rules of each state are tried in order. */
export const TOKEN_RULES: Record<string, TokenRule[]> = {
  root: [
    [/\/\/(?=\s*@)/, { token: 'comment.annotation', next: '@annotation' }],
    [/\/\/.*$/, 'comment'],
    [/\/\*/, 'comment', '@block'],
    [/"(?:[^"\\]|\\.)*"/, 'string'],
    [/"(?:[^"\\]|\\.)*$/, 'string.invalid'],
    [/sha256:\w+/, 'number'],
    [/\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?(?![\d-])/, 'number'],
    [/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/, 'number'],
    // Words of parameters, scales and tables, which are names elsewhere.
    [/(?:by|of)(?=\s+[\w.]+\s*(?:"[^"]*"\s*)?\{)/, 'keyword'],
    [/(?:first|unique|any|collect\s+(?:sum|count))(?=\s*\()/, 'type'],
    [/else(?=\s*=>)|not(?=\s+(?:["\d<>-]|True|False))/, 'keyword'],
    // Words of declarations, shapes and folds over lists, likewise.
    [/of(?=\s+(?:\{|(?:boolean|numeric|whole|date|timestamp|text|enum|record|list)\b))/, 'keyword'],
    [/up\s+to(?=\s+\d)|ignoring\s+case\b|month_end\s+(?:last|next)\b/, 'keyword'],
    [/default(?=\s+(?:True|False|["\d-]))|check(?=\s+\w+\s*;)|where(?=\s+[\w(])/, 'keyword'],
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
    [/[<>=!+\-*/%|@]+|\.\.<?/, 'operator'],
    [/[;,:]/, 'delimiter'],
  ],
  annotation: [
    [/@[A-Za-z-]+$/, { token: 'annotation', next: '@pop' }],
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

interface LanguageConfiguration {
  readonly comments: { lineComment: string; blockComment: [string, string] }
  readonly brackets: [string, string][]
  readonly autoClosingPairs: { open: string; close: string; notIn?: string[] }[]
  readonly surroundingPairs: { open: string; close: string }[]
}

/** Brackets and comments, in the form that Monaco and VS Code share. */
export const LANGUAGE_CONFIGURATION: LanguageConfiguration = {
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
}
