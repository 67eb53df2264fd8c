"""Fields through the customer's mappings: paths, reading them, and filling them in."""

import copy
import re
from typing import Any, Dict, Iterable, List, Optional, Tuple

from .errors import GiveUp, SdkError

Target = Dict[str, str]

_NAME = r"'((?:[^'\\]|\\.)+)'"
_BY_NAME = r"\[\?\(@\.name==" + _NAME + r"\)\]"
_FIELDS = r"\.fields" + _BY_NAME + r"(?:\.fields" + _BY_NAME + r")?"
_POLICY = re.compile(
    r"\$" + _BY_NAME + r"\.policyConfiguration(?:\.exposures" + _BY_NAME + r"(?:\.perils" + _BY_NAME + r")?)?" + _FIELDS
)
_POLICYHOLDER = re.compile("policyholder" + _FIELDS)
_ENTERPRISE = re.compile(r"\$\.(products|exposures|accounts)\[" + _NAME + r"\]\.data\[" + _NAME + r"\]")


def parse_mapping_path(path: str) -> Target:
    """Reads a mapping path as it stands in the state record: `{"level": "exposure", "exposure": "vehicle", ...}`."""
    match = _POLICY.fullmatch(path)
    if match:
        product, exposure, peril, first, second = (_unquote(text) for text in match.groups())
        target = {"variant": "connected", "level": "policy", "product": product}
        if exposure is not None:
            target.update(level="exposure", exposure=exposure)
        if peril is not None:
            target.update(level="peril", peril=peril)
        return {**target, **_field(first, second)}
    match = _POLICYHOLDER.fullmatch(path)
    if match:
        first, second = (_unquote(text) for text in match.groups())
        return {"variant": "connected", "level": "policyholder", **_field(first, second)}
    match = _ENTERPRISE.fullmatch(path)
    if match:
        level = match.group(1)[:-1]
        return {
            "variant": "enterprise",
            "level": level,
            "name": _unquote(match.group(2)) or "",
            "field": _unquote(match.group(3)) or "",
        }
    raise SdkError("mapping_path_invalid", f'"{path}" is not a mapping path.')


def format_mapping_path(target: Target) -> str:
    """Writes a mapping path, for tests and forms."""
    if target["variant"] == "enterprise":
        return f"$.{target['level']}s['{_quote(target['name'])}'].data['{_quote(target['field'])}']"
    names = [target[key] for key in ("group", "field") if key in target]
    fields = "".join(f".fields{_by_name(name)}" for name in names)
    if target["level"] == "policyholder":
        return "policyholder" + fields
    exposure = f".exposures{_by_name(target['exposure'])}" if "exposure" in target else ""
    peril = f".perils{_by_name(target['peril'])}" if "peril" in target else ""
    return f"${_by_name(target['product'])}.policyConfiguration{exposure}{peril}{fields}"


def mapping_of(record: Dict[str, Any], product_name: str) -> Dict[str, str]:
    """The mapping fields of one product: field name to path. Empty when the customer mapped nothing for it."""
    fields: Dict[str, str] = {}
    for mapping in record["mappings"]:
        if mapping["productName"] == product_name:
            fields.update(mapping["fields"])
    return fields


def policyholder_mapping_of(record: Dict[str, Any]) -> Dict[str, str]:
    return mapping_of(record, "policyholders")


def read_policy_field(policy: Dict[str, Any], path: str) -> List[List[str]]:
    """The values a path points at in a policy: one list for each exposure, peril and group that has the field."""
    target = parse_mapping_path(path)
    if target.get("product") != policy["productName"]:
        return []
    if target["level"] == "policy":
        return _latest(policy, target)
    exposures = [one for one in policy["exposures"] if one["name"] == target["exposure"]]
    if target["level"] == "exposure":
        return [values for one in exposures for values in _latest(one, target)]
    perils = [peril for one in exposures for peril in one["perils"] if peril["name"] == target["peril"]]
    return [values for peril in perils for values in _latest(peril, target)]


