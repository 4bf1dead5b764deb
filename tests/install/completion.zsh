# tests/install/completion.zsh FOLDER: types into an interactive zsh that completes with FOLDER/_overtake.
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1= PS2= ; fpath=(${1:A} \$fpath); autoload -Uz compinit; compinit -u -D; bindkey '^I' complete-word; echo re''ady"
zpty -r shell screen '*ready*'

# expect KEYS PATTERN: what is on the line after these keys and tab.
expect() {
  zpty -w -n shell $'\C-u'"$1"$'\t'
  zpty -r -m shell screen "*$2*" || { print -u2 "'$1' was not completed to '$2'"; exit 1 }
}
expect 'overtake seq' 'overtake seq*uentialize'
expect 'overtake check --htm' 'check --htm*l'
expect 'overtake check --model ps' 'model ps*o'
expect 'overtake fences --crit' '--crit*erion'
