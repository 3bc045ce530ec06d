import { z } from 'zod'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { type PictureLayout, SAFE_ZONE_IDS } from '../../model/index.ts'

const Choices = z.object({
  /** Whether dragging moves all captions or one. */
  scope: z.enum(['all', 'one']).catch('all'),
  /** The app whose safe zone is shown. */
  zone: z.enum(SAFE_ZONE_IDS).nullable().catch(null),
})
type Choices = z.output<typeof Choices>

/** What editing on the picture needs: the layout, and the person's choices, which the browser remembers. */
export type PictureState = Choices & {
  /** Null until captions are drawn. */
  readonly layout: PictureLayout | null
}

/** The store of one picture. */
export type PictureStore = StoreApi<PictureState> & {
  setLayout(layout: PictureLayout): void
  /** Sets and remembers choices. */
  choose(choices: Partial<Choices>): void
}

const STORED_AS = 'captions-picture'

/** Creates the store of a picture, with the choices of the last visit. */
export function createPictureStore(storage: Storage = localStorage): PictureStore {
  const store = createStore<PictureState>(() => ({ ...readChoices(storage), layout: null }))
  return {
    ...store,
    setLayout: (layout) => store.setState({ layout }),
    choose(choices) {
      store.setState(choices)
      const { scope, zone } = store.getState()
      try {
        storage.setItem(STORED_AS, JSON.stringify({ scope, zone }))
      } catch (error) {
        // Without storage the choices last until the page closes.
        if (!(error instanceof DOMException)) throw error
      }
    },
  }
}

function readChoices(storage: Storage): Choices {
  try {
    return Choices.parse(JSON.parse(storage.getItem(STORED_AS) ?? '{}'))
  } catch {
    return { scope: 'all', zone: null }
  }
}
