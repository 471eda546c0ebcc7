package tessera.lint.manifest;

import java.util.List;
import java.util.Map;
import tessera.lint.source.ManifestValue;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.model.Taint;
import tessera.sharing.GpuSharingStrategyLookup;

/** Matches the selectors, tolerations and requests of a pod template with nodes. */
public final class PodTemplateNodeMatcher {

    private static final String PREFERENCE = "PreferNoSchedule";
    private static final String NODE = "node.kubernetes.io/";

    private final ManifestPodTemplate template;
    private final ManifestValue spec;

    private PodTemplateNodeMatcher(ManifestPodTemplate template) {
        this.template = template;
        spec = template.spec();
    }

    public static PodTemplateNodeMatcher of(ManifestPodTemplate template) {
        return new PodTemplateNodeMatcher(template);
    }

    /** Returns whether an empty node has the devices that a pod requests. */
    public boolean fitsEmptyNode(NodeWithBoundPods node) {
        return template.extendedRequests().entrySet().stream()
                .allMatch(entry -> node.nodeSummary().allocatable().get(entry.getKey()) >= entry.getValue()
                        && offersWholeDevices(node, entry.getKey()));
    }

    /** Returns whether a resource serves its containers: shares named like GPUs do not for a request of several. */
    public boolean offersWholeDevices(NodeWithBoundPods node, String resource) {
        return GpuSharingStrategyLookup.find(node.nodeSummary().labels(), resource).isEmpty()
                || template.allContainers().stream()
                        .flatMap(container -> container.requests().stream())
                        .noneMatch(request -> request.resource().equals(resource) && request.count() > 1);
    }

    /** Returns the taints of a node that keep its pods away. */
    public List<Taint> untoleratedTaints(NodeSummary node) {
        var tolerations = spec.at("tolerations").items();
        return node.taints().stream().filter(taint -> !taint.effect().equals(PREFERENCE)
                && !taint.key().startsWith(NODE) && !isToleratedByServer(node, taint)
                && tolerations.stream().noneMatch(one -> tolerates(one, taint)))
                .toList();
    }

    /** Returns whether the cluster adds the toleration itself. */
    private boolean isToleratedByServer(NodeSummary node, Taint taint) {
        return node.isGkeNode() && taint.effect().equals("NoSchedule")
                && template.extendedRequests().getOrDefault(taint.key(), 0L) > 0;
    }

    private static boolean tolerates(ManifestValue toleration, Taint taint) {
        var effect = toleration.at("effect").text();
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        boolean exists = toleration.at("operator").text().equals("Exists");
        var key = toleration.at("key").text();
        return key.isEmpty() ? exists
                : key.equals(taint.key()) && (exists || toleration.at("value").text().equals(taint.value()));
    }

    /** Returns whether it selects a node with these labels. */
    public boolean selectsLabels(Map<String, String> labels) {
        boolean selected = spec.at("nodeSelector").entries().stream()
                .allMatch(entry -> entry.value().text().equals(labels.get(entry.name())));
        var terms = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms").items();
        return selected
                && (terms.isEmpty() || terms.stream().anyMatch(term -> term.at("matchExpressions").items().stream()
                        .allMatch(expression -> matchesExpression(expression, labels))));
    }

    /** Returns whether labels match an expression. */
    public static boolean matchesExpression(ManifestValue expression, Map<String, String> labels) {
        var value = labels.get(expression.at("key").text());
        List<String> values = expression.at("values").texts();
        return switch (expression.at("operator").text()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && parseNumber(value) > parseNumber(values.isEmpty() ? "" : values.getFirst());
            case "Lt" -> value != null && parseNumber(value) < parseNumber(values.isEmpty() ? "" : values.getFirst());
            default -> true;
        };
    }

    private static double parseNumber(String text) {
        return text.matches("-?\\d{1,15}") ? Long.parseLong(text) : Double.NaN;
    }
}
