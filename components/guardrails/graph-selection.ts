/** What of a drawn graph is selected: a node by its id, an edge by its two ends. */
export type GraphSelection =
  | { readonly kind: 'node'; readonly id: string }
  | { readonly kind: 'edge'; readonly from: string; readonly to: string }

export function edgeId({ from, to }: { readonly from: string; readonly to: string }): string {
  return `${from}>${to}`
}