def read_policyholder_field(policyholder: Dict[str, Any], path: str) -> List[List[str]]:
    target = parse_mapping_path(path)
    if target["level"] != "policyholder":
        return []
    entity = policyholder.get("entity") or {}
    holder = {"fieldValues": entity.get("values"), "fieldGroupsByLocator": entity.get("fieldGroupsByLocator")}
    return _values_in(holder, target.get("group"), target["field"])


def write_policyholder(entries: Iterable[Tuple[str, Any]]) -> Dict[str, Any]:
    """The body that creates or changes a policyholder: `write_policyholder([(mapping["lastName"], "Byron")])`."""
    body: Dict[str, Any] = {"values": {}}
    for path, value in entries:
        target = parse_mapping_path(path)
        if target["level"] != "policyholder":
            raise SdkError("mapping_path_invalid", f'"{path}" is not a field of a policyholder.')
        group = target.get("group")
        if group is None:
            body["values"][target["field"]] = _list(value)
            continue
        groups = body.setdefault("addFieldGroups", [])
        known = next((one for one in groups if one["fieldName"] == group), None)
        if known is None:
            known = {"fieldName": group, "fieldValues": {}}
            groups.append(known)
        known["fieldValues"][target["field"]] = _list(value)
    return body


def read_enterprise_field(resource: Dict[str, Any], path: str) -> List[Any]:
    """The values an enterprise path points at, in a policy, quote or account; exposures are found at every depth."""
    return [one["data"][field] for one, field, _ in _enterprise_places(resource, path) if field in (one.get("data") or {})]


class EnterpriseChange:
    """Collects what to change in a policy, quote or account of the enterprise variant."""

    def __init__(self, resource: Dict[str, Any]) -> None:
        self._resource = resource
        self._change: Dict[str, Any] = {}

    def set(self, path: str, value: Any) -> int:
        """Sets a field everywhere it is, and gives back at how many places that was."""
        places = _enterprise_places(self._resource, path)
        for _, field, above in places:
            node = self._change
            for element in above:
                elements = node.setdefault("elements", [])
                known = next((one for one in elements if one["locator"] == element["locator"]), None)
                if known is None:
                    known = {"locator": element["locator"], "type": element.get("type")}
                    elements.append(known)
                node = known
            node.setdefault("data", {})[field] = value
        return len(places)

    def body(self) -> Optional[Dict[str, Any]]:
        """`{"data": ..., "elements": [...]}` as the policy system takes it; None when nothing was set."""
        return self._change or None


def fill(request: Dict[str, Any], policy: Optional[Dict[str, Any]] = None) -> "Filling":
    """Starts an answer to an autofill request. Give the `policy` to reach exposures that exist already."""
    return Filling(request, policy)


class Filling:
    """Collects what an autofill handler fills in."""

    def __init__(self, request: Dict[str, Any], policy: Optional[Dict[str, Any]]) -> None:
        self._product = request["productName"]
        self._policy = policy
        self._draft = copy.deepcopy(request.get("updates") or {})
        self._fields: Dict[str, List[str]] = {}
        self._touched: List[str] = []

    def places(self, path: Optional[str], add_group: bool = False) -> List["Place"]:
        """Every place a path points at. With `add_group` a group that the change does not have is added when it is set."""
        if path is None:
            return []
        target = parse_mapping_path(path)
        if target.get("product") != self._product:
            return []
        return [Place(self, holder, target["field"]) for holder in self._holders(target, add_group)]

    def answer(self) -> Optional[Dict[str, Any]]:
        """What was filled in, in the shape the policy system merges; None when nothing was."""
        if not self._touched:
            return None
        # Of lists the whole is given back: their entries have no name by which a part of one could be merged.
        return {section: self._fields if section == "fieldValues" else self._draft[section] for section in self._touched}

    def _holders(self, target: Target, add_group: bool) -> List[Dict[str, Any]]:
        group = target.get("group")
        draft = self._draft
        if target["level"] == "policy":
            if group is None:
                return [_holder(draft, "fieldValues", [])]
            found = [
                _holder(node, section, [], group)
                for section in ("addFieldGroups", "updateFieldGroups")
                for node in draft.get(section) or []
                if node["fieldName"] == group
            ]
            return found or _new_group(draft, "addFieldGroups", "addFieldGroups", [], group, add_group)
        holders = []
        for exposure in draft.get("addExposures") or []:
            if exposure["exposureName"] == target["exposure"]:
                holders += self._in_exposure(exposure, exposure.get("perils") or [], "addExposures", target, add_group)
        for exposure in draft.get("updateExposures") or []:
            existing = _by_locator((self._policy or {}).get("exposures"), exposure["exposureLocator"])
            if existing is None or existing["name"] != target["exposure"]:
                continue
            names = {peril["locator"]: peril["name"] for peril in existing["perils"]}
            updated = [{"name": names.get(one["perilLocator"]), "node": one} for one in exposure.get("updatePerils") or []]
            perils = (exposure.get("addPerils") or []) + updated
            holders += self._in_exposure(exposure, perils, "updateExposures", target, add_group)
        return holders

    def _in_exposure(
        self, exposure: Dict[str, Any], perils: List[Any], section: str, target: Target, add_group: bool
    ) -> List[Dict[str, Any]]:
        nodes = [(exposure, [exposure])]
        if target["level"] == "peril":
            named = [one.get("node", one) for one in perils if one.get("name") == target["peril"]]
            nodes = [(peril, [exposure, peril]) for peril in named]
        return [holder for node, above in nodes for holder in _in_group(node, section, above, target, add_group)]


