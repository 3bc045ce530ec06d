import type { ComponentProps } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Editor } from '#features/captions/web/index.ts'
import type { CaptionServer } from './captions.ts'
import { Site } from './web.tsx'

/** Shows the editor of "My clip"; `o` replaces what stands around the captions. */
export function showEditor(api: CaptionServer, o: Partial<ComponentProps<typeof Editor>> = {}) {
  return render(
    <Site path="/">
      <Editor
        projectId="p"
        title="My clip"
        source={null}
        poster={null}
        api={api}
        preview={() => null}
        templatePicker={() => null}
        exportPanel={() => null}
        {...o}
      />
    </Site>,
  )
}

/** The words of the transcript that say something; each is a button. */
export function word(said: string, exact = false) {
  return page.getByRole('list', { name: 'Transcript' }).getByRole('button', { name: said, exact })
}

/** What the server has of the edits: coming back to the network sends at once what would go by itself after a rest. */
export function sent<Value>(read: () => Value) {
  dispatchEvent(new Event('online'))
  return eventually(read)
}

/** What becomes true once the edits have rested and travelled: more than a second on a busy machine. */
export function eventually<Value>(read: () => Value) {
  return expect.poll(read, { timeout: 10_000 })
}
