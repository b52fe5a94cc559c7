/**
 * A refusal told as a JSON-RPC error: where there is no tool result to carry it.
 *
 * Promises: `data` is the error envelope, because every failure through every door is one (contract, "Errors").
 */
import { ProtocolError } from '@modelcontextprotocol/server'
import { errorEnvelope, type Refusal } from '../../api/refusal'

/** JSON-RPC's own codes. */
export type JsonRpcCode = -32700 | -32600 | -32601 | -32602 | -32603

export function protocolRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): ProtocolError {
  return new ProtocolError(code, refusal.message, JSON.parse(errorEnvelope(refusal, docsUrl)))
}

/** The whole message, for a request whose id is not known. */
export function jsonRpcRefusal(code: JsonRpcCode, refusal: Refusal, docsUrl: string): string {
  return `{"jsonrpc":"2.0","id":null,"error":{"code":${code},"message":${JSON.stringify(refusal.message)},"data":${errorEnvelope(refusal, docsUrl)}}}`
}
