"""Units of measure: how they are written, what they measure, and one told in another.

The spellings are ours; what a unit is in another is pint's to know. Its import and registry take
0.8 s, so it is loaded when the first two different units of one dimension meet: few papers ever
tell 60 minutes where the claim says an hour.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from pint import UnitRegistry

_SPELLINGS = {
    "time": (
        "second: s sec secs second seconds; millisecond: ms msec millisecond milliseconds;"
        "microsecond: µs us microsecond microseconds; nanosecond: ns nanosecond nanoseconds;"
        "minute: min mins minute minutes; hour: h hr hrs hour hours; day: d day days;"
        "week: wk wks week weeks; month: mo month months; year: y yr yrs year years;"
        "decade: decade decades; century: century centuries"
    ),
    "mass": (
        "gram: g gram grams; milligram: mg milligram milligrams; nanogram: ng nanogram nanograms;"
        "microgram: µg ug mcg microgram micrograms; picogram: pg picogram picograms;"
        "kilogram: kg kgs kilogram kilograms; metric_ton: tonne tonnes; pound: lb lbs"
    ),
    "length": (
        "meter: m meter meters metre metres; kilometer: km kilometer kilometers kilometre"
        " kilometres; centimeter: cm centimeter centimeters centimetre centimetres;"
        "millimeter: mm millimeter millimeters millimetre millimetres; mile: mile miles;"
        "micrometer: µm um micrometer micrometers micron microns; foot: ft foot feet;"
        "nanometer: nm nanometer nanometers nanometre nanometres; inch: inch inches;"
        "angstrom: Å angstrom angstroms; parsec: pc parsec parsecs; kiloparsec: kpc;"
        "megaparsec: Mpc"
    ),
    "area": "meter**2: m2 m² m^2; centimeter**2: cm2 cm² cm^2; kilometer**2: km2 km² km^2;"
    "hectare: ha hectare hectares",
    "volume": (
        "liter: l L liter liters litre litres; milliliter: ml mL milliliter milliliters;"
        "deciliter: dl dL; microliter: µl µL ul uL microliter microliters; meter**3: m3 m³ m^3;"
        "centimeter**3: cm3 cm³ cm^3 cc; millimeter**3: mm3 mm³ mm^3"
    ),
    "amount": (
        "mole: mol mole moles; millimole: mmol millimole millimoles; nanomole: nmol nanomole;"
        "micromole: µmol umol micromol micromole micromoles; picomole: pmol"
    ),
    "concentration": "molar: M molar; millimolar: mM; micromolar: µM uM; nanomolar: nM",
    "temperature": (
        "degree_Celsius: °C ℃ celsius; degree_Fahrenheit: °F ℉ fahrenheit; kelvin: K kelvin kelvins"
    ),
    "data": (
        "byte: byte bytes; kilobyte: kB KB kilobyte kilobytes; megabyte: MB megabyte megabytes;"
        "gigabyte: GB gigabyte gigabytes; terabyte: TB terabyte terabytes; mebibyte: MiB;"
        "gibibyte: GiB; kibibyte: KiB; tebibyte: TiB"
    ),
    "frequency": "hertz: Hz hertz; kilohertz: kHz; megahertz: MHz; gigahertz: GHz",
    "energy": (
        "joule: J joule joules; kilojoule: kJ; calorie: cal; kilocalorie: kcal; electron_volt: eV;"
        "kiloelectron_volt: keV; megaelectron_volt: MeV; gigaelectron_volt: GeV"
    ),
    "power": "watt: W watt watts; milliwatt: mW; kilowatt: kW; megawatt: MW megawatt megawatts",
    "voltage": "volt: V volt volts; millivolt: mV; kilovolt: kV",
    "current": "ampere: ampere amperes; milliampere: mA; microampere: µA",
    "pressure": "pascal: Pa; kilopascal: kPa; megapascal: MPa; millimeter_Hg: mmHg; bar: bar;",
    "angle": "degree: ° degree degrees; radian: rad radians",
    "dose": "gray: Gy; milligray: mGy; sievert: Sv; millisievert: mSv",
    "bases": "kilobase: kb kbp; base: bp; megabase: Mb Mbp",
}
"""By dimension, pint's name of a unit and how papers write it."""


def _table() -> dict[str, tuple[str, str]]:
    found = {}
    for dimension, units in _SPELLINGS.items():
        for unit in filter(None, units.split(";")):
            name, written = unit.split(":")
            spelled = written.split()
            spelled += [f"{it[:-2]}^{{{it[-1]}}}" for it in spelled if it[-2:-1] == "^"]  # LaTeX
            found.update(dict.fromkeys(spelled, (name.strip(), dimension)))
    return found


_UNITS = _table()
_ONE = "|".join(sorted(map(re.escape, _UNITS), key=len, reverse=True))
_UNIT = re.compile(
    rf"[\s-]?(?P<unit>{_ONE})(?![^\W_])(?:\s?(?:/|per)\s?(?P<per>{_ONE})(?![^\W_]))?"
)
_LONGEST = 40  # characters that are looked at for a unit: by hand
_MICRO = str.maketrans("μ", "µ")


@frozen
class Unit:
    """A unit by pint's name, what it measures, and where it is written: [start, end)."""

    name: str
    dimension: str
    start: int
    end: int


def unit_at(text: str, at: int) -> Unit | None:
    """The unit that stands at an offset, which may be a space or hyphen before it.

    >>> unit_at("40 mg/day", 2)
    Unit(name='milligram/day', dimension='mass/time', start=3, end=9)
    """
    piece = text[at : at + _LONGEST].translate(_MICRO)
    found = _UNIT.match(piece)
    if not found:
        return None
    name, dimension = _UNITS[found["unit"]]
    if found["per"]:
        below, measured = _UNITS[found["per"]]
        name, dimension = f"{name}/{below}", f"{dimension}/{measured}"
    return Unit(name, dimension, at + found.start("unit"), at + found.end())


@cache
def _registry() -> UnitRegistry[float]:
    from pint import UnitRegistry

    return UnitRegistry()


@lru_cache(maxsize=4096)  # holds no text; pint takes 30 µs, for each number of a paper again
def converted(value: float, unit: str, to: str) -> float | None:
    """The value in another unit of the same dimension, None where that means nothing.

    >>> round(converted(0.005, "gram", "milligram"), 6)
    5.0
    """
    if unit == to:
        return value
    import pint

    try:
        return float(_registry().Quantity(value, unit).m_as(to))
    except (pint.PintError, ArithmeticError, ValueError):
        return None