class Place:
    """One place in a pending change where a mapped field is, or could be, filled in."""

    def __init__(self, filling: Filling, holder: Dict[str, Any], field: str) -> None:
        self._filling = filling
        self._holder = holder
        self._field = field

    @property
    def values(self) -> List[str]:
        """What the change holds there now; empty when it is not filled."""
        found = (self._holder["node"].get("fieldValues") or {}).get(self._field)
        return [] if found is None else _list(found)

    def set(self, value: Any) -> None:
        holder, filling = self._holder, self._filling
        if "attach" in holder:
            groups = holder["owner"].setdefault(holder["attach"], [])
            if not any(one is holder["node"] for one in groups):
                groups.append(holder["node"])
        node = holder["node"]
        node["fieldValues"] = {**(node.get("fieldValues") or {}), self._field: _list(value)}
        if holder["section"] not in filling._touched:
            filling._touched.append(holder["section"])
        if holder["section"] == "fieldValues":
            filling._fields[self._field] = _list(value)

    def at(self, path: Optional[str]) -> Optional["Place"]:
        """The same place for another mapped field: of the same exposure, peril or group, or of the policy above."""
        others = self._filling.places(path)
        return next((other for other in others if _together(self._holder, other._holder)), None)


def perils_to_price(request: Dict[str, Any]) -> List["PricedPeril"]:
    """Resolves the locators of a rater request to the things they mean."""
    return [PricedPeril(request["policy"], wanted) for wanted in request["policyExposurePerils"]]


class PricedPeril:
    """One peril to price, with the very characteristics it stands on. `locator` names its price in the answer."""

    def __init__(self, policy: Dict[str, Any], wanted: Dict[str, str]) -> None:
        self.locator = wanted["perilCharacteristicsLocator"]
        self._product = policy["productName"]
        self.policy_characteristics = _by_locator(policy["characteristics"], wanted["policyCharacteristicsLocator"])
        self.exposure, self.exposure_characteristics = _standing(
            policy["exposures"], wanted["exposureCharacteristicsLocator"]
        )
        self.peril, self.peril_characteristics = _standing((self.exposure or {}).get("perils"), self.locator)
        if not self.policy_characteristics or not self.exposure or not self.peril:
            raise GiveUp(f"The peril {self.locator} to be priced is not part of the policy.")

    def read(self, path: Optional[str]) -> Optional[str]:
        """First value of a mapped field, at policy level or at this exposure or peril; None where it has none."""
        if path is None:
            return None
        target = parse_mapping_path(path)
        if target.get("product") != self._product:
            return None
        holder: Any = self.policy_characteristics
        if target["level"] != "policy":
            if target["exposure"] != self.exposure["name"]:
                return None
            holder = self.exposure_characteristics
        if target["level"] == "peril":
            if target["peril"] != self.peril["name"]:
                return None
            holder = self.peril_characteristics
        found = _values_in(holder, target.get("group"), target["field"])
        return found[0][0] if found and found[0] else None


