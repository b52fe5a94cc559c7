/** Uses `argumentsText` verbatim. */
export function toolCall(name: string, argumentsText: string, id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${argumentsText}}}`
}

export const RPC_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }

/** Reads a JSON body, or the only event of a stream. */
export async function rpcAnswer(response: Response): Promise<Record<string, unknown>> {
  const text = await response.text()
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return JSON.parse(text) as Record<string, unknown>
  const events = text.split('\n').filter((line) => line.startsWith('data: '))
  if (events.length !== 1) throw new Error(`one event was expected: ${text}`)
  return JSON.parse(events[0]!.slice('data: '.length)) as Record<string, unknown>
}
