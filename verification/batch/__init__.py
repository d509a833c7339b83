"""Many claims asked of many papers: by several workers, resumable, each pair once. ADR 36.

>>> from vera.verification.batch import Job, run
>>> print(run(Job(()), "bees", "out", engine="oxen").failure())
run a batch: engine must be one of pool, ray (got 'oxen')
"""

from vera.verification.batch.job import Job
from vera.verification.batch.run import ENGINES, Opening, Summary, Watching, run

__all__ = ["ENGINES", "Job", "Opening", "Summary", "Watching", "run"]
