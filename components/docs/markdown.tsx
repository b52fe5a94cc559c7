/** Renders Markdown tokens. Links stay in the application, code can be copied, and headings have links. */
import type { MarkedToken, Token, Tokens } from 'marked'
import Link from 'next/link'
import { Fragment, type ReactNode } from 'react'
import { CodeBlock } from './code-block'
import { anchorOf, markedTokens } from './document'

export function Markdown({ tokens }: { readonly tokens: readonly Token[] }) {
  // Tokens never change place, so their position is their key.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  return markedTokens(tokens).map((token, index) => <Fragment key={index}>{elementOf(token)}</Fragment>)
}

function elementOf(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'heading':
      return (
        <HeadingAnchor depth={token.depth} id={anchorOf(token.tokens)} content={<Markdown tokens={token.tokens} />} />
      )
    case 'paragraph':
      return (
        <p>
          <Markdown tokens={token.tokens} />
        </p>
      )
    case 'text':
      return token.tokens === undefined ? token.text : <Markdown tokens={token.tokens} />
    case 'escape':
      return token.text
    case 'strong':
      return (
        <strong>
          <Markdown tokens={token.tokens} />
        </strong>
      )
    case 'em':
      return (
        <em>
          <Markdown tokens={token.tokens} />
        </em>
      )
    case 'codespan':
      return <code>{token.text}</code>
    case 'link':
      return (
        <DocsLink href={token.href}>
          <Markdown tokens={token.tokens} />
        </DocsLink>
      )
    case 'list':
      return <List list={token} />
    case 'blockquote':
      return (
        <blockquote>
          <Markdown tokens={token.tokens} />
        </blockquote>
      )
    case 'code':
      return <CodeBlock kind={token.lang ?? ''} text={token.text} />
    case 'table':
      return <Table table={token} />
    case 'space':
      return null
    default:
      throw new Error(`The documentation pages do not show ${token.type}: ${token.raw}`)
  }
}

/** Files are not pages, so the browser opens them without the router. */
function DocsLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  return /\.(json|md)$/.test(href) ? <a href={href}>{children}</a> : <Link href={href}>{children}</Link>
}

function List({ list }: { readonly list: Tokens.List }) {
  const items = list.items.map((item) => (
    <li key={item.raw}>
      <Markdown tokens={item.tokens} />
    </li>
  ))
  return list.ordered ? <ol>{items}</ol> : <ul>{items}</ul>
}

function Table({ table }: { readonly table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell) => (
            <th key={cell.text} scope="col">
              <Markdown tokens={cell.tokens} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row) => (
          <tr key={row[0]?.text}>
            {row.map((cell, column) => (
              <td key={table.header[column]?.text}>
                <Markdown tokens={cell.tokens} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface HeadingAnchorProps {
  readonly depth: number
  readonly id: string
  readonly content: ReactNode
}

/** A heading with a link to itself, except for the page title. */
export function HeadingAnchor({ depth, id, content }: HeadingAnchorProps) {
  if (depth === 1) return <h1>{content}</h1>
  const Level = depth === 2 ? 'h2' : 'h3'
  return (
    <Level id={id}>
      <a href={`#${id}`} className="heading-anchor">
        {content}
      </a>
    </Level>
  )
}
