"""Japanese rules for lasting health conditions: 糖尿病, 喘息, 片耳が聞こえない; not 風邪 or 熱."""

from . import ends, told

RULES = ends.RULES + told.RULES
