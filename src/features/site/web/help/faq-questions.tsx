import { Plus } from 'lucide-react'
import { sectionsOf, type Section } from '../../model/rich-text.ts'
import { TextBlocks } from '../text-blocks.tsx'

/** Questions with collapsed answers. The browser's search expands a match. */
function Questions({ group }: { group: Section }) {
  return (
    <div className="border-b border-border">
      {sectionsOf(group.blocks, 3).sections.map(({ id, title, blocks }) => (
        <details key={id} id={id} className="group scroll-mt-24 border-t border-border">
          <summary className="flex list-none items-baseline gap-4 py-4 [&::-webkit-details-marker]:hidden">
            <h3 className="grow font-sans text-lg font-medium tracking-normal transition-colors group-hover:text-accent-text">
              {title}
            </h3>
            <Plus
              aria-hidden="true"
              className="size-4 shrink-0 self-center text-faint transition-transform duration-150 group-open:rotate-45"
            />
          </summary>
          <div className="pr-8 pb-6 text-lg text-muted">
            <TextBlocks blocks={blocks} />
          </div>
        </details>
      ))}
    </div>
  )
}

/** Groups of questions, each under its title. */
export function QuestionGroups({ groups }: { groups: readonly Section[] }) {
  return groups.map((group) => (
    <section key={group.id} aria-labelledby={group.id} className="mt-12 max-w-3xl first:mt-0">
      <h2 id={group.id} className="scroll-mt-24 pb-4 text-2xl">
        {group.title}
      </h2>
      <Questions group={group} />
    </section>
  ))
}
