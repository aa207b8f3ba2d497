/*
 * LEASE(K,R) as a user of Spin would write it: a process for each client, whose
 * phase is where its control is, and whose token and rounds are local. Spin's
 * partial-order reduction then has steps to leave out; with -DNOREDUCE the
 * numbers are those of lease.pml.
 */

#ifndef K
#define K 3  /* clients */
#endif
#ifndef R
#define R 4  /* acquisitions of each; K*R below 256 */
#endif

byte owner;   /* service: the client that it takes for the holder; 0: free */
byte minted;  /* service: the last token */
byte mark;    /* storage: the highest token that it has accepted */
bit stale;    /* a write was applied after one with a higher token */

active [K] proctype client() {
	byte token, rounds;

endidle:
	do
	:: d_step { owner == 0 && rounds < R ->
		owner = _pid + 1; minted++; token = minted; rounds++ };
		if                                  /* held */
		:: true ->
			if                          /* sent */
			:: d_step { true ->
				if
				:: token >= mark -> stale = (token < mark); mark = token
				:: else
				fi;
				assert(!stale) };
				d_step { true ->    /* acked */
					if
					:: owner == _pid + 1 -> owner = 0
					:: else
					fi;
					token = 0 }
			:: token = 0                /* crash */
			fi
		:: token = 0                        /* crash */
		fi
	od
}

active proctype expire() {
end:	do
	:: d_step { owner != 0 -> owner = 0 }
	od
}
