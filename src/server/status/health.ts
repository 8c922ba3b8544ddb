import type { Health } from '#contract/capacity.ts'
import type { Status } from '#contract/status.ts'
import type { UpstreamClient } from '#upstream/client.ts'
import type { CallRegistry } from './status.ts'

type Operation = Status['operations'][number]

/** Failures of the service or the network. Refusals do not count. */
const isFailure = (code: string): boolean => code.startsWith('upstream-') && code !== 'upstream-refused'

const isFailing = ({ lastError, lastSuccessAt }: Operation): boolean =>
  lastError !== null && isFailure(lastError.code) && lastError.at > (lastSuccessAt ?? 0)

function medianOf(values: readonly number[]): number | null {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? null
}

/** The health of the service, without its address and its messages. */
export function healthOf(
  calls: CallRegistry,
  upstream: Pick<UpstreamClient, 'breakers'>,
  token: Health['token'],
  now: number,
): Health {
  const operations = calls.all()
  const parts = upstream.breakers().map(({ family, state, openForMs }) => ({
    family,
    state,
    since: openForMs === null ? null : now - openForMs,
  }))
  return {
    state: parts.some(({ state }) => state !== 'closed')
      ? 'paused'
      : operations.some(isFailing)
        ? 'failing'
        : operations.every(({ lastSuccessAt }) => lastSuccessAt === null)
          ? 'uncalled'
          : 'good',
    parts,
    latencyMs: medianOf(operations.flatMap(({ lastLatencyMs }) => lastLatencyMs ?? [])),
    token,
  }
}
