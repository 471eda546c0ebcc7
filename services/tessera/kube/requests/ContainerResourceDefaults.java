package tessera.kube.requests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The requests and limits that the API server adds to the containers of a new pod. Changes the pod. */
public final class ContainerResourceDefaults {

    private static final String LIMITS = "limits";
    private static final String REQUESTS = "requests";
    private static final String RESOURCES = "resources";

    private ContainerResourceDefaults() {}

    /** Copies limits to requests that are missing, as the API server does before it admits a pod. */
    public static void addRequestsFromLimits(ObjectNode pod) {
        for (var container : containersOf(pod)) {
            childObject(container, RESOURCES);
            addMissing(container, REQUESTS, container.path(RESOURCES).path(LIMITS));
        }
        if (pod.path("spec") instanceof ObjectNode spec && spec.path(RESOURCES).isObject()) {
            var requests = spec.objectNode();
            PodResourceCalculator.IN_QUANTITIES.podLevelRequests(pod)
                    .forEach((name, amount) -> requests.put(name, amount.canonicalText()));
            addMissing(spec, REQUESTS, requests);
        }
    }

    /** Adds amounts that a container lacks, and returns their resources. What is no mapping is left alone. */
    public static List<String> addMissing(ObjectNode container, String side, JsonNode amounts) {
        if (amounts.isEmpty()) {
            return List.of();
        }
        var there = childObject(container, RESOURCES).flatMap(resources -> childObject(resources, side));
        if (there.isEmpty()) {
            return List.of();
        }
        var missing = amounts.properties().stream().map(Map.Entry::getKey).filter(name -> !there.get().hasNonNull(name))
                .toList();
        missing.forEach(name -> there.get().put(name, amounts.path(name).asText()));
        return missing;
    }

    /** Returns the containers that a pod starts, and then its init containers, in the order of the API server's checks. */
    public static List<ObjectNode> containersOf(JsonNode pod) {
        var found = new ArrayList<ObjectNode>();
        for (var list : List.of("containers", "initContainers")) {
            for (var element : pod.path("spec").path(list)) {
                if (element instanceof ObjectNode container) {
                    found.add(container);
                }
            }
        }
        return found;
    }

    /** Returns a child object, created where it is missing; empty where another value is there. */
    private static Optional<ObjectNode> childObject(ObjectNode parent, String field) {
        if (parent.path(field) instanceof ObjectNode there) {
            return Optional.of(there);
        }
        if (parent.hasNonNull(field)) {
            return Optional.empty();
        }
        return Optional.of(parent.putObject(field));
    }
}
