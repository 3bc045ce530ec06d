/** The title of a section of the home page, with its anchor. */
export function SectionHeading({ id, title, lead }: { id: string; title: string; lead: string }) {
  return (
    <div className="max-w-[38rem]">
      <h2 id={id} className="scroll-mt-24 text-3xl sm:text-4xl">
        {title}
      </h2>
      <p className="mt-3 text-lg text-muted">{lead}</p>
    </div>
  )
}
