package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
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
import tessera.text.MessageCatalog;

/**
 * Applies the LimitRanges of a namespace to pods that do not exist yet: defaults for containers, and refusals of what is out of bounds.
 *
 * @param ranges as the server answers them
 */
record LimitRangeAdmission(List<JsonNode> ranges) {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(LimitRangeAdmission.class);

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
                .collect(Collectors.groupingBy(
                        violation -> List.of(violation.constraint().type(), violation.container()), LinkedHashMap::new,
                        Collectors.toList()))
                .values().stream().flatMap(LimitRangeAdmission::sortedViolations);
    }

    private static Stream<LimitRangeViolation> sortedViolations(List<LimitRangeViolation> group) {
        return group.stream()
                .sorted(Comparator.comparing(violation -> violation.constraint().kind() != ConstraintKind.MAXIMUM));
    }

    private static String nameOf(JsonNode object) {
        return object.at("/metadata/name").asText();
    }

    private static String quantityText(FormatPreservingQuantity amount) {
        return QuantityParser.quantityText(amount.value());
    }

    private static String amountText(@Nullable FormatPreservingQuantity amount) {
        return amount == null ? "" : quantityText(amount);
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
                findDefaultLimitRange(resource, most).ifPresent(
                        range -> refusals.add(new PodCreationRefusal(new PodCreationReason.LimitRangeDefaultLimit(range,
                                resource, quantityText(most), container.container(), quantityText(asked)))));
            }
        }
        return refusals;
    }

    /** Returns the name of the range that sets this amount of a resource as the default limit. */
    private Optional<String> findDefaultLimitRange(String resource, FormatPreservingQuantity amount) {
        return ranges.stream()
                .filter(range -> range.at("/spec/limits").valueStream()
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
                refusals.add(new PodCreationRefusal(MESSAGES.text("rejected.claim", name),
                        claimReason(nameOf(range), violation, name)));
            }
        }
        return refusals;
    }

    private static PodCreationReason claimReason(String range, LimitRangeViolation violation, String claim) {
        var constraint = violation.constraint();
        var bound = constraint.amount().canonicalText();
        var amount = violation.amount().map(FormatPreservingQuantity::canonicalText).orElse("");
        return constraint.kind() == ConstraintKind.MAXIMUM
                ? new PodCreationReason.LimitRangeClaimMaximum(range, constraint.resource(), bound, claim, amount)
                : new PodCreationReason.LimitRangeClaimMinimum(range, constraint.resource(), bound, claim, amount);
    }

    private static PodCreationRefusal refusalOf(String range, LimitRangeViolation violation) {
        var constraint = violation.constraint();
        var bound = quantityText(constraint.amount());
        var amount = amountText(violation.amount().orElse(null));
        return new PodCreationRefusal(switch (constraint.kind()) {
            case MAXIMUM -> new PodCreationReason.LimitRangeMaximumExceeded(range, constraint.type(),
                    constraint.resource(), bound, violation.container(), violation.side(), amount);
            case MINIMUM -> new PodCreationReason.LimitRangeMinimumMissed(range, constraint.type(),
                    constraint.resource(), bound, violation.container(), violation.side(), amount);
            case RATIO -> ratioReason(range, violation, bound);
        });
    }

    private static PodCreationReason ratioReason(String range, LimitRangeViolation violation, String ratio) {
        var resource = violation.constraint().resource();
        return violation.amount().filter(amount -> !amount.isZero()).isEmpty()
                ? new PodCreationReason.LimitRangeRatioUnset(range, resource, violation.container(), violation.side())
                : new PodCreationReason.LimitRangeRatioExceeded(range, resource, ratio, violation.container(),
                        amountText(violation.request()), amountText(violation.limit()));
    }
}
