package tessera.scheduling;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What pods demand of nodes, volumes and each other, for {@link NaiveScheduler}. */
final class NaivePodRules {

    private static final Pattern INTEGER = Pattern.compile("-?\\d{1,18}");
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";

    private final RandomSchedulingCluster cluster;

    NaivePodRules(RandomSchedulingCluster cluster) {
        this.cluster = cluster;
    }

    Map<String, String> labels(JsonNode object) {
        var labels = new HashMap<String, String>();
        object.at("/metadata/labels").properties().forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        return labels;
    }

    private static List<String> texts(JsonNode list) {
        return list.valueStream().map(JsonNode::asText).toList();
    }

    private static boolean holds(JsonNode expression, Map<String, String> labels) {
        var value = labels.get(expression.path("key").asText());
        var values = texts(expression.path("values"));
        return switch (expression.path("operator").asText()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && INTEGER.matcher(value).matches()
                    && Long.parseLong(value) > Long.parseLong(values.getFirst());
            case "Lt" -> value != null && INTEGER.matcher(value).matches()
                    && Long.parseLong(value) < Long.parseLong(values.getFirst());
            default -> false;
        };
    }

    /** A selector selects nobody where it is missing, everybody where it is empty. */
    boolean selects(JsonNode selector, Map<String, String> labels) {
        return selector.isObject()
                && selector.path("matchLabels").properties().stream()
                        .allMatch(each -> each.getValue().asText().equals(labels.get(each.getKey())))
                && selector.path("matchExpressions").valueStream().allMatch(each -> holds(each, labels));
    }

    /** Why no node is looked at. */
    Optional<String> refusal(JsonNode pod) {
        var pinned = pinned(pod);
        if (pinned.isPresent() && pinned.get().isEmpty()) {
            return Optional.of("pod affinity terms conflict");
        }
        return Optional.empty();
    }

    static boolean termsHold(JsonNode required, JsonNode node) {
        if (!required.isObject()) {
            return true;
        }
        var labels = new HashMap<String, String>();
        node.at("/metadata/labels").properties().forEach(each -> labels.put(each.getKey(), each.getValue().asText()));
        var fields = Map.of("metadata.name", NaiveScheduler.name(node));
        return required.path("nodeSelectorTerms").valueStream()
                .anyMatch(term -> !(term.path("matchExpressions").isEmpty() && term.path("matchFields").isEmpty())
                        && term.path("matchExpressions").valueStream().allMatch(each -> holds(each, labels))
                        && term.path("matchFields").valueStream().allMatch(each -> holds(each, fields)));
    }

    private static JsonNode nodeAffinity(JsonNode pod) {
        return pod.at("/spec/affinity/nodeAffinity").path(REQUIRED);
    }

    /** The only nodes that the affinity allows, where each of its terms names some. */
    private static Optional<Set<String>> pinned(JsonNode pod) {
        var all = new HashSet<String>();
        var terms = nodeAffinity(pod).path("nodeSelectorTerms");
        for (var term : terms) {
            var fields = term.path("matchFields").valueStream()
                    .filter(field -> field.path("operator").asText().equals("In")).toList();
            if (fields.isEmpty()) {
                return Optional.empty();
            }
            var names = new HashSet<>(texts(fields.getFirst().path("values")));
            fields.forEach(field -> names.retainAll(texts(field.path("values"))));
            all.addAll(names);
        }
        return terms.isEmpty() ? Optional.empty() : Optional.of(all);
    }

    /** What the node itself is against. */
    Optional<String> ownReason(JsonNode pod, JsonNode node) {
        if (pinned(pod).filter(names -> !names.contains(NaiveScheduler.name(node))).isPresent()) {
            return Optional.of("node(s) didn't satisfy plugin(s) [NodeAffinity]");
        }
        if (node.at("/spec/unschedulable").asBoolean()
                && !tolerates(pod, "node.kubernetes.io/unschedulable", "", "NoSchedule")) {
            return Optional.of("node(s) were unschedulable");
        }
        if (!toleratesAll(pod, node)) {
            return Optional.of("node(s) had untolerated taint(s)");
        }
        return matches(pod, node) ? Optional.empty() : Optional.of("node(s) didn't match Pod's node affinity/selector");
    }

    private boolean matches(JsonNode pod, JsonNode node) {
        var labels = labels(node);
        return pod.at("/spec/nodeSelector").properties().stream()
                .allMatch(each -> each.getValue().asText().equals(labels.get(each.getKey())))
                && termsHold(nodeAffinity(pod), node);
    }

    private static boolean toleratesAll(JsonNode pod, JsonNode node) {
        return node.at("/spec/taints").valueStream()
                .allMatch(taint -> taint.path("effect").asText().equals("PreferNoSchedule") || tolerates(pod,
                        taint.path("key").asText(), taint.path("value").asText(), taint.path("effect").asText()));
    }

    private static boolean tolerates(JsonNode pod, String key, String value, String effect) {
        for (var toleration : pod.at("/spec/tolerations")) {
            var of = toleration.path("key").asText();
            boolean exists = toleration.path("operator").asText().equals("Exists");
            boolean sameKey = of.equals(key) || (of.isEmpty() && exists);
            boolean sameValue = exists || toleration.path("value").asText().equals(value);
            boolean sameEffect = !toleration.has("effect") || toleration.path("effect").asText().equals(effect);
            if (sameKey && sameValue && sameEffect) {
                return true;
            }
        }
        return false;
    }

