import type { NumberedExtension } from '#upstream/upstream.ts'
import { extensionRecord, type ExtensionRecord } from '#upstream/wire.ts'

/** A record as the client reads it. */
export const seenExtension = (ext: string, fields: Partial<ExtensionRecord>): NumberedExtension => ({
  ...extensionRecord.parse({}),
  ...fields,
  ext,
})
