import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { lazyPart } from '#web/lib/lazy.ts'

const part = () => <p>the part</p>

test('renders a loaded part at once, without the fallback', async () => {
  const Part = lazyPart(() => Promise.resolve(part))
  await Part.load()
  render(<Part />, { wrapper: ({ children }) => <Suspense fallback="awaited">{children}</Suspense> })
  expect(screen.getByText('the part')).toBeTruthy()
})

test('loads a part again on render after a failed load', async () => {
  let isThere = false
  const Part = lazyPart(() => (isThere ? Promise.resolve(part) : Promise.reject(new Error('not there'))))
  await expect(Part.load()).rejects.toThrow('not there')
  isThere = true
  render(<Part />, { wrapper: ({ children }) => <Suspense fallback="awaited">{children}</Suspense> })
  expect(await screen.findByText('the part')).toBeTruthy()
})
