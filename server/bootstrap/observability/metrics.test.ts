import { expect, it } from 'vitest'
import { createMetrics, metricsText } from './metrics'
import { requestMethod, requestRoute } from './request-route'

function counted() {
  const metrics = createMetrics({ processMetrics: false })
  metrics.requestBegan()
  metrics.requestBegan()
  metrics.requestEnded({ method: 'POST', route: '/v1/check', status: 200 }, 0.004)
  metrics.frameEvaluated({ target: 'policy_rules', result: 'YES' }, 0.2)
  metrics.modelAsked('', 3)
  metrics.modelAsked('MODEL_UNAVAILABLE', 60)
  return metrics
}

it('adds up what several processes counted', async () => {
  const text = await metricsText(await Promise.all([counted().snapshot(), counted().snapshot()]))
  const lines = text.split('\n')
  const request = 'http_request_method="POST",http_route="/v1/check",http_response_status_code="200"'
  for (const line of [
    'http_server_active_requests 2',
    `http_server_request_duration_seconds_count{${request}} 2`,
    `http_server_request_duration_seconds_bucket{le="0.005",${request}} 2`,
    `http_server_request_duration_seconds_bucket{le="0.0025",${request}} 0`,
    'touchstone_frame_evaluation_duration_seconds_count{target="policy_rules",result="YES"} 2',
    'gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat"} 2',
    'gen_ai_client_operation_duration_seconds_sum{gen_ai_operation_name="chat",error_type="MODEL_UNAVAILABLE"} 120',
  ])
    expect(lines).toContain(line)
  expect(text).toMatch(/# HELP http_server_request_duration_seconds .*\n# TYPE \S+ histogram/)
})

it('counts memory, event loop and processor time of the process', async () => {
  const text = await metricsText([await createMetrics({ processMetrics: true }).snapshot()])
  for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds'])
    expect(text).toContain(`\n${name} `)
})

it.each([
  ['/v1/check', '/v1/check'],
  ['/v1/check?x=1', '/v1/check'],
  ['/v1/rulesets/Payroll%20of%20Jane', '/v1/rulesets/*'],
  ['/v1/jane', '/v1/*'],
  ['/mcp', '/mcp'],
  ['/client-api/bus/stream?token=secret', '/client-api/bus/stream'],
  ['/client-api/jane', '/client-api/*'],
  ['/api/v1/projects/0b8f0b5e-3c5e-4a53-9f3a-0d6a2f1f4c11', '/api/v1/*'],
  ['/api/trpc/rulesets.list?input=jane', '/api/trpc/*'],
  ['/approve/abc?name=jane', 'page'],
  ['/setup/secret', 'page'],
  ['', 'page'],
  ['//[', 'page'],
])('labels %s as %s', (url, route) => {
  expect(requestRoute(url)).toBe(route)
})

it('uses few labels, whatever is sent', () => {
  const routes = new Set(Array.from({ length: 1_000 }, (_, i) => requestRoute(`/v1/${i}/x`)))
  expect([...routes]).toEqual(['/v1/*'])
  expect(['GET', 'PROPFIND', undefined].map(requestMethod)).toEqual(['GET', 'other', 'other'])
})
