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
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quantity.ResourceAmounts;
import tessera.kube.requests.PodSchedulerRequests;
import tessera.scheduling.PredictedPodPlacement.PodCreationRefusal;

/**
 * Applies the LimitRanges of a namespace to pods that do not exist yet: defaults for containers, and refusals of what is out of bounds.
 *
 * @param ranges as the server answers them
 */
record LimitRangeAdmission(List<JsonNode> ranges) {

    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";

    LimitRangeAdmission {
        ranges = List.copyOf(ranges);
    }

    /** A container, or the whole pod, with its limits and requests. */
    private record LimitedContainerOrPod(String name, Map<String, BigDecimal> limits,
            Map<String, BigDecimal> requests) {}

    /** Adds the defaults to a pod, as the API server does before it checks the bounds. */
    void applyDefaults(ObjectNode pod) {
        for (var container : containersOf(pod)) {
            // What is limited alone is asked for as well.
            addMissingAmounts(container, REQUESTS, container.path("resources").path(LIMITS));
            for (var range : ranges) {
                for (var limit : range.at("/spec/limits")) {
                    if (limit.path("type").asText().equals("Container")) {
                        addMissingAmounts(container, REQUESTS, limit.path("defaultRequest"));
                        addMissingAmounts(container, LIMITS, limit.path("default"));
                    }
                }
            }
        }
    }

    private static void addMissingAmounts(ObjectNode container, String side, JsonNode amounts) {
        if (!amounts.isEmpty()) {
            childObject(container, "resources").flatMap(resources -> childObject(resources, side))
                    .ifPresent(there -> amounts
                            .properties().stream().filter(each -> !there.has(each.getKey()))
                            .forEach(each -> there.set(each.getKey(), each.getValue())));
        }
    }

    /** Returns a child object, created where it is missing; empty where another value is there. */
    private static Optional<ObjectNode> childObject(ObjectNode parent, String field) {
        return parent.path(field) instanceof ObjectNode there ? Optional.of(there)
                : parent.hasNonNull(field) ? Optional.empty() : Optional.of(parent.putObject(field));
    }

    private static List<ObjectNode> containersOf(JsonNode pod) {
        var found = new ArrayList<ObjectNode>();
        for (var list : List.of("initContainers", "containers")) {
            pod.path("spec").path(list).forEach(element -> {
                if (element instanceof ObjectNode container) {
                    found.add(container);
                }
            });
        }
        return found;
    }

    /** Returns the refusals of a pod that has its defaults. */
    List<PodCreationRefusal> refusalsOf(JsonNode pod) {
        var refusals = new ArrayList<PodCreationRefusal>();
        var containers = containersOf(pod).stream().map(LimitRangeAdmission::containerPart).toList();
        var whole = podPart(pod);
        for (var range : ranges) {
            var name = range.at("/metadata/name").asText();
            for (var limit : range.at("/spec/limits")) {
                var type = limit.path("type").asText();
                var parts = type.equals("Container") ? containers
                        : type.equals("Pod") ? List.of(whole)
                                : List.<LimitedContainerOrPod>of();
                parts.forEach(part -> refusals.addAll(boundRefusals(name, limit, part)));
            }
        }
        containers.forEach(container -> refusals.addAll(requestRefusals(container)));
        return List.copyOf(refusals);
    }

    /** Returns refusals of requests above a default limit, and of device requests that differ from their limit. */
    private List<PodCreationRefusal> requestRefusals(LimitedContainerOrPod container) {
        var refusals = new ArrayList<PodCreationRefusal>();
        container.requests().forEach((resource, asked) -> {
            var most = container.limits().get(resource);
            int apart = most == null ? 0 : asked.compareTo(most);
            if (most != null && (apart > 0 || (apart < 0 && resource.contains("/")))) {
                findDefaultLimitRange(resource, most).ifPresent(range -> refusals.add(new PodCreationRefusal(
                        "LimitRange %s limits %s of a container that names no limit to %s, and %s asks for %s"
                                .formatted(
                                        range, resource, QuantityParser.quantityText(most), container.name(),
                                        QuantityParser.quantityText(asked)),
                        "Limit %s of %s to %s".formatted(resource, container.name(),
                                QuantityParser.quantityText(asked)))));
            }
        });
        return refusals;
    }

    /** Returns the name of the range that sets this amount of a resource as the default limit. */
    private Optional<String> findDefaultLimitRange(String resource, BigDecimal amount) {
        return ranges.stream().filter(range -> range.at("/spec/limits").valueStream()
                .filter(limit -> limit.path("type").asText().equals("Container"))
                .map(limit -> parseAmounts(limit.path("default")).get(resource))
                .anyMatch(given -> given != null && given.compareTo(amount) == 0))
                .map(range -> range.at("/metadata/name").asText()).findFirst();
    }

    /** Returns the refusals of a PersistentVolumeClaim that requests too much or too little storage. */
    List<PodCreationRefusal> claimRefusals(JsonNode claim) {
        var refusals = new ArrayList<PodCreationRefusal>();
        for (var range : ranges) {
            var name = range.at("/metadata/name").asText();
            for (var limit : range.at("/spec/limits")) {
                if (limit.path("type").asText().equals("PersistentVolumeClaim")) {
                    refusals.addAll(claimBoundRefusals(claim, limit.path("max"), 1,
                            "LimitRange %s lets a claim ask for at most".formatted(name)));
                    refusals.addAll(claimBoundRefusals(claim, limit.path("min"), -1,
                            "LimitRange %s wants each claim to ask for at least".formatted(name)));
                }
            }
        }
        return refusals;
    }

