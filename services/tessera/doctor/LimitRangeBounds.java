package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import tessera.doctor.DiagnosisInput.CreationFailureEvent;

/** The bounds that limit ranges set for single pods and containers. */
final class LimitRangeBounds {

    private static final Pattern REFUSAL = Pattern
            .compile("(max|min)imum (\\S+) usage per (Container|Pod) is (\\w+)");

    private final List<RangeBound> bounds = new ArrayList<>();

    /**
     * The most, or the least, of a resource that is allowed.
     *
     * @param boundKey   as the server words it, but for how much
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
                REFUSAL.matcher(note.message()).results()
                        .flatMap(told -> bounds.stream().filter(bound -> bound.namespace().equals(note.namespace())
                                && bound.boundKey().equals(boundKey(told.group(1), told.group(2), told.group(3))))
                                .min(Comparator.comparing(bound -> !bound.amount().equals(told.group(4)))).stream())
                        .findFirst().map(RangeBound::range));
    }

    private static String boundKey(String end, String resource, String type) {
        return end + " " + resource + " " + type;
    }
}
