package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.kube.names.ResourceNames;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.LimitRangeConstraint;
import tessera.kube.quota.LimitRangeConstraint.ConstraintKind;
import tessera.kube.quota.LimitRangeConstraint.LimitRangeViolation;
import tessera.kube.quota.LimitRangeDefaults;
import tessera.kube.quota.LimitRangeSubject;
import tessera.kube.requests.ContainerResourceDefaults;
import tessera.kube.requests.PodResourceCalculator;

/**
 * Applies the LimitRanges of a namespace to pods that do not exist yet: defaults for containers, and refusals of what is out of bounds.
 *
 * @param ranges as the server answers them
 */
record LimitRangeAdmission(List<JsonNode> ranges) {

    LimitRangeAdmission {
        ranges = List.copyOf(ranges);
    }

    /** Adds the defaults to a pod, as the API server does before it checks the bounds. */
    void applyDefaults(ObjectNode pod) {
        ContainerResourceDefaults.addRequestsFromLimits(pod);
        ranges.forEach(range -> LimitRangeDefaults.applyTo(pod, range));
    }

    /** Returns the refusals of a pod that has its defaults. */
    List<PodCreationRefusal> refusalsOf(JsonNode pod) {
        var refusals = new ArrayList<PodCreationRefusal>();
        for (var range : ranges) {
            maximaFirst(LimitRangeConstraint.violationsOf(range, "Pod", pod))
                    .forEach(violation -> refusals.add(refusalOf(nameOf(range), violation)));
        }
        ContainerResourceDefaults.containersOf(pod)
                .forEach(container -> refusals.addAll(requestRefusals(LimitRangeSubject.ofContainer(container))));
        return List.copyOf(refusals);
    }

    /** Returns the violations of each container with those of a maximum first, as these are what mostly has to be changed. */
    private static Stream<LimitRangeViolation> maximaFirst(List<LimitRangeViolation> violations) {
        return violations.stream()
                .collect(Collectors.groupingBy(violation -> List.of(violation.constraint().type(),
                        violation.container()), LinkedHashMap::new, Collectors.toList()))
                .values().stream().flatMap(LimitRangeAdmission::sortedViolations);
    }

    private static Stream<LimitRangeViolation> sortedViolations(List<LimitRangeViolation> group) {
        return group.stream().sorted(Comparator
                .comparing(violation -> violation.constraint().kind() != ConstraintKind.MAXIMUM));
    }

