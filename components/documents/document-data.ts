import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server'
import type { AppRouter } from '../../server/http/trpc/router'
import { readPreference, storePreference } from '../editor/stored-drafts'
import { server } from '../ui/server-calls'

type Outputs = inferRouterOutputs<AppRouter>['documents']

export type DocumentRow = Outputs['list'][number]
export type OpenedDocument = Outputs['open']
export type ShownClause = OpenedDocument['clauses'][number]
export type CoverageReport = Outputs['coverage']
export type CitedClause = Outputs['clauses'][number]
export type ClauseCoverage = CoverageReport['clauses'][number]
export type DocumentContent = inferRouterInputs<AppRouter>['documents']['add']['content']
export type ClauseEdit = inferRouterInputs<AppRouter>['documents']['edit']['edit']

export function documentsQuery(namespaceId: string) {
  return { queryKey: ['documents', namespaceId], queryFn: () => server.documents.list.query() } as const
}

export function documentQuery(namespaceId: string, label: string, revision: number | null) {
  return {
    queryKey: ['document', namespaceId, label, revision],
    queryFn: () => server.documents.open.query({ label, revision }),
  } as const
}

/** @param hash of the saved revision, so that another one is compared again */
export function coverageQuery(namespaceId: string, label: string, name: string, hash: string | null = null) {
  return {
    queryKey: ['document-coverage', namespaceId, label, name, hash],
    queryFn: () => server.documents.coverage.mutate({ label, revision: null, ruleset: { name } }),
    enabled: name !== '',
    retry: false,
  } as const
}

/** Words of cited clauses. @param hash of the ruleset that cites them; null for an unsaved text */
export function clausesQuery(
  namespaceId: string,
  hash: string | null,
  clauses: readonly Pick<CitedClause, 'document' | 'clause'>[],
) {
  const references = clauses.map(({ document, clause }) => ({ document, clause }))
  return {
    queryKey: ['cited-clauses', namespaceId, hash, references],
    queryFn: () => server.documents.clauses.mutate({ hash, clauses: references }),
  } as const
}

/** The document that a person chose for a ruleset, in this browser. @param name null for an unsaved ruleset */
export function rememberedDocument(namespaceId: string, name: string | null): string | null {
  return readPreference(documentKey(namespaceId, name))
}

export function rememberDocument(namespaceId: string, name: string | null, label: string): void {
  storePreference(documentKey(namespaceId, name), label)
}

function documentKey(namespaceId: string, name: string | null): string {
  return `touchstone.document/${namespaceId}/${name === null ? 'new' : `named/${name}`}`
}

/** Pasted text that begins with a tag is HTML; everything else is text or Markdown, which are read alike. */
export function pastedContent(text: string): DocumentContent {
  const isHtml = /^\s*<(!doctype|html|body|div|p|h[1-6]|ol|ul|table)\b/i.test(text)
  return { kind: 'text', text, format: isHtml ? 'html' : 'text' }
}

export async function uploadedContent(file: File): Promise<DocumentContent> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let binary = ''
  // In pieces, because a call takes a limited number of arguments.
  for (let from = 0; from < bytes.length; from += 32_768)
    binary += String.fromCharCode(...bytes.subarray(from, from + 32_768))
  return { kind: 'file', name: file.name.slice(0, 500), bytes: btoa(binary) }
}

/** The title of a pasted policy is its first line. */
export function proposedTitle(text: string): string {
  const first = text.split('\n').find((line) => line.trim() !== '') ?? ''
  return first
    .replace(/^#+\s*/, '')
    .trim()
    .slice(0, 200)
}

type DraftingOutputs = inferRouterOutputs<AppRouter>['drafting']

export type DraftedClause = DraftingOutputs['clause']
export type FidelityPlan = DraftingOutputs['planFidelity']
export type ReadGroup = DraftingOutputs['readGroup']
export type FidelityRuleset = inferRouterInputs<AppRouter>['drafting']['planFidelity']['ruleset']
export type TokenUse = ReadGroup['tokens']

/** Name of the language model of this deployment; null without one. */
export function modelNameQuery() {
  return {
    queryKey: ['model name'],
    queryFn: () => server.frames.modelName.query(),
    staleTime: Number.POSITIVE_INFINITY,
  } as const
}

/** “Tokens: 1,200 read and 300 written.” */
export function tokensInWords(uses: readonly TokenUse[]): string {
  if (uses.some((use) => use === null)) return 'Tokens: not reported by the endpoint.'
  const sum = (count: (use: NonNullable<TokenUse>) => number) =>
    uses.reduce((total, use) => total + (use === null ? 0 : count(use)), 0).toLocaleString('en-GB')
  return `Tokens: ${sum(({ input }) => input)} read and ${sum(({ output }) => output)} written.`
}
