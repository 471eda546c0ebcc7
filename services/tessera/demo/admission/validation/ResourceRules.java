package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import tessera.demo.admission.AdmissionPodRequests;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.admission.JsonTrees;

/** What holds for amounts of resources: which names there are, and which of them can be shared out. */
final class ResourceRules {

    private static final String HUGE_PAGES = "hugepages-";
    private static final Set<String> CONTAINER = Set.of("cpu", "memory", "ephemeral-storage");
    private static final Set<String> COUNTED = Set.of("pods", "resourcequotas", "services", "replicationcontrollers",
            "secrets", "configmaps", "persistentvolumeclaims", "services.nodeports", "services.loadbalancers");
    private static final Set<String> QUOTA = quotaNames();

    private ResourceRules() {}

    private static Set<String> quotaNames() {
        var names = new TreeSet<>(COUNTED);
        for (var name : CONTAINER) {
            names.addAll(List.of(name, "requests." + name, "limits." + name));
        }
        names.add("requests.storage");
        names.add("storage");
        return names;
    }

    /** Whether a name is of a device or the like: it has a domain, and not one of Kubernetes itself. */
    static boolean isExtended(String name) {
        return !isNative(name) && !name.startsWith("requests.") && NameFormats.qualified("requests." + name).isEmpty();
    }

    private static boolean isNative(String name) {
        return !name.contains("/") || name.contains("kubernetes.io/");
    }

    static boolean mayBeOvercommitted(String name) {
        return isNative(name) && !name.startsWith(HUGE_PAGES);
    }

    private static boolean isStandard(String name) {
        return QUOTA.contains(name) || name.startsWith(HUGE_PAGES) || name.startsWith("requests." + HUGE_PAGES);
    }

    static void amount(String name, JsonNode value, String path, ValidationErrors findings) {
        var amount = ExactQuantity.of(value);
        if (amount.isNegative()) {
            findings.invalid(path, value, ValidationErrors.NOT_NEGATIVE);
        }
        if ((COUNTED.contains(name) || isExtended(name)) && !amount.isWhole()) {
            findings.invalid(path, value, "must be an integer");
        }
    }

    /** Says whether the name is good in general. */
    private static boolean name(String name, String path, ValidationErrors findings) {
        var wrong = NameFormats.qualified(name);
        wrong.forEach(why -> findings.invalid(path, name, why));
        if (wrong.isEmpty() && !name.contains("/") && !isStandard(name)) {
            findings.invalid(path, name, "must be a standard resource type or fully qualified");
            return false;
        }
        return wrong.isEmpty();
    }

    private static void containerName(String name, String path, ValidationErrors findings) {
        name(name, path, findings);
        if (!name.contains("/") && !CONTAINER.contains(name) && !name.startsWith(HUGE_PAGES)) {
            findings.invalid(path, name, "must be a standard resource for containers");
        } else if (name.contains("/") && !isNative(name) && !isExtended(name)) {
            findings.invalid(path, name, "doesn't follow extended resource name standard");
        }
    }

    /** A key of a quota's {@code hard}. */
    static void quotaName(String name, String path, ValidationErrors findings) {
        name(name, path, findings);
        boolean known = QUOTA.contains(name) || name.startsWith("requests." + HUGE_PAGES)
                || name.startsWith(HUGE_PAGES);
        if (!name.contains("/") && !known) {
            findings.invalid(path, name, "must be a standard resource for quota");
        }
    }

    /** A resource that a LimitRange of this type limits. */
    static void limitRangeName(String type, String name, String path, ValidationErrors findings) {
        if (type.equals("Pod") || type.equals("Container")) {
            containerName(name, path, findings);
        } else {
            name(name, path, findings);
        }
    }

    /** The resources of one container. */
    static void container(JsonNode resources, Set<String> claims, String path, ValidationErrors findings) {
        var limits = resources.path("limits");
        var requests = resources.path("requests");
        for (var limit : sorted(limits)) {
            containerName(limit, key(path, "limits", limit), findings);
            amount(limit, limits.path(limit), key(path, "limits", limit), findings);
        }
        for (var request : sorted(requests)) {
            containerName(request, key(path, "requests", request), findings);
            amount(request, requests.path(request), key(path, "requests", request), findings);
            againstLimit(request, requests.path(request), limits, path, findings);
        }
        var names = new TreeSet<>(sorted(limits));
        names.addAll(sorted(requests));
        if (names.stream().anyMatch(name -> name.startsWith(HUGE_PAGES))
                && !names.contains("cpu") && !names.contains("memory")) {
            findings.forbidden(path, "HugePages require cpu or memory");
        }
        claims(resources.path("claims"), claims, path + ".claims", findings);
    }

    private static void againstLimit(String name, JsonNode request, JsonNode limits, String path,
            ValidationErrors findings) {
        if (!limits.has(name)) {
            if (!mayBeOvercommitted(name)) {
                findings.required(path + ".limits", "Limit must be set for non overcommitable resources");
            }
            return;
        }
        int difference = ExactQuantity.of(request).compareTo(ExactQuantity.of(limits.path(name)));
        if (difference != 0 && !mayBeOvercommitted(name)) {
            findings.invalid(path + ".requests", request,
                    "must be equal to %s limit of %s".formatted(name, limits.path(name).asText()));
        } else if (difference > 0) {
            findings.invalid(path + ".requests", request,
                    "must be less than or equal to %s limit of %s".formatted(name, limits.path(name).asText()));
        }
    }

    private static void claims(JsonNode claims, Set<String> known, String path, ValidationErrors findings) {
        var seen = new TreeSet<String>();
        int index = 0;
        for (var claim : claims) {
            var name = claim.path("name").asText();
            var at = path + "[" + index++ + "]";
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else if (!seen.add(name + "/" + claim.path("request").asText())) {
                findings.duplicate(at, claim.path("name"));
            } else if (!known.contains(name)) {
                findings.notFound(at + ".name", name);
            }
        }
    }

    /** {@code spec.resources} of a pod. */
    static void pod(JsonNode resources, String path, ValidationErrors findings) {
        for (var side : List.of("limits", "requests")) {
            for (var name : sorted(resources.path(side))) {
                if (!AdmissionPodRequests.isPodLevel(name)) {
                    findings.notSupported(key(path, side, name), name, List.of("cpu", "hugepages-", "memory"));
                } else {
                    amount(name, resources.path(side).path(name), key(path, side, name), findings);
                    if (side.equals("requests")) {
                        againstLimit(name, resources.path(side).path(name), resources.path("limits"), path, findings);
                    }
                }
            }
        }
    }

    static List<String> sorted(JsonNode object) {
        return JsonTrees.names(object).stream().sorted().toList();
    }

    private static String key(String path, String side, String name) {
        return path + "." + side + "[" + name + "]";
    }
}
