# flitcast for Spack (1.0 or newer), built from the clone that this recipe lies in:
#
#     spack repo add tb/install/recipes/spack_repo/flitcast
#     spack install flitcast
from pathlib import Path

from spack.package import depends_on, variant, version
from spack_repo.builtin.build_systems.cmake import CMakePackage


class Flitcast(CMakePackage):
    """Interconnection networks, flit by flit: routers, links and interfaces, the schedules of collective
    communication on them, and random traffic, each run checked against theory."""

    git = Path(__file__).resolve().parents[7].as_uri()

    version("0.1.0", branch="main")

    variant("report", default=False, description="Pages that show results, for which npm fetches a library")
    variant("rtl", default=False, description="Routers in SystemVerilog in a run")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("npm", type="build", when="+report")
    depends_on("boost+program_options")
    depends_on("fmt")
    depends_on("nlohmann-json")
    depends_on("pugixml")
    depends_on("sqlite")
    depends_on("xxhash")
    depends_on("verilator", type="run", when="+rtl")

    def cmake_args(self):
        return [
            self.define("BUILD_TESTING", False),
            self.define("CMAKE_UNITY_BUILD", True),
            self.define("CMAKE_UNITY_BUILD_BATCH_SIZE", 0),
            self.define_from_variant("FLITCAST_REPORT", "report"),
            self.define_from_variant("FLITCAST_RTL", "rtl"),
        ]
