# Completion of flitcast in bash: commands, options, keys, their values and algorithms, as the program
# knows them; files beside algorithms and where it knows nothing.
_flitcast() {
  local line=${COMP_LINE:0:COMP_POINT} words last files
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  mapfile -t COMPREPLY < <("${words[0]}" complete -- "${words[@]:1}" 2> /dev/null)
  # Where "=" ends a word, bash wants what comes after it.
  last=${words[-1]}
  if [[ $last == *=* && $COMP_WORDBREAKS == *=* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${last%%=*}="}")
  fi
  if [[ $last != -* && ${#words[@]} -gt 2 && ${words[1]} != help ]]; then
    mapfile -t files < <(compgen -f -- "$last")
    if [[ ${#files[@]} -gt 0 ]]; then
      COMPREPLY+=("${files[@]}")
      compopt -o filenames
    fi
  fi
  [[ ${COMPREPLY[0]-} == *= ]] && compopt -o nospace
  return 0
}
complete -o default -F _flitcast flitcast
