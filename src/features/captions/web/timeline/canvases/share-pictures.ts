import type { ToLaneWorker } from './lane-worker.ts'

/** As many bytes of pictures as the filmstrip holds decoded itself. */
const MOST_BYTES = 40_000_000
const BYTES_PER_PIXEL = 4

/** Copies of the page's pictures in the worker. */
export type SharedPictures = {
  /** The number of a picture in the worker; undefined until its copy is there. */
  idOf(picture: ImageBitmap): number | undefined
}

type Shared = { readonly id: number; readonly bytes: number; isThere: boolean }

/**
 * Gives the worker a copy of each picture that is drawn, and drops those that were not drawn for longest.
 * @param onShared a picture has become available
 */
export function sharePictures(
  send: (message: ToLaneWorker, transfer?: Transferable[]) => void,
  onShared: () => void,
): SharedPictures {
  // The least recently drawn first.
  const known = new Map<ImageBitmap, Shared>()
  let lastId = 0

  async function share(picture: ImageBitmap, shared: Shared): Promise<void> {
    // The filmstrip may have closed it: then nothing draws it again.
    const copy = await createImageBitmap(picture).catch(() => undefined)
    if (copy === undefined || known.get(picture) !== shared) return copy?.close()
    send({ type: 'add-picture', id: shared.id, picture: copy }, [copy])
    shared.isThere = true
    onShared()
  }

  function makeRoom(): void {
    let bytes = [...known.values()].reduce((sum, shared) => sum + shared.bytes, 0)
    for (const [picture, { id, bytes: freed }] of known) {
      if (bytes <= MOST_BYTES) return
      known.delete(picture)
      send({ type: 'drop-picture', id })
      bytes -= freed
    }
  }

  return {
    idOf(picture) {
      const shared = known.get(picture)
      if (shared !== undefined) {
        known.delete(picture)
        known.set(picture, shared)
        return shared.isThere ? shared.id : undefined
      }
      lastId += 1
      const added = { id: lastId, bytes: picture.width * picture.height * BYTES_PER_PIXEL, isThere: false }
      known.set(picture, added)
      makeRoom()
      void share(picture, added)
      return undefined
    },
  }
}
