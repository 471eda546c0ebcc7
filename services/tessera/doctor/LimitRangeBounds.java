package tessera.doctor;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import tessera.doctor.DiagnosisInput.FailureEvent;

/** The bounds that ranges of limits set to single pods and containers. */
final class LimitRangeBounds {

    private static final Pattern REFUSAL = Pattern
            .compile("(max|min)imum (\\S+) usage per (Container|Pod) is (\\w+)");

    private final List<RangeBound> bounds = new ArrayList<>();

    /**
     * How much of a resource there may be at most, or must be at least.
     *
     * @param what   as the server words it, but for how much
     * @param amount as it is written
     */
    private record RangeBound(String namespace, String range, String what, String amount) {}

    /** Notes what a range says. */
    void take(JsonNode range) {
        for (var limit : range.at("/spec/limits")) {
            for (var end : List.of("max", "min")) {
                limit.path(end).properties()
                        .forEach(each -> bounds.add(new RangeBound(range.at("/metadata/namespace").asText(),
                                range.at("/metadata/name").asText(),
                                what(end, each.getKey(), limit.path("type").asText()), each.getValue().asText())));
            }
        }
    }

    /** The same with the range by which a pod was refused, where it is found: the server names the bound and not the range. */
    FailureEvent found(FailureEvent note) {
        return new FailureEvent(note.object(), note.message(), note.enough(), REFUSAL.matcher(note.message()).results()
                .flatMap(told -> bounds.stream().filter(bound -> bound.namespace().equals(note.namespace())
                        && bound.what().equals(what(told.group(1), told.group(2), told.group(3))))
                        .min(Comparator.comparing(bound -> !bound.amount().equals(told.group(4)))).stream())
                .findFirst().map(RangeBound::range));
    }

    private static String what(String end, String resource, String type) {
        return end + " " + resource + " " + type;
    }
}
