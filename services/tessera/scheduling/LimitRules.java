package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tessera.model.Quantity;
import tessera.model.ResourceAmounts;
import tessera.scheduling.LaunchOutcome.LaunchRefusal;
import tessera.scheduling.spec.UnitRequests;

/**
 * What the limit ranges of a namespace make of pods that are created there: they give containers what these do not name, and
 * refuse what is out of bounds.
 *
 * @param ranges as the server answers them
 */
record LimitRules(List<JsonNode> ranges) {

    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";

    LimitRules {
        ranges = List.copyOf(ranges);
    }

    /** A container, or all of a pod together. */
    private record LimitedPart(String name, Map<String, BigDecimal> limits, Map<String, BigDecimal> requests) {}

    /** Fills in a pod, as a server does before it looks for bounds. */
    void fill(ObjectNode pod) {
        for (var container : containers(pod)) {
            // What is limited alone is asked for as well.
            give(container, REQUESTS, container.path("resources").path(LIMITS));
            for (var range : ranges) {
                for (var limit : range.at("/spec/limits")) {
                    if (limit.path("type").asText().equals("Container")) {
                        give(container, REQUESTS, limit.path("defaultRequest"));
                        give(container, LIMITS, limit.path("default"));
                    }
                }
            }
        }
    }

    private static void give(ObjectNode container, String side, JsonNode amounts) {
        if (!amounts.isEmpty()) {
            under(container, "resources").flatMap(resources -> under(resources, side)).ifPresent(there -> amounts
                    .properties().stream().filter(each -> !there.has(each.getKey()))
                    .forEach(each -> there.set(each.getKey(), each.getValue())));
        }
    }

    /** An object of an object, which is made where there is none; empty where something else stands there. */
    private static Optional<ObjectNode> under(ObjectNode parent, String field) {
        return parent.path(field) instanceof ObjectNode there ? Optional.of(there)
                : parent.hasNonNull(field) ? Optional.empty() : Optional.of(parent.putObject(field));
    }

    private static List<ObjectNode> containers(JsonNode pod) {
        var found = new ArrayList<ObjectNode>();
        for (var list : List.of("initContainers", "containers")) {
            pod.path("spec").path(list).forEach(each -> {
                if (each instanceof ObjectNode container) {
                    found.add(container);
                }
            });
        }
        return found;
    }

    /** Why a pod that is filled in is refused. */
    List<LaunchRefusal> refusals(JsonNode pod) {
        var refusals = new ArrayList<LaunchRefusal>();
        var containers = containers(pod).stream().map(LimitRules::part).toList();
        var whole = whole(pod);
        for (var range : ranges) {
            var name = range.at("/metadata/name").asText();
            for (var limit : range.at("/spec/limits")) {
                var type = limit.path("type").asText();
                var parts = type.equals("Container") ? containers
                        : type.equals("Pod") ? List.of(whole)
                                : List.<LimitedPart>of();
                parts.forEach(part -> refusals.addAll(refused(name, limit, part)));
            }
        }
        containers.forEach(container -> refusals.addAll(beyond(container)));
        return List.copyOf(refusals);
    }

    /** Who asks for more than a range gives as the limit, or for another number of a device. */
    private List<LaunchRefusal> beyond(LimitedPart container) {
        var refusals = new ArrayList<LaunchRefusal>();
        container.requests().forEach((resource, asked) -> {
            var most = container.limits().get(resource);
            int apart = most == null ? 0 : asked.compareTo(most);
            if (most != null && (apart > 0 || (apart < 0 && resource.contains("/")))) {
                giver(resource, most).ifPresent(range -> refusals.add(new LaunchRefusal(
                        "LimitRange %s limits %s of a container that names no limit to %s, and %s asks for %s"
                                .formatted(
                                        range, resource, Quantity.text(most), container.name(), Quantity.text(asked)),
                        "Limit %s of %s to %s".formatted(resource, container.name(), Quantity.text(asked)))));
            }
        });
        return refusals;
    }

    /** The range by which containers have so much of a resource as their limit. */
    private Optional<String> giver(String resource, BigDecimal amount) {
        return ranges.stream().filter(range -> range.at("/spec/limits").valueStream()
                .filter(limit -> limit.path("type").asText().equals("Container"))
                .map(limit -> amounts(limit.path("default")).get(resource))
                .anyMatch(given -> given != null && given.compareTo(amount) == 0))
                .map(range -> range.at("/metadata/name").asText()).findFirst();
    }

    /** Why a claim on storage is refused that is too large, or too small. */
    List<LaunchRefusal> ofClaim(JsonNode claim) {
        var refusals = new ArrayList<LaunchRefusal>();
        for (var range : ranges) {
            var name = range.at("/metadata/name").asText();
            for (var limit : range.at("/spec/limits")) {
                if (limit.path("type").asText().equals("PersistentVolumeClaim")) {
                    refusals.addAll(claimed(claim, limit.path("max"), 1,
                            "LimitRange %s lets a claim ask for at most".formatted(name)));
                    refusals.addAll(claimed(claim, limit.path("min"), -1,
                            "LimitRange %s wants each claim to ask for at least".formatted(name)));
                }
            }
        }
        return refusals;
    }

