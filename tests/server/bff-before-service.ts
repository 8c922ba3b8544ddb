import { afterAll } from 'vitest'
import { startService } from '../upstream/service.ts'
import { openBff } from './bff.ts'

/** Opens a BFF on a service whose behavior each test sets. Closes both after the suite. */
export async function openBffBeforeService() {
  const service = await startService()
  const bff = await openBff({ serviceUrl: service.url })
  afterAll(async () => {
    await bff.close()
    await service.close()
  })
  return { service, bff }
}
