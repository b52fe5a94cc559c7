/** What pages make into a file or print, as the log of a namespace names it. */
export const EXPORTED_BY_PAGE = [
  'receipt',
  'receipt_print',
  'batch_result',
  'check_result',
  'check_print',
  'security_events',
] as const
export type ExportedByPage = (typeof EXPORTED_BY_PAGE)[number]