    private static String nameOf(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static String quoted(String container) {
        return container.isEmpty() ? "the pod" : "“%s”".formatted(container);
    }

    private static String quantityText(FormatPreservingQuantity amount) {
        return QuantityParser.quantityText(amount.value());
    }

    private static String amountText(@Nullable FormatPreservingQuantity amount) {
        return amount == null ? "none" : quantityText(amount);
    }

    /** Returns refusals of requests above a default limit, and of device requests that differ from their limit. */
    private List<PodCreationRefusal> requestRefusals(LimitRangeSubject container) {
        var refusals = new ArrayList<PodCreationRefusal>();
        for (var entry : container.requests().entrySet()) {
            var resource = entry.getKey();
            var asked = entry.getValue();
            var most = container.limits().get(resource);
            int apart = most == null ? 0 : asked.compareTo(most);
            if (most != null && (apart > 0 || (apart < 0 && !ResourceNames.mayBeOvercommitted(resource)))) {
                var text = quantityText(asked);
                var subject = quoted(container.container());
                var range = findDefaultLimitRange(resource, most).orElse(null);
                if (range != null) {
                    refusals.add(new PodCreationRefusal(
                            "LimitRange %s limits %s of a container that names no limit to %s, and %s asks for %s"
                                    .formatted(range, resource, quantityText(most), subject, text),
                            "Limit %s of %s to %s".formatted(resource, subject, text)));
                }
            }
        }
        return refusals;
    }

    /** Returns the name of the range that sets this amount of a resource as the default limit. */
    private Optional<String> findDefaultLimitRange(String resource, FormatPreservingQuantity amount) {
        return ranges.stream().filter(range -> range.at("/spec/limits").valueStream()
                .filter(limit -> limit.path("type").asText().equals("Container"))
                .map(limit -> PodResourceCalculator.IN_QUANTITIES.amounts(limit.path("default")).get(resource))
                .anyMatch(given -> given != null && given.compareTo(amount) == 0))
                .map(LimitRangeAdmission::nameOf).findFirst();
    }

    /** Returns the refusals of a PersistentVolumeClaim that requests too much or too little storage. */
    List<PodCreationRefusal> claimRefusals(JsonNode claim) {
        var name = nameOf(claim);
        var refusals = new ArrayList<PodCreationRefusal>();
        for (var range : ranges) {
            for (var violation : LimitRangeConstraint.violationsOf(range, "PersistentVolumeClaim", claim)) {
                var constraint = violation.constraint();
                var rule = constraint.kind() == ConstraintKind.MAXIMUM
                        ? "lets a claim ask for at most"
                        : "wants each claim to ask for at least";
                var bound = constraint.amount().canonicalText();
                refusals.add(new PodCreationRefusal("the claim %s that each of its pods mounts".formatted(name),
                        "LimitRange %s %s %s of %s, and %s asks for %s".formatted(nameOf(range), rule, bound,
                                constraint.resource(), name,
                                violation.amount().map(FormatPreservingQuantity::canonicalText).orElse("none")),
                        "Ask for %s of %s in claim %s".formatted(bound, constraint.resource(), name)));
            }
        }
        return refusals;
    }

    private static PodCreationRefusal refusalOf(String range, LimitRangeViolation violation) {
        return switch (violation.constraint().kind()) {
            case MAXIMUM -> excessRefusal(range, violation);
            case MINIMUM -> shortfallRefusal(range, violation);
            case RATIO -> ratioRefusal(range, violation);
        };
    }

    private static PodCreationRefusal excessRefusal(String range, LimitRangeViolation violation) {
        var constraint = violation.constraint();
        var subject = quoted(violation.container());
        var most = quantityText(constraint.amount());
        var verb = violation.side().equals("limit") ? "has " : "asks for ";
        return new PodCreationRefusal(
                "LimitRange %s lets a %s have at most %s of %s, and %s %s".formatted(range,
                        constraint.type().toLowerCase(Locale.ROOT), most, constraint.resource(), subject,
                        violation.amount().map(amount -> verb + quantityText(amount))
                                .orElse("names no limit of it")),
                "Limit %s of %s to %s, or have LimitRange %s allow more".formatted(constraint.resource(), subject, most,
                        range));
    }

    private static PodCreationRefusal shortfallRefusal(String range, LimitRangeViolation violation) {
        var constraint = violation.constraint();
        var subject = quoted(violation.container());
        var least = quantityText(constraint.amount());
        var verb = violation.side().equals("limit") ? "has" : "asks for";
        return new PodCreationRefusal(
                "LimitRange %s wants at least %s of %s for each %s, and %s %s %s".formatted(range, least,
                        constraint.resource(), constraint.type().toLowerCase(Locale.ROOT), subject, verb,
                        amountText(violation.amount().orElse(null))),
                "Ask for %s of %s in %s, or have LimitRange %s allow less".formatted(least, constraint.resource(),
                        subject, range));
    }

    private static PodCreationRefusal ratioRefusal(String range, LimitRangeViolation violation) {
        var resource = violation.constraint().resource();
        var subject = quoted(violation.container());
        if (violation.amount().filter(amount -> !amount.isZero()).isEmpty()) {
            return new PodCreationRefusal(
                    "LimitRange %s compares what is asked for of %s with its limit, and %s names no %s of it"
                            .formatted(range, resource, subject, violation.side()),
                    "Ask for %s in %s, and limit it".formatted(resource, subject));
        }
        return new PodCreationRefusal(
                "LimitRange %s lets a limit of %s be at most %s times what is asked for, and %s asks for %s and has %s"
                        .formatted(range, resource, quantityText(violation.constraint().amount()), subject,
                                amountText(violation.request()), amountText(violation.limit())),
                "Ask for more of %s in %s, or limit it to less".formatted(resource, subject));
    }
}
