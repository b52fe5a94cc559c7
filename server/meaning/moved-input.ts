import type { Input } from '../language/semantics/checked-input'

/**
 * An input of another list of inputs. Its enclosing parts, its code and its length follow; parts that the other list lacks are left
 * out.
 *
 * @param place from an index in its own list to one in the other; undefined if there is none
 */
export function movedInput(input: Input, place: (index: number) => number | undefined): Input {
  const { form, within, ...rest } = input
  if (form === undefined && within === undefined) return input
  const enclosures = within?.flatMap((each) => {
    const moved = place(each.input)
    return moved === undefined ? [] : [{ ...each, input: moved }]
  })
  const moved = movedForm(form, place)
  return {
    ...rest,
    ...(moved === undefined ? {} : { form: moved }),
    ...(enclosures === undefined || enclosures.length === 0 ? {} : { within: enclosures }),
  }
}

function movedForm(form: Input['form'], place: (index: number) => number | undefined): Input['form'] {
  if (form?.kind === 'coded') {
    const code = place(form.code)
    return code === undefined ? undefined : { ...form, code }
  }
  if (form?.kind === 'text') {
    const length = form.length === null ? undefined : place(form.length)
    return { ...form, length: length ?? null }
  }
  // A code keeps its kind, because it is never a claim by itself.
  return form?.kind === 'code' || form?.kind === 'length' ? { ...form, of: place(form.of) ?? -1 } : form
}