    /** @param side on which of the bounds it may not lie */
    private static List<PodCreationRefusal> claimBoundRefusals(JsonNode claim, JsonNode bounds, int side, String rule) {
        var name = claim.at("/metadata/name").asText();
        var asked = claim.at("/spec/resources/requests");
        var has = parseAmounts(asked);
        var refusals = new ArrayList<PodCreationRefusal>();
        parseAmounts(bounds).forEach((resource, bound) -> {
            var amount = has.get(resource);
            if (amount == null || amount.compareTo(bound) * side > 0) {
                var said = bounds.path(resource).asText();
                refusals.add(new PodCreationRefusal("the claim %s that each of its pods mounts".formatted(name),
                        "%s %s of %s, and %s asks for %s".formatted(rule, said, resource, name,
                                amount == null ? "none" : asked.path(resource).asText()),
                        "Ask for %s of %s in claim %s".formatted(said, resource, name)));
            }
        });
        return refusals;
    }

    private static LimitedContainerOrPod containerPart(JsonNode container) {
        return new LimitedContainerOrPod("“%s”".formatted(container.path("name").asText()),
                parseAmounts(container.path("resources").path(LIMITS)),
                parseAmounts(container.path("resources").path(REQUESTS)));
    }

    private static Map<String, BigDecimal> parseAmounts(JsonNode said) {
        var amounts = new TreeMap<String, BigDecimal>();
        said.properties().forEach(each -> QuantityParser.parseExact(each.getValue().asText())
                .ifPresent(amount -> amounts.put(each.getKey(), amount)));
        return amounts;
    }

    private static LimitedContainerOrPod podPart(JsonNode pod) {
        return new LimitedContainerOrPod("the pod", toExactAmounts(PodSchedulerRequests.limitsWithoutOverhead(pod)),
                toExactAmounts(PodSchedulerRequests.requestsWithoutOverhead(pod)));
    }

    private static Map<String, BigDecimal> toExactAmounts(ResourceAmounts amounts) {
        var exact = new TreeMap<String, BigDecimal>();
        amounts.toMap().forEach((name, amount) -> exact.put(name,
                BigDecimal.valueOf(amount, name.equals(ResourceAmounts.CPU) ? 3 : 0)));
        return exact;
    }

    private static List<PodCreationRefusal> boundRefusals(String range, JsonNode limit, LimitedContainerOrPod part) {
        var each = limit.path("type").asText().equals("Pod") ? "pod" : "container";
        var refusals = new ArrayList<PodCreationRefusal>();
        parseAmounts(limit.path("max")).forEach((resource, most) -> {
            var text = "LimitRange %s lets a %s have at most %s of %s".formatted(range, each,
                    QuantityParser.quantityText(most),
                    resource);
            excessText(part.limits().get(resource), part.requests().get(resource), most)
                    .ifPresent(has -> refusals
                            .add(new PodCreationRefusal("%s, and %s %s".formatted(text, part.name(), has),
                                    "Limit %s of %s to %s, or have LimitRange %s allow more".formatted(resource,
                                            part.name(),
                                            QuantityParser.quantityText(most), range))));
        });
        parseAmounts(limit.path("min")).forEach((resource, least) -> {
            var asked = part.requests().get(resource);
            if (asked == null || asked.compareTo(least) < 0) {
                refusals.add(new PodCreationRefusal(
                        "LimitRange %s wants at least %s of %s for each %s, and %s asks for %s"
                                .formatted(range, QuantityParser.quantityText(least), resource, each, part.name(),
                                        asked == null ? "none" : QuantityParser.quantityText(asked)),
                        "Ask for %s of %s in %s, or have LimitRange %s allow less".formatted(
                                QuantityParser.quantityText(least),
                                resource, part.name(), range)));
            }
        });
        parseAmounts(limit.path("maxLimitRequestRatio"))
                .forEach((resource, ratio) -> ratioRefusal(range, resource, ratio, part).ifPresent(refusals::add));
        return refusals;
    }

    private static Optional<PodCreationRefusal> ratioRefusal(String range, String resource, BigDecimal ratio,
            LimitedContainerOrPod part) {
        var most = part.limits().get(resource);
        var asked = part.requests().get(resource);
        if (most == null || asked == null) {
            return Optional.of(new PodCreationRefusal(
                    "LimitRange %s compares what is asked for of %s with its limit, and %s names no %s"
                            .formatted(range, resource, part.name(), most == null ? "limit of it" : "request of it"),
                    "Ask for %s in %s, and limit it".formatted(resource, part.name())));
        }
        if (most.compareTo(asked.multiply(ratio)) <= 0) {
            return Optional.empty();
        }
        return Optional.of(new PodCreationRefusal(
                "LimitRange %s lets a limit of %s be at most %s times what is asked for, and %s asks for %s and has %s"
                        .formatted(range, resource, QuantityParser.quantityText(ratio), part.name(),
                                QuantityParser.quantityText(asked), QuantityParser.quantityText(most)),
                "Ask for more of %s in %s, or limit it to less".formatted(resource, part.name())));
    }

    private static Optional<String> excessText(@Nullable BigDecimal limit,
            @Nullable BigDecimal asked, BigDecimal most) {
        if (limit == null) {
            return Optional.of("names no limit of it");
        }
        return limit.compareTo(most) > 0 ? Optional.of("has " + QuantityParser.quantityText(limit))
                : asked != null && asked.compareTo(most) > 0
                        ? Optional.of("asks for " + QuantityParser.quantityText(asked))
                        : Optional.empty();
    }
}
