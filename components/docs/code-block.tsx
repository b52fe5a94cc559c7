import { clsx } from 'clsx'
import { AnswersText } from './answers-text'
import { CopyButton } from './copy-button'
import { RulesetText } from './ruleset-text'

/** What stands behind the fence of a block, as a reader would say it. */
const TITLES: Readonly<Record<string, string>> = {
  ruleset: 'Ruleset',
  'ruleset error': 'Does not compile',
  'ruleset warning': 'Compiles with a warning',
  claims: 'Claims',
  answers: 'Answers',
  rejected: 'Refused',
  sh: 'Shell',
  ts: 'TypeScript',
  config: 'Configuration',
  json: 'Answer',
  text: 'Output',
}

export function CodeBlock({ kind, text }: { readonly kind: string; readonly text: string }) {
  const title = TITLES[kind]
  if (title === undefined) throw new Error(`"${kind}" is no kind of block`)
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
