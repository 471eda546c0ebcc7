package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.YamlInsertions;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;

/** Edits of what is asked for of parts of GPUs, and of TPUs. */
public final class MigRequestFixes {

    private static final String MIG = "nvidia.com/mig-";
    private static final String TPU = "google.com/tpu";
    private static final String SMALLEST = "1g.10gb";
    private static final int MOST = 4;
    /** Topologies of one node, by how many chips it has; of the usual kind where no cluster says more. */
    private static final Map<Long, String> TOPOLOGIES = Map.of(1L, "1x1", 4L, "2x2", 8L, "2x4");
    private static final String USUAL = "tpu-v5-lite-podslice";
    private static final String TOPOLOGY = "gke-tpu-topology";

    private MigRequestFixes() {}

    /** Profiles that there are, in place of one that there is not; those of the cluster first. */
    public static List<LintFix> other(ContainerRequest asked, List<String> alike,
            Optional<ManifestEnvironment> cluster) {
        var names = new ArrayList<String>();
        cluster.ifPresent(around -> names.addAll(RequestFixes.offered(around, MIG)));
        alike.forEach(name -> names.add(MIG + name));
        if (names.isEmpty()) {
            names.add(MIG + SMALLEST);
        }
        return names.stream().distinct().limit(MOST).flatMap(name -> RequestFixes.named(asked, name).stream()).toList();
    }

    /** One instance: such as it is, or one as large as all that were asked for. */
    public static List<LintFix> one(ContainerRequest asked, MigProfile profile, MigProducts products) {
        var larger = products.all().stream().filter(product -> product.profile(profile).isPresent())
                .flatMap(product -> product.profiles().stream().map(each -> each.profile()))
                .filter(each -> each.plain() && each.slices() >= profile.slices() * asked.count())
                .min(Comparator.comparingInt(MigProfile::slices).thenComparingInt(MigProfile::gigabytes));
        return ManifestEditor.ways(RequestFixes.to(asked, "1"),
                larger.flatMap(each -> RequestFixes.as(asked, each.resource(), "1")));
    }

    /** One of several kinds of instances that one container asks for. */
    public static List<LintFix> alone(List<ContainerRequest> instances) {
        return instances.stream().flatMap(kept -> ManifestEditor.fix(
                "Ask for %s alone".formatted(kept.resource().replaceFirst("^.*/", "")),
                instances.stream().filter(other -> !other.resource().equals(kept.resource()))
                        .flatMap(other -> RequestFixes.without(other).stream()).flatMap(fix -> fix.edits().stream())
                        .toList())
                .stream()).toList();
    }

    /** Labels of TPUs that are selected, as nodes with enough chips have them. */
    public static List<LintFix> topologies(PodTemplate template, List<String> labels,
            Optional<ManifestEnvironment> cluster) {
        long chips = template.extended().getOrDefault(TPU, 0L);
        var sets = cluster.map(around -> around.snapshot().nodes().stream()
                .filter(node -> node.facts().allocatable().get(TPU) == chips)
                .map(node -> labels.stream().map(node.facts()::label).toList())
                .filter(values -> values.stream().noneMatch(String::isEmpty)).distinct().limit(MOST).toList())
                .orElse(List.of());
        var ways = new ArrayList<LintFix>();
        for (var values : sets.isEmpty() ? usual(labels, chips) : sets) {
            var tree = JsonNodeFactory.instance.objectNode();
            var selector = tree.putObject("nodeSelector");
            for (int at = 0; at < labels.size(); at++) {
                selector.put(labels.get(at), values.get(at));
            }
            ManifestEditor.fix("Select " + String.join(" and ", values), YamlInsertions.merge(template.spec(), tree))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    private static List<List<String>> usual(List<String> labels, long chips) {
        var topology = TOPOLOGIES.getOrDefault(chips, "2x4");
        return List.of(labels.stream().map(label -> label.endsWith(TOPOLOGY) ? topology : USUAL).toList());
    }
}
