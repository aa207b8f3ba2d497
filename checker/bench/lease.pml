/*
 * LEASE(K,R) for Spin: the twin of specs/lease.murphi, with its guard
 * reject-lower and its fault crash. One process whose options are the rules, so
 * that a state here is a state there:
 *
 *   spin -a -DK=3 -DR=4 lease.pml && gcc -O3 -DSAFETY -DNOREDUCE -o pan pan.c
 *
 * Numbers of states are the same as lockcheck's with --symmetry off --ranks
 * off. Spin's number of transitions (stored + matched) is one more: it counts
 * the initial state as one.
 */

#ifndef K
#define K 3  /* clients, 1 to 5 */
#endif
#ifndef R
#define R 4  /* acquisitions of each; K*R below 256 */
#endif

#define idle  0
#define held  1
#define sent  2
#define acked 3

byte owner;      /* service: the client that it takes for the holder; 0: free */
byte minted;     /* service: the last token */
byte mark;       /* storage: the highest token that it has accepted */
bit stale;       /* a write was applied after one with a higher token */
byte phase[K];
byte token[K];
byte rounds[K];

#define RULES(c) \
	:: d_step { phase[c] == idle && owner == 0 && rounds[c] < R -> \
		owner = c + 1; minted++; phase[c] = held; token[c] = minted; rounds[c]++ } \
	:: d_step { phase[c] == held -> phase[c] = sent } \
	:: d_step { phase[c] == sent -> \
		if \
		:: token[c] >= mark -> stale = (token[c] < mark); mark = token[c] \
		:: else \
		fi; \
		assert(!stale); phase[c] = acked } \
	:: d_step { phase[c] == acked -> \
		if \
		:: owner == c + 1 -> owner = 0 \
		:: else \
		fi; \
		phase[c] = idle; token[c] = 0 } \
	:: d_step { phase[c] == held || phase[c] == sent -> phase[c] = idle; token[c] = 0 }

active proctype lease() {
end:	do
	:: d_step { owner != 0 -> owner = 0 }
	RULES(0)
#if K > 1
	RULES(1)
#endif
#if K > 2
	RULES(2)
#endif
#if K > 3
	RULES(3)
#endif
#if K > 4
	RULES(4)
#endif
	od
}
