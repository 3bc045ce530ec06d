import { emojiPath, type EmojiPicture, type EmojiPictures, sizePlaces } from '../../model/index.ts'

const loaded = new Map<string, EmojiPicture>()
/** Pictures that are being fetched, by emoji. */
const fetching = new Map<string, Promise<void>>()
/** Emoji without a picture, as the server says. */
const unknown = new Set<string>()

/** The pictures of emoji that are loaded. */
export function loadedEmojiPictures(emoji: readonly string[]): EmojiPictures {
  return new Map(
    emoji.flatMap((each) => {
      const picture = loaded.get(each)
      return picture === undefined ? [] : [[each, picture] as const]
    }),
  )
}

/** Whether nothing is left to load for these emoji. */
export function areEmojiPicturesLoaded(emoji: readonly string[]): boolean {
  return emoji.every((each) => loaded.has(each) || unknown.has(each))
}

/** Loads the pictures of emoji; each is fetched once. Rejects when one cannot be fetched; the next call retries. */
export async function loadEmojiPictures(emoji: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(emoji.map(fetchOnce))
  const failed = results.find((result) => result.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}

function fetchOnce(emoji: string): Promise<void> {
  if (areEmojiPicturesLoaded([emoji])) return Promise.resolve()
  const started = fetching.get(emoji) ?? fetchPicture(emoji).finally(() => fetching.delete(emoji))
  fetching.set(emoji, started)
  return started
}

async function fetchPicture(emoji: string): Promise<void> {
  const response = await fetch(emojiPath(emoji))
  if (response.status === 404) return void unknown.add(emoji)
  if (!response.ok) throw new Error(`The picture of ${emoji} could not be loaded: ${response.status}`)
  const file = await response.blob()
  const images = await Promise.all(
    // Without a conversion of colours, so that both engines draw the same values.
    sizePlaces().map(({ x, size }) => createImageBitmap(file, x, 0, size, size, { colorSpaceConversion: 'none' })),
  )
  loaded.set(emoji, { images })
}
