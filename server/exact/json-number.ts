/**
 * A JSON number that has not been rounded yet.
 *
 * Promises: `text` is the number exactly as it stood in the document, so `0.1` and `12345678901234567890.12` keep
 * their meaning (service.md, "Bytes": bodies are read losslessly). Trusts the reader that made it to have checked
 * JSON's grammar.
 */
export class JsonNumber {
  constructor(readonly text: string) {}
}
