/** Something for one to wait for that also ends by itself. A ring while nobody waits is kept for the next who does. */
export function createWakeSignal() {
  let rung = false
  let wake = (): void => undefined
  return {
    ring(): void {
      rung = true
      wake()
    },
    async wait(milliseconds: number): Promise<void> {
      if (!rung)
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, milliseconds)
          wake = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      rung = false
    },
  }
}
