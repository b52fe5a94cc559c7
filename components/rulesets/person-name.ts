/** The name of a label such as `Ann Lee <ann@example.org>`; a credential's label as it is. */
export function personName(label: string): string {
  return label.replace(/ <[^<>]*>$/, '')
}
