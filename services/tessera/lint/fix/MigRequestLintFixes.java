package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.YamlBlockEditor;
import tessera.mig.MigProductCatalog;
import tessera.mig.MigProfile;
import tessera.text.MessageCatalog;

/** Fixes for requests of MIG instances and TPUs. */
public final class MigRequestLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigRequestLintFixes.class);
    private static final String MIG = "nvidia.com/mig-";
    private static final String TPU = "google.com/tpu";
    private static final String SMALLEST = "1g.10gb";
    private static final int MOST = 4;
    /** Topologies of one node, by how many chips it has; of the usual kind where no cluster says more. */
    private static final Map<Long, String> TOPOLOGIES = Map.of(1L, "1x1", 4L, "2x2", 8L, "2x4");
    private static final String USUAL = "tpu-v5-lite-podslice";
    private static final String TOPOLOGY = "gke-tpu-topology";

    private MigRequestLintFixes() {}

    /** Returns fixes to existing profiles in place of an unknown one; those of the cluster first. */
    public static List<LintFix> toExistingProfile(ContainerResourceRequest request, List<String> alike,
            Optional<ManifestTargetCluster> cluster) {
        var names = new ArrayList<String>();
        cluster.ifPresent(targetCluster -> names.addAll(ResourceRequestLintFixes.offeredInDomain(targetCluster, MIG)));
        alike.forEach(name -> names.add(MIG + name));
        if (names.isEmpty()) {
            names.add(MIG + SMALLEST);
        }
        return names.stream().distinct().limit(MOST)
                .flatMap(name -> ResourceRequestLintFixes.toResource(request, name).stream()).toList();
    }

    /** Returns fixes to one instance: of the same size, or as large as all requested ones together. */
    public static List<LintFix> toSingleInstance(ContainerResourceRequest request, MigProfile profile,
            MigProductCatalog products) {
        var larger = products.allProducts().stream().filter(product -> product.findProfile(profile).isPresent())
                .flatMap(product -> product.profiles().stream()).map(each -> each.profile())
                .filter(each -> each.isPlain() && each.slices() >= profile.slices() * request.count())
                .min(Comparator.comparingInt(MigProfile::slices).thenComparingInt(MigProfile::gigabytes));
        return ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "1"),
                larger.flatMap(each -> ResourceRequestLintFixes.toResource(request, each.resourceName(), "1")));
    }

    /** Returns fixes that keep one of several profiles that a container requests. */
    public static List<LintFix> keepOneProfile(List<ContainerResourceRequest> instances) {
        return instances.stream().flatMap(resourceRequest -> askForOneFix(resourceRequest, instances)).toList();
    }

    private static Stream<LintFix> askForOneFix(ContainerResourceRequest resourceRequest,
            List<ContainerResourceRequest> instances) {
        return ManifestSourceEditor
                .fixOf(MESSAGES.text("fix.request.only", resourceRequest.resource().replaceFirst("^.*/", "")),
                        instances.stream().filter(other -> !other.resource().equals(resourceRequest.resource()))
                                .flatMap(other -> ResourceRequestLintFixes.removeRequest(other).stream())
                                .flatMap(fix -> fix.edits().stream()).toList())
                .stream();
    }

    /** Returns fixes to TPU labels of nodes with enough chips. */
    public static List<LintFix> toTpuTopology(ManifestPodTemplate template, List<String> labels,
            Optional<ManifestTargetCluster> cluster) {
        long chips = template.extendedRequests().getOrDefault(TPU, 0L);
        var sets = cluster.map(targetCluster -> tpuTopologies(targetCluster, chips, labels)).orElse(List.of());
        var fixes = new ArrayList<LintFix>();
        for (var values : sets.isEmpty() ? defaultTopologies(labels, chips) : sets) {
            var tree = JsonNodeFactory.instance.objectNode();
            var selector = tree.putObject("nodeSelector");
            for (int at = 0; at < labels.size(); at++) {
                selector.put(labels.get(at), values.get(at));
            }
            ManifestSourceEditor
                    .fixOf(MESSAGES.text("fix.select", values), YamlBlockEditor.mergeTree(template.spec(), tree))
                    .ifPresent(fixes::add);
        }
        return fixes;
    }

    private static List<List<String>> tpuTopologies(ManifestTargetCluster targetCluster, long chips,
            List<String> labels) {
        return targetCluster.snapshot().nodes().stream()
                .filter(node -> node.nodeSummary().allocatable().get(TPU) == chips)
                .map(node -> labels.stream().map(node.nodeSummary()::label).toList())
                .filter(values -> values.stream().noneMatch(String::isEmpty)).distinct().limit(MOST).toList();
    }

    private static List<List<String>> defaultTopologies(List<String> labels, long chips) {
        var topology = TOPOLOGIES.getOrDefault(chips, "2x4");
        return List.of(labels.stream().map(label -> label.endsWith(TOPOLOGY) ? topology : USUAL).toList());
    }
}
