package tessera.kube.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.requests.ContainerResourceDefaults;
import tessera.kube.requests.PodResourceCalculator;

/**
 * One bound that a LimitRange sets, e.g. the most GPUs of a pod.
 *
 * @param type of what: {@code Container}, {@code Pod} or {@code PersistentVolumeClaim}
 */
public record LimitRangeConstraint(String type, ConstraintKind kind, String resource,
        FormatPreservingQuantity amount) {

    private static final String CLAIM = "PersistentVolumeClaim";

    /** The kinds of bounds, in the order in which the API server checks them. */
    public enum ConstraintKind {
        MINIMUM("min"),
        MAXIMUM("max"),
        RATIO("maxLimitRequestRatio");

        private final String field;

        ConstraintKind(String field) {
            this.field = field;
        }

        /** Returns the field of a LimitRange item. */
        public String field() {
            return field;
        }
    }

    /** Returns the violations of a LimitRange by a new pod or PersistentVolumeClaim that has its defaults. */
    public static List<LimitRangeViolation> violationsOf(JsonNode range, String kind, JsonNode object) {
        var violations = new ArrayList<LimitRangeViolation>();
        for (var item : range.path("spec").path("limits")) {
            for (var subject : subjectsOf(item.path("type").asText(), kind, object)) {
                for (var constraint : constraintsOf(item)) {
                    LimitRangeViolation.find(constraint, subject).ifPresent(violations::add);
                }
            }
        }
        return violations;
    }

    private static List<LimitRangeConstraint> constraintsOf(JsonNode item) {
        var type = item.path("type").asText();
        var constraints = new ArrayList<LimitRangeConstraint>();
        for (var kind : ConstraintKind.values()) {
            if (kind != ConstraintKind.RATIO || !type.equals(CLAIM)) {
                new TreeMap<>(PodResourceCalculator.IN_QUANTITIES.amounts(item.path(kind.field())))
                        .forEach((resource, amount) -> constraints
                                .add(new LimitRangeConstraint(type, kind, resource, amount)));
            }
        }
        return constraints;
    }

    private static List<LimitRangeSubject> subjectsOf(String type, String kind, JsonNode object) {
        var amounts = PodResourceCalculator.IN_QUANTITIES;
        if (kind.equals("Pod") && type.equals("Container")) {
            return ContainerResourceDefaults.containersOf(object).stream().map(LimitRangeSubject::ofContainer).toList();
        }
        if (kind.equals("Pod") && type.equals("Pod")) {
            return List.of(new LimitRangeSubject("", amounts.requestsWithoutOverhead(object),
                    amounts.limitsWithoutOverhead(object)));
        }
        if (kind.equals(CLAIM) && type.equals(CLAIM)) {
            return List.of(LimitRangeSubject.ofClaim(object.path("spec")));
        }
        return List.of();
    }

    /** Returns whether a claim is bounded, which has requests alone. */
    boolean isOfClaim() {
        return type.equals(CLAIM);
    }
}
