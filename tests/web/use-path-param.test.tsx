import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
import { paths, patterns } from '#web/lib/paths.ts'
import { usePathParam } from '#web/lib/use-path-param.ts'

function agentAt(path: string): string {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>
  )
  return renderHook(() => usePathParam(patterns.agent, 'agentUuid'), { wrapper }).result.current
}

test.each(['8001', 'a/b', 'a%2Fb', '100 %', '坐席'])(
  '%s comes back from an address as it was',
  (agentUuid) => {
    expect(agentAt(paths.agent(agentUuid))).toBe(agentUuid)
  },
)
test('what was written into an address in no known way stays as it is', () =>
  expect(agentAt('/agents/%zz')).toBe('%zz'))
