package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.demo.admission.JsonTreeOperations;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.PodResourceFormula;

/** Rules for resource amounts: the valid names, and the resources that may be overcommitted. */
final class SimulatedResourceAmountValidationRules {

    private static final String REQUESTED_PAGES = "requests.hugepages-";
    private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED = Set.of("pods", "resourcequotas", "services", "replicationcontrollers",
            "secrets", "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");
    private static final Set<String> QUOTA = quotaNames();

    private SimulatedResourceAmountValidationRules() {}

    private static Set<String> quotaNames() {
        var names = new TreeSet<>(COUNTED);
        for (var name : CONTAINER) {
            names.addAll(List.of(name, "requests." + name, "limits." + name));
        }
        names.add("requests.storage");
        names.add("storage");
        return names;
    }

    private static boolean isStandard(String name) {
        return QUOTA.contains(name) || ResourceNames.isHugePages(name) || name.startsWith(REQUESTED_PAGES);
    }

    static void checkAmount(String name, JsonNode value, String path, SimulatedValidationErrorCollector findings) {
        var amount = FormatPreservingQuantity.of(value);
        if (amount.isNegative()) {
            findings.addInvalid(path, value, SimulatedValidationErrorCollector.NOT_NEGATIVE);
        }
        if ((COUNTED.contains(name) || ResourceNames.isExtended(name)) && !amount.isWhole()) {
            findings.addInvalid(path, value, "must be an integer");
        }
    }

    /** Checks a resource name and returns whether it is valid in general. */
    private static boolean checkName(String name, String path, SimulatedValidationErrorCollector findings) {
        var wrong = NameFormatRules.checkQualifiedName(name);
        wrong.forEach(reason -> findings.addInvalid(path, name, reason));
        if (wrong.isEmpty() && !name.contains("/") && !isStandard(name)) {
            findings.addInvalid(path, name, "must be a standard resource type or fully qualified");
            return false;
        }
        return wrong.isEmpty();
    }

    private static void checkContainerName(String name, String path, SimulatedValidationErrorCollector findings) {
        checkName(name, path, findings);
        if (!name.contains("/") && !CONTAINER.contains(name) && !ResourceNames.isHugePages(name)) {
            findings.addInvalid(path, name, "must be a standard resource for containers");
        } else if (name.contains("/") && !ResourceNames.isNative(name) && !ResourceNames.isExtended(name)) {
            findings.addInvalid(path, name, "doesn't follow extended resource name standard");
        }
    }

    /** Checks a key of a quota's {@code hard}. */
    static void checkQuotaName(String name, String path, SimulatedValidationErrorCollector findings) {
        checkName(name, path, findings);
        boolean known = QUOTA.contains(name) || name.startsWith(REQUESTED_PAGES)
                || ResourceNames.isHugePages(name);
        if (!name.contains("/") && !known) {
            findings.addInvalid(path, name, "must be a standard resource for quota");
        }
    }

    /** Checks a resource name in a LimitRange item of a type. */
    static void checkLimitRangeName(String type, String name, String path, SimulatedValidationErrorCollector findings) {
        if (type.equals("Pod") || type.equals("Container")) {
            checkContainerName(name, path, findings);
        } else {
            checkName(name, path, findings);
        }
    }

    /** Checks the resources of one container. */
    static void checkContainer(JsonNode resources, Set<String> claims, String path,
            SimulatedValidationErrorCollector findings) {
        var limits = resources.path("limits");
        var requests = resources.path("requests");
        for (var limit : sortedNames(limits)) {
            checkContainerName(limit, fieldPath(path, "limits", limit), findings);
            checkAmount(limit, limits.path(limit), fieldPath(path, "limits", limit), findings);
        }
        for (var request : sortedNames(requests)) {
            checkContainerName(request, fieldPath(path, "requests", request), findings);
            checkAmount(request, requests.path(request), fieldPath(path, "requests", request), findings);
            checkAgainstLimit(request, requests.path(request), limits, path, findings);
        }
        var names = new TreeSet<>(sortedNames(limits));
        names.addAll(sortedNames(requests));
        if (names.stream().anyMatch(name -> ResourceNames.isHugePages(name))
                && !names.contains("cpu") && !names.contains("memory")) {
            findings.addForbidden(path, "HugePages require cpu or memory");
        }
        checkClaims(resources.path("claims"), claims, path + ".claims", findings);
    }

    private static void checkAgainstLimit(String name, JsonNode request, JsonNode limits, String path,
            SimulatedValidationErrorCollector findings) {
        if (!limits.has(name)) {
            if (!ResourceNames.mayBeOvercommitted(name)) {
                findings.addRequired(path + ".limits", "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int difference = FormatPreservingQuantity.of(request).compareTo(FormatPreservingQuantity.of(limits.path(name)));
        if (difference != 0 && !ResourceNames.mayBeOvercommitted(name)) {
            findings.addInvalid(path + ".requests", request,
                    "must be equal to %s limit of %s".formatted(name, limits.path(name).asText()));
        } else if (difference > 0) {
            findings.addInvalid(path + ".requests", request,
                    "must be less than or equal to %s limit of %s".formatted(name, limits.path(name).asText()));
        }
    }

    private static void checkClaims(JsonNode claims, Set<String> known, String path,
            SimulatedValidationErrorCollector findings) {
        var seen = new TreeSet<String>();
        int index = 0;
        for (var claim : claims) {
            var name = claim.path("name").asText();
            var at = path + "[" + index++ + "]";
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else if (!seen.add(name + "/" + claim.path("request").asText())) {
                findings.addDuplicate(at, claim.path("name"));
            } else if (!known.contains(name)) {
                findings.addNotFound(at + ".name", name);
            }
        }
    }

    /** Checks {@code spec.resources} of a pod. */
    static void checkPodLevel(JsonNode resources, String path, SimulatedValidationErrorCollector findings) {
        for (var side : List.of("limits", "requests")) {
            for (var name : sortedNames(resources.path(side))) {
                if (!PodResourceFormula.isPodLevelResource(name)) {
                    findings.addNotSupported(fieldPath(path, side, name), name, List.of("cpu", "hugepages-", "memory"));
                } else {
                    checkAmount(name, resources.path(side).path(name), fieldPath(path, side, name), findings);
                    if (side.equals("requests")) {
                        checkAgainstLimit(name, resources.path(side).path(name), resources.path("limits"), path,
                                findings);
                    }
                }
            }
        }
    }

    static List<String> sortedNames(JsonNode object) {
        return JsonTreeOperations.fieldNames(object).stream().sorted().toList();
    }

    private static String fieldPath(String path, String side, String name) {
        return path + "." + side + "[" + name + "]";
    }
}
