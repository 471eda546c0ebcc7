package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;
import tessera.kube.quota.LimitRangeConstraint;
import tessera.kube.quota.LimitRangeConstraint.LimitRangeViolation;

/** The bounds that limit ranges set for single pods and containers. */
final class LimitRangeBounds {

    private final List<RangeBound> bounds = new ArrayList<>();

    /**
     * The most, or the least, of a resource that is allowed.
     *
     * @param boundKey field, resource and type
     * @param amount as it is written
     */
    private record RangeBound(String namespace, String range, String boundKey, String amount) {}

    /** Adds the bounds of a limit range. */
    void addRange(JsonNode range) {
        for (var limit : range.at("/spec/limits")) {
            for (var end : List.of("max", "min")) {
                limit.path(end).properties()
                        .forEach(each -> bounds.add(new RangeBound(range.at("/metadata/namespace").asText(),
                                range.at("/metadata/name").asText(),
                                boundKey(end, each.getKey(), limit.path("type").asText()), each.getValue().asText())));
            }
        }
    }

    /** Returns the event with the limit range that refused the pod, where it is found: the message names only the bound. */
    CreationFailureEvent withLimitRange(CreationFailureEvent note) {
        return new CreationFailureEvent(note.object(), note.message(), note.requiredQuota(),
                LimitRangeViolation.parseAll(note.message())
                        .flatMap(violation -> findBound(note.namespace(), violation.constraint()).stream()).findFirst()
                        .map(RangeBound::range),
                note.quotaHasRoom());
    }

    private Optional<RangeBound> findBound(String namespace, LimitRangeConstraint constraint) {
        var key = boundKey(constraint.kind().field(), constraint.resource(), constraint.type());
        var amount = constraint.amount().canonicalText();
        return bounds.stream().filter(bound -> bound.namespace().equals(namespace) && bound.boundKey().equals(key))
                .min(Comparator.comparing(bound -> !bound.amount().equals(amount)));
    }

    private static String boundKey(String end, String resource, String type) {
        return end + " " + resource + " " + type;
    }
}