    Optional<String> spreadReason(JsonNode pod, JsonNode node, List<JsonNode> nodes,
            Map<String, List<JsonNode>> placed) {
        var constraints = pod.at("/spec/topologySpreadConstraints").valueStream()
                .filter(each -> each.path("whenUnsatisfiable").asText().equals("DoNotSchedule")).toList();
        var keys = constraints.stream().map(each -> each.path("topologyKey").asText()).toList();
        for (var constraint : constraints) {
            var key = constraint.path("topologyKey").asText();
            if (!labels(node).containsKey(key)) {
                return Optional.of("node(s) didn't match pod topology spread constraints (missing required label)");
            }
            var counts = new HashMap<String, Integer>();
            for (var other : nodes) {
                if (labels(other).keySet().containsAll(keys) && takesPart(constraint, pod, other)) {
                    counts.merge(labels(other).get(key),
                            (int) placed.getOrDefault(NaiveScheduler.name(other), List.of()).stream()
                                    .filter(each -> counts(constraint, pod, each)).count(),
                            Integer::sum);
                }
            }
            int fewest = counts.size() < constraint.path("minDomains").asInt(1) ? 0
                    : counts.values().stream().min(Integer::compare).orElse(0);
            int self = selects(constraint.path("labelSelector"), labels(pod)) ? 1 : 0;
            if (counts.getOrDefault(labels(node).get(key), 0) + self - fewest > constraint.path("maxSkew").asInt()) {
                return Optional.of("node(s) didn't match pod topology spread constraints");
            }
        }
        return Optional.empty();
    }

    private boolean takesPart(JsonNode constraint, JsonNode pod, JsonNode node) {
        return (constraint.path("nodeAffinityPolicy").asText().equals("Ignore") || matches(pod, node))
                && (!constraint.path("nodeTaintsPolicy").asText().equals("Honor") || toleratesAll(pod, node));
    }

    private boolean counts(JsonNode constraint, JsonNode pod, JsonNode other) {
        return !other.path("metadata").has("deletionTimestamp")
                && other.at("/metadata/namespace").equals(pod.at("/metadata/namespace"))
                && selects(constraint.path("labelSelector"), labels(other));
    }

    Optional<String> affinityReason(JsonNode pod, JsonNode node, List<JsonNode> nodes,
            Map<String, List<JsonNode>> placed) {
        if (!nearThoseItWants(pod, node, nodes, placed)) {
            return Optional.of("node(s) didn't match pod affinity rules");
        }
        for (var term : terms(pod, "podAntiAffinity")) {
            if (neighbours(term, node, nodes, placed).stream().anyMatch(other -> isMeant(term, pod, other))) {
                return Optional.of("node(s) didn't match pod anti-affinity rules");
            }
        }
        for (var other : nodes) {
            for (var there : placed.getOrDefault(NaiveScheduler.name(other), List.of())) {
                for (var term : terms(there, "podAntiAffinity")) {
                    if (sameDomain(term, node, other) && isMeant(term, there, pod)) {
                        return Optional.of("node(s) didn't satisfy existing pods anti-affinity rules");
                    }
                }
            }
        }
        return Optional.empty();
    }

    private boolean nearThoseItWants(JsonNode pod, JsonNode node, List<JsonNode> nodes,
            Map<String, List<JsonNode>> placed) {
        var terms = terms(pod, "podAffinity");
        boolean labelled = terms.stream().allMatch(term -> labels(node).containsKey(term.path("topologyKey").asText()));
        boolean near = terms.stream().allMatch(term -> neighbours(term, node, nodes, placed).stream()
                .anyMatch(other -> terms.stream().allMatch(each -> isMeant(each, pod, other))));
        boolean alone = nodes.stream().noneMatch(
                other -> terms.stream().anyMatch(term -> labels(other).containsKey(term.path("topologyKey").asText()))
                        && placed.getOrDefault(NaiveScheduler.name(other), List.of()).stream()
                                .anyMatch(there -> terms.stream().allMatch(term -> isMeant(term, pod, there))));
        return labelled && (near || (alone && terms.stream().allMatch(term -> isMeant(term, pod, pod))));
    }

    private static List<JsonNode> terms(JsonNode pod, String kind) {
        return pod.at("/spec/affinity").path(kind).path(REQUIRED).valueStream().toList();
    }

    private boolean sameDomain(JsonNode term, JsonNode node, JsonNode other) {
        var value = labels(node).get(term.path("topologyKey").asText());
        return value != null && value.equals(labels(other).get(term.path("topologyKey").asText()));
    }

    private List<JsonNode> neighbours(JsonNode term, JsonNode node, List<JsonNode> nodes,
            Map<String, List<JsonNode>> placed) {
        return nodes.stream().filter(other -> sameDomain(term, node, other))
                .flatMap(other -> placed.getOrDefault(NaiveScheduler.name(other), List.of()).stream()).toList();
    }

    /** Whether a term of a pod is about another. */
    private boolean isMeant(JsonNode term, JsonNode owner, JsonNode other) {
        var place = other.at("/metadata/namespace").asText();
        boolean own = term.path("namespaces").isEmpty() && !term.has("namespaceSelector")
                && place.equals(owner.at("/metadata/namespace").asText());
        var namespace = cluster.object("namespaces", place);
        boolean selected = selects(term.path("namespaceSelector"), labels(namespace));
        return (own || selected || texts(term.path("namespaces")).contains(place))
                && selects(term.path("labelSelector"), labels(other));
    }
}
