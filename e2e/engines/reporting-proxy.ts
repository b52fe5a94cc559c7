/**
 * Adds a report address to each content security policy, so that every engine reports violations, also in workers,
 * without a script in the page.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const REPORT_PATH = '/content-security-policy-reports'
const POLICY = 'content-security-policy'

export interface ReportingProxy {
  /** The proxy's address for browsers. */
  readonly origin: string
  /** As the browser wrote them. */
  readonly reports: readonly string[]
  /** Policies sent to the browser. */
  policies(): number
  close(): Promise<void>
}

/** @param target origin of the server */
export async function startReportingProxy(target: string): Promise<ReportingProxy> {
  const reports: string[] = []
  let policies = 0
  let origin = ''

  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const headers: IncomingHttpHeaders = { ...incoming.headers, host: new URL(target).host }
    for (const name of ['origin', 'referer'] as const)
      if (headers[name] !== undefined) headers[name] = headers[name].replace(origin, target)
    const forwarded = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      const sent = { ...answer.headers }
      if (typeof sent.location === 'string') sent.location = sent.location.replace(target, origin)
      const policy = sent[POLICY]
      if (typeof policy === 'string') {
        policies++
        sent[POLICY] = `${policy}; report-uri ${REPORT_PATH}`
      }
      outgoing.writeHead(answer.statusCode ?? 502, sent)
      answer.pipe(outgoing)
    })
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  }

  const server = createServer((incoming, outgoing) => {
    if (incoming.url !== REPORT_PATH) return forward(incoming, outgoing)
    let report = ''
    incoming.on('data', (chunk: Buffer) => {
      report += chunk.toString()
    })
    incoming.on('end', () => {
      reports.push(report)
      outgoing.writeHead(204).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A name, like the server's own address, because browsers only treat that as a secure context.
  origin = `http://localhost:${(server.address() as AddressInfo).port}`
  return {
    origin,
    reports,
    policies: () => policies,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
