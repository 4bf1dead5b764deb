# Makes inline assembly visible to the runtime of `overtake observe`: reads what a compiler wrote for the
# assembler, and puts calls around the instructions between #APP and #NO_APP that matter to other threads.
#
#   mfence, sfence, pause                     a call in front of it
#   lock ..., xchg with memory, cmpxchg       one call in front of it, with the address, and one after it, which
#                                             also sees whether a compare-and-exchange succeeded
#   other instructions with a memory operand  mov and what is like it, arithmetic: one call in front of it
#
# The calls leave every register and flag as it was, and step over the red zone below the stack pointer. What has
# a memory operand and is not known is said on standard error, with file and line; it is assembled as it is.

function trim(s) { gsub(/^[ \t]+|[ \t]+$/, "", s); return s }

function say_unknown(text) {
  printf "overtake-cc: %s: inline assembly that cannot be observed: %s\n", place, text > "/dev/stderr"
}

# Operands, separated by commas outside of parentheses, into operand[1..].
function split_operands(text,   i, c, depth, current) {
  operands = 0; depth = 0; current = ""
  for (i = 1; i <= length(text); i++) {
    c = substr(text, i, 1)
    if (c == "(") depth++
    if (c == ")") depth--
    if (c == "," && depth == 0) { operand[++operands] = trim(current); current = "" }
    else current = current c
  }
  if (trim(current) != "") operand[++operands] = trim(current)
}

function is_memory(o) { return o ~ /\(/ || o ~ /^-?[0-9A-Za-z_.$@+]+$/ && o !~ /^[$%]/ }
function is_segment(o) { return o ~ /^%[fg]s:/ }

function register_size(o) {
  if (o ~ /^%r([a-ds][xpi]|[sb]p|[0-9]+)$/) return 8
  if (o ~ /^%(e|r[0-9]+d$)/) return 4
  if (o ~ /^%([a-d]x|[sd]i|[sb]p|r[0-9]+w)$/) return 2
  if (o ~ /^%([a-d][lh]|[sd]il|[sb]pl|r[0-9]+b)$/) return 1
  if (o ~ /^%xmm/) return 16
  return 0
}

function suffix_size(m) {
  if (m ~ /16b$/) return 16
  if (m ~ /8b$/) return 8
  if (m ~ /b$/) return 1
  if (m ~ /w$/) return 2
  if (m ~ /l$/) return 4
  if (m ~ /q$/) return 8
  return 0
}

# A call with the red zone left alone; with an operand its address is in %rdi.
function call(name, memory,   at) {
  print "\tleaq\t-128(%rsp), %rsp"
  if (memory != "") {
    print "\tpushq\t%rdi"
    if (match(memory, /\(%rsp/)) {            # the stack pointer is 136 lower now
      at = substr(memory, 1, RSTART - 1)
      memory = "136+" (at == "" ? "0" : at) substr(memory, RSTART)
    }
    print "\tleaq\t" memory ", %rdi"
  }
  print "\tcall\t*" name "@GOTPCREL(%rip)"   # a PLT would use a register
  if (memory != "") print "\tpopq\t%rdi"
  print "\tleaq\t128(%rsp), %rsp"
}

function size_of(m,   i, n) {
  n = suffix_size(m)
  for (i = 1; i <= operands && n == 0; i++) n = register_size(operand[i])
  return n
}

function memory_operand(   i) {
  for (i = 1; i <= operands; i++) if (is_memory(operand[i])) return i
  return 0
}

# One instruction, `locked` if the word lock stands in front of it.
function instruction(text, locked,   m, rest, at, size, atomic) {
  m = text; sub(/[ \t].*$/, "", m); rest = trim(substr(text, length(m) + 1))
  split_operands(rest)
  at = memory_operand()
  if (m == "mfence") { call("__overtake_asm_fence"); print "\t" text; return }
  if (m == "sfence") { call("__overtake_asm_store_fence"); print "\t" text; return }
  if (m == "pause" || m == "nop" && previous == "rep") { call("__overtake_asm_pause"); print "\t" text; return }
  if (at == 0 || m ~ /^(lea|j|call|nop|prefetch|clflush|clwb)/) { print (locked ? "\tlock\n" : "") "\t" text; return }
  atomic = locked || m ~ /^xchg/
  size = size_of(m)
  if (is_segment(operand[at])) {              # memory of the thread's own
    if (atomic) call("__overtake_asm_fence")
    print (locked ? "\tlock\n" : "") "\t" text
    return
  }
  if (size == 0) { say_unknown(text); print (locked ? "\tlock\n" : "") "\t" text; return }
  if (atomic) {
    call("__overtake_asm_before" size, operand[at])
    print (locked ? "\tlock\n" : "") "\t" text
    call(m ~ /^cmpxchg/ ? "__overtake_asm_after_compare" : "__overtake_asm_after")
    return
  }
  if (m ~ /^(mov|vmov)/) call((at == operands ? "__overtake_asm_write" : "__overtake_asm_read") size, operand[at])
  else if (m ~ /^(cmp|test|bt[bwlq]?$|cmov|imul|mul|div|idiv|push)/) call("__overtake_asm_read" size, operand[at])
  else if (m ~ /^(add|sub|and|or|xor|inc|dec|neg|not|adc|sbb|sh[lr]|sa[lr]|ro[lr]|bt[src]|xadd|cmpxchg)/) {
    call("__overtake_asm_read" size, operand[at])
    if (at == operands) call("__overtake_asm_write" size, operand[at])
  }
  else if (m ~ /^(set)/) call("__overtake_asm_write1", operand[at])
  else say_unknown(text)
  print "\t" text
}

# A line of an asm statement: instructions separated by semicolons, labels, comments, directives.
function line(text,   n, parts, i, part, locked) {
  sub(/#.*$/, "", text)
  n = split(text, parts, /;/)
  for (i = 1; i <= n; i++) {
    part = trim(parts[i])
    while (match(part, /^[A-Za-z_.$0-9]+:/)) {
      print substr(part, 1, RLENGTH)
      part = trim(substr(part, RLENGTH + 1))
    }
    if (part == "") continue
    if (part ~ /^\./) { print "\t" part; if (part ~ /^\.(section|pushsection)/) other++; if (part ~ /^\.(popsection|previous)/ && other > 0) other--; continue }
    if (other > 0) { print "\t" part; continue }
    if (part == "lock") { pending_lock = 1; continue }
    locked = pending_lock; pending_lock = 0
    if (part ~ /^lock[ \t]/) { locked = 1; part = trim(substr(part, 5)) }
    instruction(part, locked)
    previous = part
  }
}

BEGIN { inside = 0; place = "?"; pending_lock = 0; other = 0 }
/^[ \t]*#APP/ { inside = 1; print; next }
/^[ \t]*#NO_APP/ { if (pending_lock) print "\tlock"; pending_lock = 0; other = 0; inside = 0; print; next }
inside && /^# [0-9]+ "/ { if ($2 != "0") { place = $3 ":" $2; gsub(/"/, "", place) } print; next }
/^[ \t]*\.file[ \t]+[0-9]+/ { file[$2] = $NF; for (i = 3; i <= NF; i++) if ($i ~ /^"/) file[$2] = $i; gsub(/"/, "", file[$2]) }
/^[ \t]*\.loc[ \t]/ { place = file[$2] ":" $3 }
/@llvm_linker_options/ { next }              # clang's, which as does not know
inside { line($0); next }
{ print }
