/**
 * Reads `// @cite <name> <document> <clause> [words]`: the clause of a written policy that an assertion, a definition or
 * a claim comes from. A citation decides no outcome, so every problem of one is a warning.
 */
import { replaceFix } from '../../messages/report'
import { type Annotation, readAnnotation } from '../../syntax/annotation'
import type { Identifier, Ruleset } from '../../syntax/syntax'
import type { Citation } from '../checked-ruleset'
import type { Checking, NameUse } from '../checking'

const CITE = 'cite'
const FORM = /^(\S+)\s+(\S+)(?:\s+(.*))?$/

/** Called when all names are known. In the order of the text, each clause of a name once. */
export function checkCitations(c: Checking, { comments, version }: Ruleset): readonly Citation[] {
  const isNewer = version?.text === '1.4'
  const citations = new Map<string, Citation>()
  let declared: ReadonlyMap<string, DeclaredName> | null = null
  for (const comment of comments) {
    const annotation = readAnnotation(comment)
    if (annotation === null || annotation.tag.toLowerCase() !== CITE) continue
    if (!isNewer) {
      reportVersion(c, annotation, version)
      continue
    }
    reportCapitals(c, annotation)
    declared ??= declaredNames(c)
    const citation = readCitation(c, annotation, declared)
    if (citation === null) continue
    const key = `${citation.name} ${citation.document} ${citation.clause}`
    if (!citations.has(key)) citations.set(key, citation)
  }
  return [...citations.values()]
}

/** A comment in an older text may be signed as it is, so it stays a comment. */
function reportVersion(c: Checking, { tagSpan }: Annotation, version: Ruleset['version']): void {
  const fixes = version === null ? [replaceFix('Begin with version 1.4', { start: 0, end: 0 }, 'version 1.4;\n')] : []
  c.report.add('citation-version', tagSpan, [], fixes)
}

function reportCapitals(c: Checking, { tag, tagSpan }: Annotation): void {
  if (tag === CITE) return
  c.report.add('misspelt-annotation', tagSpan, [tag, CITE], [replaceFix(`Write @${CITE}`, tagSpan, `@${CITE}`)])
}

function readCitation(
  c: Checking,
  annotation: Annotation,
  declared: ReadonlyMap<string, DeclaredName>,
): Citation | null {
  const { claim: name, text, tagSpan } = annotation
  const match = FORM.exec(text)
  if (name === null || match === null) {
    c.report.add('citation-form', { start: tagSpan.start, end: annotation.textSpan.end }, [])
    return null
  }
  const use = declared.get(name.name)
  if (use === undefined) {
    const meant = c.speller.nearest(name.name, declared.keys())
    const fixes = meant === null ? [] : [replaceFix(`Write ${meant}`, name, meant)]
    c.report.add('citation-name', name, [name.name, meant], fixes)
    return null
  }
  c.use(lastPartOf(name), use.role, false, use.declaredAt)
  const [, document = '', clause = '', words = ''] = match
  const { start } = annotation.textSpan
  const end = start + text.indexOf(clause, document.length) + clause.length
  return {
    name: name.name,
    document: document.normalize('NFC'),
    clause: clause.normalize('NFC'),
    words: words === '' ? null : words.normalize('NFC'),
    line: c.lines.line(annotation.start),
    start,
    end,
  }
}

type DeclaredName = Pick<NameUse, 'role' | 'declaredAt'>

/** The names of the text. An assertion wins over a claim with the same name. */
function declaredNames(c: Checking): ReadonlyMap<string, DeclaredName> {
  const names = new Map<string, DeclaredName>()
  for (const { declared } of c.inputs)
    names.set(declared.name.replace(/\[\d+\]/g, ''), { role: 'claim', declaredAt: declared.at.start })
  for (const { declares, name, role, declaredAt } of c.uses)
    if (declares && role !== 'variable' && (role === 'assertion' || !names.has(name)))
      names.set(name, { role, declaredAt })
  return names
}

/** Returns the last word of a path, such as `age` in `driver.age`, which a new name of the field replaces. */
function lastPartOf({ name, start, end }: Identifier): Identifier {
  const last = name.slice(name.lastIndexOf('.') + 1)
  return { name: last, start: start + name.length - last.length, end }
}
