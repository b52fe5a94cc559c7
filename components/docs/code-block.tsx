import { clsx } from 'clsx'
import { Fragment } from 'react'
import { colouredLines } from '../editor/coloured-text'
import { CopyButton } from '../ui/copy-to-clipboard'
import { positionKey } from '../ui/lists'

const TITLES: Readonly<Record<string, string>> = {
  ruleset: 'Ruleset',
  'ruleset error': 'Does not compile',
  'ruleset warning': 'Compiles with a warning',
  claims: 'Claims',
  answers: 'Answers',
  rejected: 'Refused',
  sh: 'Shell',
  js: 'JavaScript',
  lua: 'Lua',
  toml: 'TOML',
  elisp: 'Emacs Lisp',
  ts: 'TypeScript',
  python: 'Python',
  smt2: 'SMT-LIB',
  config: 'Configuration',
  json: 'Answer',
  csv: 'Table',
  text: 'Output',
}

export function CodeBlock({ kind, text }: { readonly kind: string; readonly text: string }) {
  const title = TITLES[kind]
  if (title === undefined) throw new Error(`"${kind}" is not a known kind of block`)
  const [language, remark] = kind.split(' ')
  return (
    <figure className={clsx('code-block', remark)}>
      <figcaption>
        <span>{title}</span>
        <CopyButton text={text} what={title} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long line is scrolled to with the keyboard */}
      <pre tabIndex={0}>
        <code>
          {language === 'ruleset' && <RulesetText text={text} />}
          {(language === 'answers' || language === 'json') && <AnswersText text={text} />}
          {language !== 'ruleset' && language !== 'answers' && language !== 'json' && text}
        </code>
      </pre>
    </figure>
  )
}

const COLOURS: Readonly<Record<string, string>> = {
  TRUE: 'text-true',
  FALSE: 'text-false',
  UNKNOWN: 'text-unknown',
  AMBIGUOUS: 'text-ambiguous',
}

function AnswersText({ text }: { readonly text: string }) {
  return text.split(/\b(TRUE|FALSE|UNKNOWN|AMBIGUOUS)\b/).map((part, index) => {
    const colour = index % 2 === 1 ? COLOURS[part] : undefined
    // The parts never change place, so their position is their key.
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

/** By token of the editor. */
const STYLES: Readonly<Record<string, string>> = {
  comment: 'code-comment',
  'comment.annotation': 'code-comment',
  annotation: 'code-annotation',
  string: 'code-string',
  number: 'code-number',
  keyword: 'code-keyword',
  type: 'code-type',
  constant: 'code-type',
  function: 'code-function',
}

function RulesetText({ text }: { readonly text: string }) {
  return colouredLines(text).map((pieces, line) => (
    <Fragment key={positionKey(line)}>
      {line > 0 && '\n'}
      {pieces.map(({ text: part, token }, position) => {
        const style = STYLES[token]
        return style === undefined ? (
          part
        ) : (
          <span key={positionKey(position)} className={style}>
            {part}
          </span>
        )
      })}
    </Fragment>
  ))
}
