"""Print the kernel's figures as JSON, next to OpenSpiel's random loop: `python bench/kernel.py`."""

import argparse

from bowerbird.cli.bench import bench

if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    bench(json=True)
