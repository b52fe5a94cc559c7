/** Uses the word lists of the parser. */
import type { languages } from 'monaco-editor/editor'
import {
  CONTEXT_WORDS,
  POLICY_WORDS,
  STATEMENT_WORDS,
  STRUCTURE_WORDS,
  TYPE_WORDS,
  wordsOf,
} from '../../server/language/syntax/words'

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
type TokenRule = [RegExp, TokenAction] | [RegExp, string, string]

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

export const rulesetTokens: languages.IMonarchLanguage = { ...WORD_LISTS, tokenizer: TOKEN_RULES }

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
