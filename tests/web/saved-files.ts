import { onTestFinished, vi } from 'vitest'

/** The files that the console has the browser save from now on to the end of the test: jsdom saves none. */
export function savedFiles(): { name: string; file: Blob }[] {
  const saved: { name: string; file: Blob }[] = []
  const made = new Map<string, Blob>()
  const spies = [
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      const url = `blob:${made.size}`
      if (file instanceof Blob) made.set(url, file)
      return url
    }),
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => undefined),
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
      const file = made.get(this.href)
      if (file !== undefined) saved.push({ name: this.download, file })
    }),
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return saved
}
