package tessera.lint.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.gpu.UnadvertisedDeviceCalculator;
import tessera.kube.scheduling.Taint;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.NodeSelectionLintFixes;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateNodeMatcher;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.NodeWithBoundPods;
import tessera.model.SpellingSuggestionFinder;
import tessera.sharing.DeviceShareCounts;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Checks that a cluster has what a manifest requires. */
final class ClusterPrerequisiteLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ClusterPrerequisiteLintChecks.class);
    private static final Pattern CUDA = Pattern.compile("(?s)(?:.*cuda:|.*[:-]cuda|.*-cu)(\\d{2})[.\\d].*");
    private static final String ABSENT = "cluster-resource-absent";
    /** The namespace that every cluster has. */
    private static final String ALWAYS = "default";
    private static final int MOST = 3;
    /** For which CUDA the older images are that are known. */
    private static final int FITTING = 12;
    private static final String RUNTIME = "nvidia.com/cuda.runtime-version.major";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var cluster = context.cluster().orElse(null);
        if (cluster != null) {
            // What no server knows any more is told as that.
            boolean gone = context.facts().findApi(object.apiVersion(), object.kind())
                    .filter(outdatedApiVersion -> !outdatedApiVersion.legacy()).isPresent()
                    || ObjectKindExistenceLintChecks.isMistaken(object, context.facts());
            var versions = cluster.kinds().get(object.apiVersion() + "/" + object.kind());
            if (!gone && versions != null && !versions.contains(object.apiVersion())) {
                checkUnserved(object, versions, context);
            }
            checkNamespace(object, cluster, context);
        }
    }

    private static void checkUnserved(ManifestKubernetesObject object, List<String> versions,
            LintCheckContext context) {
        if (versions.isEmpty()) {
            context.addFinding("cluster-kind-unknown", object.at("kind"),
                    new LintClusterReason.UninstalledKind(object.kind(), object.apiVersion()));
            return;
        }
        var version = object.at("apiVersion");
        context.addChoice("cluster-version-unserved", version,
                new LintClusterReason.UnservedVersion(object.kind(), versions, object.apiVersion()),
                versions.stream().flatMap(served -> ManifestSourceEditor
                        .fixOf(MESSAGES.text("fix.write", served), ManifestSourceEditor.replace(version, served))
                        .stream()).toList());
    }

    private static void checkNamespace(ManifestKubernetesObject object, ManifestTargetCluster cluster,
            LintCheckContext context) {
        var name = object.at("metadata", "namespace");
        var gap = cluster.unknownReasons().get("Namespace");
        if (name.isPresent() && !name.isTemplated() && gap != null && !name.text().equals(ALWAYS)
                && !isCreated("Namespace", name, "", context)
                && cluster.snapshot().pods().noneMatch(pod -> pod.namespace().equals(name.text()))) {
            context.addDoubt("cluster-namespace-absent", name, LintSeverity.HINT,
                    new LintClusterReason.UncheckedNamespace(name.text(), gap), List.of());
        }
        if (name.isPresent() && cluster.lacksNamespace(name.text()) && !isCreated("Namespace", name, "", context)) {
            context.addChoice("cluster-namespace-absent", name, new LintClusterReason.NoSuchNamespace(name.text()),
                    SpellingSuggestionFinder.findMistyped(name.text(), cluster.namespaces().orElse(Set.of())).stream()
                            .flatMap(near -> ManifestSourceEditor
                                    .fixOf(MESSAGES.text("fix.write", near), ManifestSourceEditor.replace(name, near))
                                    .stream())
                            .toList());
        }
    }

    private static boolean isCreated(String kind, ManifestValue name, String group, LintCheckContext context) {
        return context.objects(group, kind).anyMatch(other -> other.name().equals(name.text()));
    }

    /** Checks the name of a class, which a server looks up only when it creates pods, long after it accepted the workload. */
    private static void checkClassName(ManifestValue name, String group, String kind, ManifestTargetCluster cluster,
            LintCheckContext context) {
        var known = cluster.classes().get(kind);
        if (!name.isPresent() || name.isTemplated() || isCreated(kind, name, group, context)) {
            return;
        }
        var gap = cluster.unknownReasons().get(kind);
        if (gap != null) {
            context.addDoubt("cluster-class-absent", name, LintSeverity.HINT,
                    new LintClusterReason.UncheckedClass(kind, name.text(), gap), List.of());
        } else if (known != null && !known.contains(name.text())) {
            context.addChoice("cluster-class-absent", name, new LintClusterReason.MissingClass(kind, name.text()),
                    ManifestSourceEditor.availableFixes(
                            SpellingSuggestionFinder.nearestName(name.text(), known)
                                    .flatMap(near -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", near),
                                            ManifestSourceEditor.replace(name, near))),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                    ManifestSourceEditor.remove(name))));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (template.complete()) {
            context.cluster().ifPresent(cluster -> {
                checkClassName(template.spec().at("priorityClassName"), "scheduling.k8s.io", "PriorityClass", cluster,
                        context);
                checkClassName(template.spec().at("runtimeClassName"), "node.k8s.io", "RuntimeClass", cluster, context);
            });
            context.cluster().filter(ManifestTargetCluster::seesNodes)
                    .ifPresent(cluster -> checkNodes(template, cluster, context));
        }
    }

    private static void checkNodes(ManifestPodTemplate template, ManifestTargetCluster cluster,
            LintCheckContext context) {
        var nodes = cluster.snapshot().nodes();
        for (var wanted : template.extendedRequests().entrySet()) {
            if (context.facts().findMistake("resources", wanted.getKey()).isPresent()) {
                // What is no name at all is told as that.
                continue;
            }
            long maximum = nodes.stream().mapToLong(node -> node.nodeSummary().allocatable().get(wanted.getKey())).max()
                    .orElse(0);
            if (wanted.getValue() > 0 && maximum == 0 && !cluster.isClaimable(wanted.getKey())) {
                reportAbsent(template, wanted, cluster, context);
                return;
            }
            long whole = nodes.stream()
                    .filter(node -> PodTemplateNodeMatcher.of(template).offersWholeDevices(node, wanted.getKey()))
                    .mapToLong(node -> node.nodeSummary().allocatable().get(wanted.getKey())).max().orElse(0);
            if (maximum > 0 && wanted.getValue() > whole && !isWithheld(wanted, cluster)) {
                reportTooLarge(template, wanted, whole, maximum, context);
                return;
            }
        }
        var offering = nodes.stream().filter(PodTemplateNodeMatcher.of(template)::fitsEmptyNode).toList();
        var selected = offering.stream()
                .filter(node -> PodTemplateNodeMatcher.of(template).selectsLabels(node.nodeSummary().labels()))
                .toList();
        if (selected.isEmpty() && !offering.isEmpty()) {
            reportNoMatch(template, offering, context);
        } else {
            checkTaints(template, selected, context);
            checkImages(template, selected, context);
        }
    }

    /**
     * Reports an amount that no node has.
     *
     * @param whole   the most whole devices of a node
     * @param maximum the most of a node, with shares
     */
    private static void reportTooLarge(ManifestPodTemplate template, Map.Entry<String, Long> wanted, long whole,
            long maximum, LintCheckContext context) {
        long fewer = Math.max(1, whole);
        reportLacking("cluster-amount-too-large", requestPlace(template, wanted.getKey()),
                new LintClusterReason.RequestAboveNodes(wanted.getValue(), wanted.getKey(), whole, maximum > whole,
                        autoscales(context)),
                soleRequest(template, wanted.getKey())
                        .flatMap(request -> ResourceRequestLintFixes
                                .toAmount(request, Long.toString(fewer - wanted.getValue() + request.count())).stream())
                        .toList(),
                context);
    }

    private static void reportNoMatch(ManifestPodTemplate template, List<NodeWithBoundPods> offering,
            LintCheckContext context) {
        var selector = template.spec().at("nodeSelector");
        reportLacking("cluster-selector-matches-nothing",
                selector.isPresent() ? selector : template.spec().at("affinity"),
                new LintClusterReason.NoMatchingNode(offering.size(), autoscales(context)),
                NodeSelectionLintFixes.toOfferingNodes(template, offering), context);
    }

    /** Reports what no node has now; where an autoscaler adds nodes, one may come. */
    private static void reportLacking(String rule, ManifestValue value, Reason reason, List<LintFix> fixes,
            LintCheckContext context) {
        if (autoscales(context)) {
            context.addDoubt(rule, value, LintSeverity.WARNING, reason, fixes);
        } else {
            context.addChoice(rule, value, reason, fixes);
        }
    }

    private static boolean autoscales(LintCheckContext context) {
        return context.cluster().filter(ManifestTargetCluster::autoscales).isPresent();
    }

    /** Returns whether a machine has that much, and does not offer it for now. */
    private static boolean isWithheld(Map.Entry<String, Long> wanted, ManifestTargetCluster cluster) {
        return cluster.snapshot().nodes().stream()
                .anyMatch(node -> UnadvertisedDeviceCalculator.lacksForNow(node, wanted.getKey(), wanted.getValue()));
    }

    private static void reportAbsent(ManifestPodTemplate template, Map.Entry<String, Long> wanted,
            ManifestTargetCluster cluster, LintCheckContext context) {
        var alike = ResourceRequestLintFixes.offeredByVendor(cluster, wanted.getKey()).stream()
                .filter(name -> wanted.getValue() == 1 || !name.endsWith(DeviceShareCounts.SHARED)).toList();
        boolean classesRead = cluster.claimableResources().isPresent();
        boolean lacking = classesRead && context.isAccelerator(wanted.getKey());
        var reason = new LintClusterReason.UnadvertisedResource(wanted.getKey(), alike, lacking && autoscales(context),
                !classesRead);
        var value = requestPlace(template, wanted.getKey());
        if (isWithheld(wanted, cluster)) {
            context.addDoubt(ABSENT, value, LintSeverity.WARNING,
                    new LintClusterReason.TemporarilyUnadvertised(wanted.getKey()), List.of());
        } else if (lacking) {
            reportLacking(ABSENT, value, reason, replaceResource(template, wanted.getKey(), alike), context);
        } else if (classesRead) {
            context.addChoice(ABSENT, value, reason, replaceResource(template, wanted.getKey(), alike));
        } else {
            context.addDoubt(ABSENT, value, LintSeverity.WARNING, reason,
                    replaceResource(template, wanted.getKey(), alike));
        }
    }

    private static ManifestValue requestPlace(ManifestPodTemplate template, String resource) {
        return template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> request.resource().equals(resource)).map(request -> request.value().key())
                .findFirst().orElse(template.spec());
    }

    /** Returns fixes to available resources in place of one that no node offers. */
    private static List<LintFix> replaceResource(ManifestPodTemplate template, String resource, List<String> alike) {
        return soleRequest(template, resource).flatMap(request -> similarResourceFixes(request, alike)).toList();
    }

    private static Stream<LintFix> similarResourceFixes(ContainerResourceRequest request, List<String> alike) {
        return alike.stream().limit(MOST).flatMap(name -> ResourceRequestLintFixes.toResource(request, name).stream());
    }

    /** Returns the only container request for a resource; none if several containers request it. */
    private static Stream<ContainerResourceRequest> soleRequest(ManifestPodTemplate template, String resource) {
        var askers = template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> request.resource().equals(resource) && request.count() > 0).toList();
        if (askers.size() == 1) {
            return askers.stream();
        }
        return Stream.empty();
    }

    private static void checkTaints(ManifestPodTemplate template, List<NodeWithBoundPods> nodes,
            LintCheckContext context) {
        var placement = PodTemplateNodeMatcher.of(template);
        if (nodes.isEmpty()
                || nodes.stream().anyMatch(node -> placement.untoleratedTaints(node.nodeSummary()).isEmpty())) {
            return;
        }
        var nearest = nodes.stream()
                .min(Comparator
                        .comparingInt(
                                (NodeWithBoundPods node) -> placement.untoleratedTaints(node.nodeSummary()).size())
                        .thenComparing(NodeWithBoundPods::name))
                .orElseThrow();
        var missing = placement.untoleratedTaints(nearest.nodeSummary());
        context.addFinding("cluster-taint-not-tolerated", DeviceRequestLintChecks.devicePlace(template, context),
                new LintClusterReason.UntoleratedNodeTaints(nodes.size(), nearest.name(),
                        missing.stream().map(Taint::toString).toList()),
                addToleration(template, missing));
    }

    private static Optional<LintFix> addToleration(ManifestPodTemplate template, List<Taint> missing) {
        // One at a time: an edit does not see what another inserts.
        List<TextEdit> edits = ManifestSourceEditor.addToList(template.spec(), "tolerations", PodSchedulingLintChecks
                .tolerationNode(missing.getFirst().key(), missing.getFirst().value(), missing.getFirst().effect()));
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.tolerate", missing.getFirst()), edits);
    }

    private static List<LintFix> toOlderImage(PodTemplateContainer container, int newest, LintCheckContext context) {
        var known = context.facts().findMistake("olderImages", container.image())
                .flatMap(older -> older.correctionOf(container.image()));
        if (newest < FITTING) {
            return List.of();
        }
        return PodSecurityLintChecks.replaceImage(container.value().at("image"), known);
    }

    private static void checkImages(ManifestPodTemplate template, List<NodeWithBoundPods> nodes,
            LintCheckContext context) {
        for (var container : template.containers()) {
            var cuda = CUDA.matcher(container.image());
            if (!cuda.matches() || container.requests().stream()
                    .noneMatch(request -> request.resource().startsWith("nvidia.com/"))) {
                continue;
            }
            int wanted = Integer.parseInt(cuda.group(1));
            var newest = nodes.stream().map(node -> node.nodeSummary().label(RUNTIME))
                    .filter(text -> text.matches("\\d{1,3}")).mapToInt(Integer::parseInt).max();
            if (newest.isPresent() && wanted > newest.getAsInt()) {
                context.addChoice("cluster-driver-too-old", container.value().at("image"),
                        new LintClusterReason.ImageAboveDriver(container.image(), wanted, newest.getAsInt()),
                        toOlderImage(container, newest.getAsInt(), context));
            }
        }
    }
}
