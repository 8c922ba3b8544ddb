/** Makes the browser save a file. */
export function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has copied the file by the time the next task runs.
  setTimeout(() => URL.revokeObjectURL(url))
}
