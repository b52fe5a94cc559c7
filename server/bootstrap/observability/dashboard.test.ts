/** The dashboard for Grafana asks only for metrics and labels that the server has. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { createMetrics, metricsText } from './metrics'

interface Dashboard {
  readonly panels: readonly {
    readonly id: number
    readonly title: string
    readonly description: string
    readonly type: string
    readonly datasource: object
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number }
    readonly targets: readonly { readonly expr: string; readonly legendFormat: string; readonly refId: string }[]
  }[]
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: unknown }[] }
}

const file = path.resolve(import.meta.dirname, '../../../public/monitoring/grafana-dashboard.json')
const dashboard = JSON.parse(readFileSync(file, 'utf8')) as Dashboard
const { panels } = dashboard
const expressions = panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target })))

async function servedMetrics(): Promise<string> {
  const metrics = createMetrics({ processMetrics: true })
  metrics.requestBegan()
  metrics.requestEnded({ method: 'POST', route: '/v1/check', status: 200 }, 0.004)
  metrics.frameEvaluated({ target: 'policy_rules', result: 'YES' }, 0.2)
  metrics.modelAsked('MODEL_UNAVAILABLE', 60)
  return metricsText([await metrics.snapshot()])
}

/** Words that are not functions, keywords or variables of Grafana. */
const METRIC = /\b(?:http|touchstone|gen_ai|process|nodejs)_\w+/g
const LABELS = new Set(['http_route', 'http_response_status_code', 'http_request_method', 'gen_ai_operation_name'])

it.each(expressions)('$title: $expr', async ({ expr, legendFormat }) => {
  const text = await servedMetrics()
  const names = (expr.match(METRIC) ?? []).filter((word) => !LABELS.has(word))
  expect(names.length).toBeGreaterThan(0)
  for (const name of names) expect(text, name).toMatch(new RegExp(`^${name}[{ ]`, 'm'))
  // Prometheus adds the instance.
  const labels = [...expr.matchAll(/(\w+)\s*(?:=~|!~|!=|=)\s*"/g), ...legendFormat.matchAll(/\{\{(\w+)\}\}/g)]
  for (const [, label] of labels) if (label !== 'instance') expect(text, label).toMatch(new RegExp(`[{,]${label}="`))
  expect(expr.replaceAll(/[^()]/g, '').length % 2).toBe(0)
})

it('has a title and a description for each panel, and no id twice', () => {
  for (const { title, description } of panels) expect([title, description].every((text) => text.length > 3)).toBe(true)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

// Grafana's published schema of dashboards demands this.
it('has every required member, and queries of variables as text', () => {
  expect(dashboard).toMatchObject({
    ...{ schemaVersion: expect.any(Number), annotations: { list: [] }, editable: true, title: 'Touchstone' },
    time: { from: expect.any(String), to: expect.any(String) },
  })
  for (const { name, query } of dashboard.templating.list) expect(query, name).toBeTypeOf('string')
  for (const { title, datasource, targets } of panels) {
    expect(datasource, title).toEqual({ type: 'prometheus', uid: expect.stringMatching(/^\$\{datasource\}$/) })
    expect(new Set(targets.map(({ refId }) => refId)).size, title).toBe(targets.length)
  }
})

it('lays its panels out in 24 columns without an overlap', () => {
  const cells = panels.flatMap(({ title, gridPos: { x, y, w, h } }) => {
    expect([x >= 0, x + w <= 24], title).toEqual([true, true])
    return Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)},${y + Math.floor(nth / w)}`)
  })
  expect(new Set(cells).size).toBe(cells.length)
})
