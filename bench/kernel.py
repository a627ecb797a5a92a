"""Print the kernel's figures as JSON, next to OpenSpiel's random loop: `python bench/kernel.py`."""

from bowerbird.cli.bench import bench

if __name__ == "__main__":
    bench(json=True)
