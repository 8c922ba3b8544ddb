import { join } from 'node:path'

/** Environment for processes that tests start. The cache saves a third of their startup's processor time. */
export const compileCache = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../node_modules/.cache/compiled'),
}