    /** @param side on which of the bounds it may not lie */
    private static List<LaunchRefusal> claimed(JsonNode claim, JsonNode bounds, int side, String rule) {
        var name = claim.at("/metadata/name").asText();
        var asked = claim.at("/spec/resources/requests");
        var has = amounts(asked);
        var refusals = new ArrayList<LaunchRefusal>();
        amounts(bounds).forEach((resource, bound) -> {
            var amount = has.get(resource);
            if (amount == null || amount.compareTo(bound) * side > 0) {
                var said = bounds.path(resource).asText();
                refusals.add(new LaunchRefusal("the claim %s that each of its pods mounts".formatted(name),
                        "%s %s of %s, and %s asks for %s".formatted(rule, said, resource, name,
                                amount == null ? "none" : asked.path(resource).asText()),
                        "Ask for %s of %s in claim %s".formatted(said, resource, name)));
            }
        });
        return refusals;
    }

    private static LimitedPart part(JsonNode container) {
        return new LimitedPart("“%s”".formatted(container.path("name").asText()),
                amounts(container.path("resources").path(LIMITS)),
                amounts(container.path("resources").path(REQUESTS)));
    }

    private static Map<String, BigDecimal> amounts(JsonNode said) {
        var amounts = new TreeMap<String, BigDecimal>();
        said.properties().forEach(each -> Quantity.exact(each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), amount)));
        return amounts;
    }

    private static LimitedPart whole(JsonNode pod) {
        var spec = pod.path("spec");
        return new LimitedPart("the pod", exact(UnitRequests.limits(spec)), exact(UnitRequests.requests(spec)));
    }

    private static Map<String, BigDecimal> exact(ResourceAmounts amounts) {
        var exact = new TreeMap<String, BigDecimal>();
        amounts.toMap().forEach((name, amount) -> exact.put(name,
                BigDecimal.valueOf(amount, name.equals(ResourceAmounts.CPU) ? 3 : 0)));
        return exact;
    }

    private static List<LaunchRefusal> refused(String range, JsonNode limit, LimitedPart part) {
        var each = limit.path("type").asText().equals("Pod") ? "pod" : "container";
        var refusals = new ArrayList<LaunchRefusal>();
        amounts(limit.path("max")).forEach((resource, most) -> {
            var words = "LimitRange %s lets a %s have at most %s of %s".formatted(range, each, Quantity.text(most),
                    resource);
            above(part.limits().get(resource), part.requests().get(resource), most)
                    .ifPresent(has -> refusals.add(new LaunchRefusal("%s, and %s %s".formatted(words, part.name(), has),
                            "Limit %s of %s to %s, or have LimitRange %s allow more".formatted(resource, part.name(),
                                    Quantity.text(most), range))));
        });
        amounts(limit.path("min")).forEach((resource, least) -> {
            var asked = part.requests().get(resource);
            if (asked == null || asked.compareTo(least) < 0) {
                refusals.add(new LaunchRefusal("LimitRange %s wants at least %s of %s for each %s, and %s asks for %s"
                        .formatted(range, Quantity.text(least), resource, each, part.name(),
                                asked == null ? "none" : Quantity.text(asked)),
                        "Ask for %s of %s in %s, or have LimitRange %s allow less".formatted(Quantity.text(least),
                                resource, part.name(), range)));
            }
        });
        amounts(limit.path("maxLimitRequestRatio")).forEach((resource, ratio) -> {
            var most = part.limits().get(resource);
            var asked = part.requests().get(resource);
            if (most == null || asked == null) {
                refusals.add(new LaunchRefusal(
                        "LimitRange %s compares what is asked for of %s with its limit, and %s names no %s"
                                .formatted(range, resource, part.name(),
                                        most == null ? "limit of it" : "request of it"),
                        "Ask for %s in %s, and limit it".formatted(resource, part.name())));
            } else if (most.compareTo(asked.multiply(ratio)) > 0) {
                refusals.add(new LaunchRefusal(
                        "LimitRange %s lets a limit of %s be at most %s times what is asked for, and %s asks for %s and has %s"
                                .formatted(range, resource, Quantity.text(ratio), part.name(), Quantity.text(asked),
                                        Quantity.text(most)),
                        "Ask for more of %s in %s, or limit it to less".formatted(resource, part.name())));
            }
        });
        return refusals;
    }

    private static Optional<String> above(@Nullable BigDecimal limit,
            @Nullable BigDecimal asked, BigDecimal most) {
        if (limit == null) {
            return Optional.of("names no limit of it");
        }
        return limit.compareTo(most) > 0 ? Optional.of("has " + Quantity.text(limit))
                : asked != null && asked.compareTo(most) > 0 ? Optional.of("asks for " + Quantity.text(asked))
                        : Optional.empty();
    }
}
