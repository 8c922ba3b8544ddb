import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyShell } from '#web/lib/lazy.ts'

const part = () => <p>the part</p>

test('a part that has been fetched is drawn at once, without what stands for it', async () => {
  const Part = lazyShell(() => Promise.resolve(part))
  await Part.load()
  render(<Part />, { wrapper: ({ children }) => <Suspense fallback="awaited">{children}</Suspense> })
  expect(screen.getByText('the part')).toBeTruthy()
})

test('a part that could not be fetched before is fetched when it is drawn', async () => {
  let isThere = false
  const Part = lazyShell(() => (isThere ? Promise.resolve(part) : Promise.reject(new Error('not there'))))
  await expect(Part.load()).rejects.toThrow('not there')
  isThere = true
  render(<Part />, { wrapper: ({ children }) => <Suspense fallback="awaited">{children}</Suspense> })
  expect(await screen.findByText('the part')).toBeTruthy()
})
