"""Papers typeset for the project, whose truth is known: how well what the eye sees is read.

`content/` holds ten papers on invented subjects and sixty tables of twelve kinds, in one neutral
notation (`notation`); `layouts` set them in typst or LaTeX (`build`), `scoring` and `cells` judge
what was read of the pages. Half of the layouts and a third of the kinds are held out: nobody who
works on the reader looks at them. docs/reading.md says what each column is.
"""
