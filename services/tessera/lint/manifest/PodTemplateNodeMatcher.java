package tessera.lint.manifest;

import java.util.List;
import java.util.Map;
import tessera.kube.labels.LabelRequirement;
import tessera.kube.scheduling.Taint;
import tessera.kube.scheduling.Toleration;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestValue;
import tessera.model.NodeSummary;
import tessera.model.NodeWithBoundPods;
import tessera.sharing.GpuSharingStrategyLookup;

/** Matches the selectors, tolerations and requests of a pod template with nodes. */
public final class PodTemplateNodeMatcher {

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
                || template.allContainers().stream().flatMap(container -> container.requests().stream())
                        .noneMatch(request -> request.resource().equals(resource) && request.count() > 1);
    }

    /** Returns the taints of a node that keep its pods away. */
    public List<Taint> untoleratedTaints(NodeSummary node) {
        var tolerations = spec.at("tolerations").items().stream().map(PodTemplateNodeMatcher::tolerationOf).toList();
        return node.taints().stream().filter(taint -> taint.repels() && !taint.key().startsWith(NODE)
                && !isToleratedByServer(node, taint) && !Toleration.anyTolerates(tolerations, taint)).toList();
    }

    /** Returns whether the cluster adds the toleration itself. */
    private boolean isToleratedByServer(NodeSummary node, Taint taint) {
        return node.isGkeNode() && taint.effect().equals("NoSchedule")
                && template.extendedRequests().getOrDefault(taint.key(), 0L) > 0;
    }

    private static Toleration tolerationOf(ManifestValue toleration) {
        return new Toleration(toleration.at("key").text(), toleration.at("operator").text(),
                toleration.at("value").text(), toleration.at("effect").text(), null);
    }

    /** Returns whether it selects a node with these labels. */
    public boolean selectsLabels(Map<String, String> labels) {
        boolean selected = spec.at("nodeSelector").entries().stream()
                .allMatch(entry -> entry.value().text().equals(labels.get(entry.name())));
        var terms = spec
                .at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution", "nodeSelectorTerms")
                .items();
        return selected && (terms.isEmpty() || terms.stream().anyMatch(term -> matchesTerm(term, labels)));
    }

    private static boolean matchesTerm(ManifestValue term, Map<String, String> labels) {
        return term.at("matchExpressions").items().stream()
                .allMatch(expression -> matchesExpression(expression, labels));
    }

    /** Returns whether labels match an expression; one with an operator that no server knows excludes nothing. */
    public static boolean matchesExpression(ManifestValue expression, Map<String, String> labels) {
        var requirement = new LabelRequirement(expression.at("key").text(), expression.at("operator").text(),
                expression.at("values").texts());
        return !requirement.hasKnownOperator() || requirement.matchesLabels(labels);
    }
}
