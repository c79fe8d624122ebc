// Words that a shell does itself: there is no such program, or it would say something else. Data only.

export const SHELL_WORDS: ReadonlySet<string> = new Set(
  'alias cd command dirs exit export hash help history jobs popd pushd readonly set shopt times trap type typeset declare ulimit umask unset wait'.split(
    ' ',
  ),
);
