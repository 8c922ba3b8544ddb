import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const memory = '/dev/shm'
const enoughBytes = 2 ** 30

function hasRoom(): boolean {
  try {
    accessSync(memory, constants.W_OK)
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > enoughBytes
  } catch {
    return false
  }
}

/** Where tests create SQLite stores: in memory if there is room, because every commit waits for the disk. */
export const storeFolder = hasRoom() ? memory : tmpdir()