def _standing(things: Optional[List[Any]], locator: str) -> Tuple[Any, Any]:
    for thing in things or []:
        found = _by_locator(thing["characteristics"], locator)
        if found:
            return thing, found
    return None, None


def _by_locator(things: Optional[List[Any]], locator: str) -> Any:
    return next((one for one in things or [] if one["locator"] == locator), None)


def _holder(node: Dict[str, Any], section: str, above: List[Any], group: Optional[str] = None) -> Dict[str, Any]:
    return {"node": node, "section": section, "above": above, "group": group}


def _in_group(
    node: Dict[str, Any], section: str, above: List[Any], target: Target, add_group: bool
) -> List[Dict[str, Any]]:
    group = target.get("group")
    if group is None:
        return [_holder(node, section, above)]
    found = [
        _holder(one, section, above, group)
        for key in ("fieldGroups", "addFieldGroups", "updateFieldGroups")
        for one in node.get(key) or []
        if one["fieldName"] == group
    ]
    key = "addFieldGroups" if "exposureLocator" in node or "perilLocator" in node else "fieldGroups"
    return found or _new_group(node, key, section, above, group, add_group)


def _new_group(
    owner: Dict[str, Any], key: str, section: str, above: List[Any], group: str, add_group: bool
) -> List[Dict[str, Any]]:
    if not add_group:
        return []
    node = {"fieldName": group, "fieldValues": {}}
    return [{**_holder(node, section, above, group), "owner": owner, "attach": key}]


def _together(one: Dict[str, Any], other: Dict[str, Any]) -> bool:
    if one["group"] is not None and one["group"] == other["group"] and one["node"] is not other["node"]:
        return False
    return all(first is second for first, second in zip(one["above"], other["above"]))


def _enterprise_places(resource: Dict[str, Any], path: str) -> List[Tuple[Dict[str, Any], str, List[Any]]]:
    target = parse_mapping_path(path)
    if target["variant"] != "enterprise":
        return []
    field = target["field"]
    if target["level"] == "product":
        return [(resource, field, [])] if resource.get("productName") == target["name"] else []
    if target["level"] == "account":
        return [(resource, field, [])] if resource.get("type") == target["name"] else []
    found: List[Tuple[Dict[str, Any], str, List[Any]]] = []

    def walk(elements: Optional[List[Any]], above: List[Any]) -> None:
        for element in elements or []:
            if element.get("type") == target["name"]:
                found.append((element, field, above + [element]))
            walk(element.get("elements"), above + [element])

    walk(resource.get("elements"), [])
    return found


def _latest(thing: Dict[str, Any], target: Target) -> List[List[str]]:
    characteristics = thing["characteristics"]
    return _values_in(characteristics[-1], target.get("group"), target["field"]) if characteristics else []


def _values_in(holder: Dict[str, Any], group: Optional[str], field: str) -> List[List[str]]:
    values = holder.get("fieldValues") or {}
    if group is None:
        return [_list(values[field])] if field in values else []
    locators = _list(values[group]) if group in values else []
    found = []
    for locator, one in (holder.get("fieldGroupsByLocator") or {}).items():
        # A group has its name beside its values, or is bare and named by the field that holds its locator.
        named = isinstance(one.get("fieldName"), str) and "fieldValues" in one
        inner = one["fieldValues"] if named else one
        if (one["fieldName"] == group if named else locator in locators) and field in inner:
            found.append(_list(inner[field]))
    return found


def _list(value: Any) -> List[str]:
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _field(first: Optional[str], second: Optional[str]) -> Dict[str, str]:
    return {"field": first or ""} if second is None else {"group": first or "", "field": second}


def _unquote(text: Optional[str]) -> Optional[str]:
    return None if text is None else re.sub(r"\\(.)", r"\1", text)


def _quote(text: str) -> str:
    return re.sub(r"[\\']", r"\\\g<0>", text)


def _by_name(name: str) -> str:
    return f"[?(@.name=='{_quote(name)}')]"
