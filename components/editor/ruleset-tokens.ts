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

export const rulesetTokens: languages.IMonarchLanguage = {
  statements: [...STATEMENT_WORDS, 'local', 'as', 'in'],
  structure: [...STRUCTURE_WORDS],
  types: [...TYPE_WORDS],
  policies: [...POLICY_WORDS],
  functions: [...CALLABLE],
  constants: ['True', 'False'],
  tokenizer: {
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
  },
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
