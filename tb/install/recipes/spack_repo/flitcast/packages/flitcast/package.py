# flitcast for Spack (1.0 or newer), built from the clone that this recipe lies in:
#
#     spack repo add tb/install/recipes/spack_repo/flitcast
#     spack install flitcast
from pathlib import Path

from spack.package import depends_on, extends, variant, version
from spack_repo.builtin.build_systems.cmake import CMakePackage


class Flitcast(CMakePackage):
    """Interconnection networks, flit by flit: routers, links and interfaces, the schedules of
    collective communication on them, and random traffic, each run checked against theory."""

    git = Path(__file__).resolve().parents[7].as_uri()

    version("0.1.0", branch="main")

    variant("python", default=False, description="The package for Python")
    variant(
        "report",
        default=False,
        description="Pages that show results, for which npm fetches a library",
    )
    variant("rtl", default=False, description="Routers in SystemVerilog in a run")
    variant("systemc", default=False, description="The library's modules for SystemC and TLM-2.0")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("npm", type="build", when="+report")
    depends_on("boost+program_options")
    depends_on("fmt")
    depends_on("nlohmann-json")
    depends_on("bzip2")
    depends_on("cadical")
    depends_on("protozero")
    depends_on("pugixml")
    depends_on("sqlite")
    depends_on("xxhash")
    depends_on("systemc", when="+systemc")
    depends_on("verilator", type="run", when="+rtl")
    extends("python", when="+python")
    depends_on("py-pybind11", type="build", when="+python")
    depends_on("py-pandas", type="run", when="+python")

    def cmake_args(self):
        options = [
            self.define("BUILD_TESTING", False),
            self.define("CMAKE_UNITY_BUILD", True),
            self.define("CMAKE_UNITY_BUILD_BATCH_SIZE", 0),
            self.define_from_variant("FLITCAST_PYTHON", "python"),
            self.define_from_variant("FLITCAST_REPORT", "report"),
            self.define_from_variant("FLITCAST_RTL", "rtl"),
        ]
        if self.spec.satisfies("+python"):
            python = self.spec["python"]
            options += [
                self.define("Python_EXECUTABLE", python.command.path),
                self.define(
                    "FLITCAST_PYTHON_DIR", f"lib/python{python.version.up_to(2)}/site-packages"
                ),
            ]
        return options
