import { UpstreamClient } from '#upstream/client.ts'
import { defaultProfile } from '#upstream/profile.ts'
import { limitsOf } from '#upstream/send.ts'
import { memoryTokenStore } from '../upstream/memory-token-store.ts'
import { createSandbox } from '#sandbox/sandbox.ts'

const reads = 10_000

/** Prints how many tokens 10,000 concurrent reads use, cold and warm, and how much longer the cold reads take. */
export async function benchToken(print: (line: string) => void): Promise<void> {
  const sandbox = createSandbox({
    file: null,
    appId: 'bench',
    appKey: 'bench',
    extensions: 2_000,
  })
  const { url, close } = await sandbox.listen(0, '127.0.0.1')
  const limits = limitsOf(defaultProfile)
  const client = new UpstreamClient({
    profile: defaultProfile,
    url,
    extensionsUrl: url,
    appId: 'bench',
    appKey: 'bench',
    companyId: null,
    authorization: null,
    tokenStore: memoryTokenStore(),
    sendLimits: {
      ...limits,
      totalMs: { ...limits.totalMs, read: 120_000 },
      queue: reads,
    },
  })
  const round = async () => {
    const start = performance.now()
    await Promise.all(Array.from({ length: reads }, () => client.getExtensionLanguage({ ext: '1000' })))
    return performance.now() - start
  }
  const cold = await round()
  const tokens = sandbox.calls('get_token')
  const warm = await round()
  print(`token, ${reads} concurrent reads`)
  print(
    `  get_token calls, cold and then warm ${String(tokens).padStart(17)} ${String(sandbox.calls('get_token') - tokens).padStart(9)}`,
  )
  print(
    `  whole round, ms, warm and cold ${warm.toFixed(0).padStart(22)} ${cold.toFixed(0).padStart(9)}  x${(cold / warm).toFixed(1)}`,
  )
  await client.close()
  await close()
  sandbox.close()
}
