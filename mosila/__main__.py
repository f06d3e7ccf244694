"""`python -m mosila`: the command line."""

import sys

from mosila.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
