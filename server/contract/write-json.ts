/**
 * Writes a losslessly read value back as JSON, numbers as they were.
 *
 * Promises: `readJson(writeJson(value))` is `value` again.
 */
import { JsonNumber } from '../exact/json-number'

export function writeJson(value: unknown): string {
  if (value instanceof JsonNumber) return value.text
  if (Array.isArray(value)) return `[${value.map(writeJson).join(',')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([key, member]) => `${JSON.stringify(key)}:${writeJson(member)}`)
      .join(',')}}`
  return JSON.stringify(value)
}
