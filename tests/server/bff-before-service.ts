import { afterAll } from 'vitest'
import { startService } from '../upstream/service.ts'
import { openBff } from './bff.ts'

/** The BFF before a service that answers as each test says. Both end after the suite. */
export async function openBffBeforeService() {
  const service = await startService()
  const bff = await openBff({ serviceUrl: service.url })
  afterAll(async () => {
    await bff.close()
    await service.close()
  })
  return { service, bff }
}
