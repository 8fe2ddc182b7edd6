#!/bin/sh
# Solves big.txt.zst in eight shares with GNU parallel, as many at a time as there are
# cores; options are parallel's, such as -S node1,node2 --wd . for several machines.
# To go on when some failed, run it again: what jobs.log says is done is left out.
# Exit code 3 is no failure: the share is complete, and some records are not as asked.
seq 8 | parallel --joblog jobs.log --resume-failed "$@" \
	'sudokubatch solve -q -j 1 --shard {}/8 big.txt.zst -o parts/ || [ $? = 3 ]' || exit 1
sudokubatch merge parts -o solved.txt.zst || [ $? = 3 ]
