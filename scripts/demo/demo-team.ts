import { z } from 'zod'
import { ask, type DemoPerson, demoPerson, type DemoSite, once } from './demo-site.ts'

const Mails = z.array(z.object({ recipient: z.string(), subject: z.string(), url: z.string().optional() }))

/** An editor and a viewer of the owner's videos, and an invitation that is still open. */
export async function makeTeam(site: DemoSite, owner: DemoPerson): Promise<{ editor: DemoPerson; viewer: DemoPerson }> {
  const editor = await demoPerson(site, 'editor')
  const viewer = await demoPerson(site, 'viewer')
  await once(site.db, 'team', async () => {
    await invite(site, owner, { person: editor, role: 'editor' })
    await invite(site, owner, { person: viewer, role: 'viewer' })
    await ask(owner, 'collaboration/invite', { email: 'invited@wordpop.example', role: 'editor' })
  })
  return { editor, viewer }
}

async function invite(
  site: DemoSite,
  owner: DemoPerson,
  { person, role }: { person: DemoPerson; role: 'editor' | 'viewer' },
): Promise<void> {
  await ask(owner, 'collaboration/invite', { email: person.email, role })
  const mails = Mails.parse((await (await owner.browser()).send('/dev/outbox/mails.json')).json())
  const url = mails.find(({ recipient, url: link }) => recipient === person.email && link?.includes('/accept-'))?.url
  if (url === undefined) throw new Error(`no invitation was mailed to ${person.email} of ${site.url}`)
  await ask(person, 'collaboration/accept', { invitationId: new URL(url).pathname.split('/').at(-1) })
}
