/** Counts phrasings that native technical English seldom uses, in comments, documents and test names. */

/** Conjunctions, inversions and words that a German sentence structure brings along. */
export const PHRASINGS: Readonly<Record<string, RegExp>> = {
  '"where" for "if" or "when"':
    /(?<!\b(?:place|point|case|file|folder|line|row|position|exactly|know|see|show|say|and|or|from|to|is|are|tell|page|spot|the|of|step|moment|area|section|field|table|column|node)s?) \bwhere (?:it|they|there|this|that|none|no|a|an|the|one|something|nothing|its|each|any|some|both|[a-z]+ing|possible|known|needed|given)\b|(?:^|[.:;] )Where (?!to\b|it comes\b)/g,
  'a statement that begins with "What"': /(?:^|[.:;] )What (?!is new\b|changed\b|you\b)[^?]*?(?:[.:;]|$)/g,
  '"none" as a noun': /\bnone\b/gi,
  '"stands" for "is"': /\b(?:stands|stand|stood) (?!up|for|in for|out|alone|still|by)/g,
  '"alone" for "only"': /\b(?:alone|by itself)\b/g,
  'a docstring that begins with "Of"': /^Of /g,
  '"is no X"': /\b(?:is|are|was|were) no (?!longer|more|less|other|one|need|such|way|matter|different|better)/g,
  '"beside"': /\bbeside\b/g,
  '"of its own"': /\bof (?:its|their|his|one's|our) own\b/g,
  '"anew"': /\banew\b/g,
  '"of which"': /\b(?:of|by|with|in) which\b|\bof whom\b/g,
  '"as such"': /\bas such\b/g,
  'the verb before its subject':
    /(?:^|[.;:] )(?:Nor|Neither|Only then|So|Not) (?:does|do|is|are|has|have|can|may|will)\b/g,
}

/** The comments of a source file as blocks of prose, without comment marks and tags. */
export function commentsOf(source: string): string[] {
  const blocks: string[] = []
  let block: string[] = []
  let isInside = false
  const flush = () => {
    const text = block.join(' ').replace(/@(?:param|returns?|throws|example|see)\b/g, '.')
    if (block.length > 0) blocks.push(text.replace(/\s+/g, ' ').trim())
    block = []
  }
  for (const raw of source.split('\n')) {
    const line = raw.trim()
    const opens = line.startsWith('/*')
    const isLine = line.startsWith('//')
    if (isInside || opens || isLine) {
      block.push(line.replace(/^\/\*+|^\*+\/?|\*+\/$|^\/\/+/g, '').trim())
      isInside = (isInside || opens) && !line.endsWith('*/')
      if (!isInside && !isLine) flush()
      continue
    }
    flush()
    const trailing = /\s\/\/ (.+)$/.exec(raw)
    if (trailing !== null && !/https?:$/.test(raw.slice(0, trailing.index))) blocks.push(trailing[1]!)
  }
  flush()
  return blocks
}

/** The lines of prose of a Markdown document: without code blocks. */
export function proseLinesOf(document: string): string[] {
  let isCode = false
  return document.split('\n').flatMap((line) => {
    if (/^\s*(```|~~~)/.test(line)) isCode = !isCode
    return isCode || /^\s*(```|~~~)|^\s{4}/.test(line) ? [] : [line.replace(/^[#>*|\-\s]+/, '')]
  })
}

export function testNamesOf(source: string): string[] {
  return [...source.matchAll(/\b(?:it|test)(?:\.\w+)?\(\s*(['"`])(.+?)\1/g)].map(([, , name]) => name!)
}

export function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + (text.match(/[A-Za-z][A-Za-z'’-]*/g)?.length ?? 0), 0)
}

/** The rate of a phrasing for 10,000 words. */
export function rateOf(phrasing: RegExp, texts: readonly string[]): number {
  const found = texts.reduce((sum, text) => sum + (text.match(phrasing)?.length ?? 0), 0)
  return (found / wordsIn(texts)) * 10_000
}
