#!/bin/sh
#SBATCH --array=1-8
#SBATCH --cpus-per-task=1
# Solves big.txt.zst in eight shares: sbatch slurm.sh
# To go on when some failed, submit it again: shares that are complete end at once. Or
# submit these alone: sbatch --array=3,5 slurm.sh. For that auto/8 says how many there are.
# Then: sudokubatch merge parts -o solved.txt.zst
# Exit code 3 is no failure: the share is complete, and some records are not as asked.
sudokubatch solve -q -j "${SLURM_CPUS_PER_TASK:-1}" --shard auto/8 big.txt.zst -o parts/ || [ $? = 3 ]
