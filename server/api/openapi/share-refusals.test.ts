import { expect, it } from 'vitest'
import { openApiDocument } from './openapi'
import type { Members } from './openapi-schemas'
import { shareRefusals } from './share-refusals'

const whole = openApiDocument('https://rules.example.org', 'https://rules.example.org/docs')

it('says the same as the whole document once its references are resolved', () => {
  const shared = shareRefusals(whole)
  const { responses, ...components } = shared.components as { readonly responses: Members }
  const resolved = JSON.parse(JSON.stringify(shared.paths), (_, value: unknown) => {
    const { $ref = '' } = (value ?? {}) as { readonly $ref?: string }
    const [, name = null] = /^#\/components\/responses\/(.+)$/.exec(String($ref)) ?? []
    return name === null ? value : responses[name]
  }) as unknown
  expect({ ...shared, paths: resolved, components }).toEqual(whole)
  expect(Object.keys(responses).length).toBeGreaterThan(10)
})

it('leaves no response of a refusal in two places', () => {
  const { paths } = shareRefusals(whole) as { readonly paths: Record<string, Record<string, { responses: Members }>> }
  const inline = Object.values(paths).flatMap((item) =>
    Object.values(item).flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, each]) =>
        Number(status) < 400 || '$ref' in (each as Members) ? [] : [JSON.stringify(each)],
      ),
    ),
  )
  expect(new Set(inline).size).toBe(inline.length)
})
