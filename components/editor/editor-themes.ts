/** The editor in the colours of the page: the tokens of app/globals.css, which Monaco takes only as numbers. */
import type { editor } from 'monaco-editor/editor'

export const EDITOR_THEMES: Readonly<Record<'light' | 'dark', editor.IStandaloneThemeData>> = {
  light: {
    base: 'vs',
    inherit: true,
    rules: [
      { token: 'comment', foreground: '5f6875' },
      { token: 'comment.annotation', foreground: '454d5a' },
      { token: 'annotation', foreground: '7a4d00', fontStyle: 'bold' },
      { token: 'keyword', foreground: '3346c8', fontStyle: 'bold' },
      { token: 'function', foreground: '6a2fb3' },
      { token: 'type', foreground: '9a3412' },
      { token: 'constant', foreground: '9a3412' },
      { token: 'string', foreground: '11663a' },
      { token: 'string.invalid', foreground: 'b01e2e' },
      { token: 'number', foreground: '0b5a8a' },
      { token: 'identifier', foreground: '14181f' },
      { token: 'operator', foreground: '454d5a' },
      { token: 'delimiter', foreground: '5f6875' },
      ...byMeaning({ name: '14181f', assertion: '0b5f59', member: '11663a', unit: '0b5a8a', unread: '5f6875' }),
    ],
    colors: {
      'editor.background': '#ffffff',
      'editor.foreground': '#14181f',
      'editorLineNumber.foreground': '#6b7380',
      'editorLineNumber.activeForeground': '#14181f',
      'editor.lineHighlightBackground': '#f6f7f9',
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': '#d8defa',
      'editorGutter.background': '#ffffff',
      'editorWidget.background': '#ffffff',
      'editorWidget.border': '#e2e5ea',
      'editorHoverWidget.background': '#ffffff',
      'editorHoverWidget.border': '#e2e5ea',
      'editorSuggestWidget.selectedBackground': '#eceffc',
      'editorSuggestWidget.selectedForeground': '#14181f',
      'editorError.foreground': '#b01e2e',
      'editorWarning.foreground': '#a86b00',
      focusBorder: '#3346c8',
    },
  },
  dark: {
    base: 'vs-dark',
    inherit: true,
    rules: [
      { token: 'comment', foreground: '949eac' },
      { token: 'comment.annotation', foreground: 'b9c1cd' },
      { token: 'annotation', foreground: 'f2c46d', fontStyle: 'bold' },
      { token: 'keyword', foreground: '9aa8ff', fontStyle: 'bold' },
      { token: 'function', foreground: 'ccabff' },
      { token: 'type', foreground: 'ffb38a' },
      { token: 'constant', foreground: 'ffb38a' },
      { token: 'string', foreground: '6fd49a' },
      { token: 'string.invalid', foreground: 'ff9aa2' },
      { token: 'number', foreground: '7cc7f5' },
      { token: 'identifier', foreground: 'eceff4' },
      { token: 'operator', foreground: 'b9c1cd' },
      { token: 'delimiter', foreground: '949eac' },
      ...byMeaning({ name: 'eceff4', assertion: '6fd9cf', member: '6fd49a', unit: '7cc7f5', unread: '949eac' }),
    ],
    colors: {
      'editor.background': '#151921',
      'editor.foreground': '#eceff4',
      'editorLineNumber.foreground': '#858f9e',
      'editorLineNumber.activeForeground': '#eceff4',
      'editor.lineHighlightBackground': '#1b202a',
      'editor.lineHighlightBorder': '#00000000',
      'editor.selectionBackground': '#33407e',
      'editorGutter.background': '#151921',
      'editorWidget.background': '#1b202a',
      'editorWidget.border': '#2a313d',
      'editorHoverWidget.background': '#1b202a',
      'editorHoverWidget.border': '#2a313d',
      'editorSuggestWidget.selectedBackground': '#222a52',
      'editorSuggestWidget.selectedForeground': '#eceff4',
      'editorError.foreground': '#ff9aa2',
      'editorWarning.foreground': '#f2c46d',
      focusBorder: '#9aa8ff',
    },
  },
}

/** Colours of words by what they stand for (server/language/editor/highlighting.ts). */
function byMeaning(colours: Readonly<Record<'name' | 'assertion' | 'member' | 'unit' | 'unread', string>>) {
  const { name, assertion, member, unit, unread } = colours
  const rules: editor.ITokenThemeRule[] = [
    { token: 'claim', foreground: name },
    { token: 'claim.declaration', fontStyle: 'bold' },
    { token: 'local', foreground: name, fontStyle: 'italic' },
    { token: 'let', foreground: name, fontStyle: 'italic' },
    { token: 'variable', foreground: name, fontStyle: 'italic' },
    { token: 'assertion', foreground: assertion, fontStyle: 'bold' },
    { token: 'member', foreground: member },
    { token: 'unit', foreground: unit },
  ]
  for (const role of ['claim', 'local', 'let']) {
    rules.push({ token: `${role}.unread`, foreground: unread, fontStyle: 'italic' })
  }
  return rules
}
