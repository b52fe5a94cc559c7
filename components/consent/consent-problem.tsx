/** Why the last try did not succeed. */
export function ConsentProblemNote({ id, problem }: { readonly id: string; readonly problem: string | null }) {
  if (problem === null) return null
  return (
    <p id={id} role="alert" className="mb-4 rounded-md bg-false-soft px-3 py-2 text-false">
      {problem}
    </p>
  )
}
