# What the scripts of this folder share. They measure processor seconds (user
# and system) of whole processes, in one sitting and in turns, and show medians.
# A command that fails, and a count that is not the expected one, ends them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
work=$(mktemp -d "${TMPDIR:-/tmp}/lockcheck-bench-XXXXXX")
trap 'rm -rf "$work"' EXIT

die() {
	echo "${0##*/}: $*" >&2
	exit 1
}

need() {
	local tool
	for tool in "$@"; do
		command -v "$tool" >/dev/null || die "$tool is not installed"
	done
}

# positive N refuses what is no number above zero.
positive() { [[ ${1:-} =~ ^[1-9][0-9]*$ ]] || die "want a number above zero, not '${1:-}'"; }

build_lockcheck() {
	(cd "$root" && go build -buildvcs=false -o "$work/lockcheck" ./cmd/lockcheck)
	lockcheck=$work/lockcheck
}

# timed NAME COMMAND...: output to NAME.out, seconds added to NAME.cpu and
# NAME.wall.
timed() {
	local name=$1 times TIMEFORMAT='%U %S %R'
	shift
	times=$({ time "$@" >"$work/$name.out" 2>"$work/$name.err"; } 2>&1) ||
		die "$name: $* failed: $(tail -n 3 "$work/$name.err" "$work/$name.out")"
	awk '{print $1 + $2}' <<<"$times" >>"$work/$name.cpu"
	awk '{print $3}' <<<"$times" >>"$work/$name.wall"
}

# median FILE: of numbers, one a line.
median() { sort -g "$1" | awk '{v[NR] = $1} END {print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2}'; }

# over A B: the ratio of two numbers.
over() { awk -v a="$1" -v b="$2" 'BEGIN {if (b > 0) printf "%.2f", a / b; else print "-"}'; }

# thousands N: 1234567 as 1,234,567.
thousands() { sed -e :a -e 's/\([0-9]\)\([0-9]\{3\}\)\($\|,\)/\1,\2\3/' -e ta <<<"$1"; }

# counts_of KIND FILE: "states transitions" in what a checker printed. Spin
# counts the initial state as a transition.
counts_of() {
	case $1 in
	lockcheck) awk -F'[:,]' '/^  "states":/ {s = $2 + 0} /^  "transitions":/ {t = $2 + 0} /^  "verdict":/ {v = $2} END {if (v ~ /"safe"/) print s, t}' OFMT=%.0f "$2" ;;
	rumur) awk '/No error found/ {ok = 1} /states, .* rules fired in/ {s = $1; t = $3} END {if (ok) print s, t}' "$2" ;;
	spin) awk '/errors: 0$/ {ok = 1} /states, stored/ {s = $1} /transitions \(= stored/ {t = $1 - 1} /too small/ {ok = 0} END {if (ok) print s, t}' OFMT=%.0f "$2" ;;
	esac
}

# agree NAME KIND STATES TRANSITIONS: dies unless NAME.out says so.
agree() {
	local got
	got=$(counts_of "$2" "$work/$1.out")
	[ "$got" = "$3 $4" ] || die "$1: states and transitions are '$got', want '$3 $4'"
}
