package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.subject.Asked;
import tessera.lint.subject.PodTemplate;
import tessera.lint.subject.Surroundings;
import tessera.mig.MigProducts;
import tessera.mig.MigProfile;

/** Edits of what is asked for of parts of GPUs, and of TPUs. */
public final class Instances {

    private static final String MIG = "nvidia.com/mig-";
    private static final String TPU = "google.com/tpu";
    private static final String SMALLEST = "1g.10gb";
    private static final int MOST = 4;
    /** Topologies of one node, by how many chips it has; of the usual kind where no cluster says more. */
    private static final Map<Long, String> TOPOLOGIES = Map.of(1L, "1x1", 4L, "2x2", 8L, "2x4");
    private static final String USUAL = "tpu-v5-lite-podslice";
    private static final String TOPOLOGY = "gke-tpu-topology";

    private Instances() {}

    /** Profiles that there are, in place of one that there is not; those of the cluster first. */
    public static List<Fix> other(Asked asked, List<String> alike, Optional<Surroundings> cluster) {
        var names = new ArrayList<String>();
        cluster.ifPresent(around -> names.addAll(Amounts.offered(around, MIG)));
        alike.forEach(name -> names.add(MIG + name));
        if (names.isEmpty()) {
            names.add(MIG + SMALLEST);
        }
        return names.stream().distinct().limit(MOST).flatMap(name -> Amounts.named(asked, name).stream()).toList();
    }

    /** One instance: such as it is, or one as large as all that were asked for. */
    public static List<Fix> one(Asked asked, MigProfile profile, MigProducts products) {
        var larger = products.all().stream().filter(product -> product.profile(profile).isPresent())
                .flatMap(product -> product.profiles().stream().map(each -> each.profile()))
                .filter(each -> each.plain() && each.slices() >= profile.slices() * asked.count())
                .min(Comparator.comparingInt(MigProfile::slices).thenComparingInt(MigProfile::gigabytes));
        return Edits.ways(Amounts.to(asked, "1"),
                larger.flatMap(each -> Amounts.as(asked, each.resource(), "1")));
    }

    /** One of several kinds of instances that one container asks for. */
    public static List<Fix> alone(List<Asked> instances) {
        return instances.stream().flatMap(kept -> Edits.fix(
                "Ask for %s alone".formatted(kept.resource().replaceFirst("^.*/", "")),
                instances.stream().filter(other -> !other.resource().equals(kept.resource()))
                        .flatMap(other -> Amounts.without(other).stream()).flatMap(fix -> fix.edits().stream())
                        .toList())
                .stream()).toList();
    }

    /** Labels of TPUs that are selected, as nodes with enough chips have them. */
    public static List<Fix> topologies(PodTemplate template, List<String> labels, Optional<Surroundings> cluster) {
        long chips = template.extended().getOrDefault(TPU, 0L);
        var sets = cluster.map(around -> around.snapshot().nodes().stream()
                .filter(node -> node.facts().allocatable().get(TPU) == chips)
                .map(node -> labels.stream().map(node.facts()::label).toList())
                .filter(values -> values.stream().noneMatch(String::isEmpty)).distinct().limit(MOST).toList())
                .orElse(List.of());
        var ways = new ArrayList<Fix>();
        for (var values : sets.isEmpty() ? usual(labels, chips) : sets) {
            var tree = JsonNodeFactory.instance.objectNode();
            var selector = tree.putObject("nodeSelector");
            for (int at = 0; at < labels.size(); at++) {
                selector.put(labels.get(at), values.get(at));
            }
            Edits.fix("Select " + String.join(" and ", values), Grafts.merge(template.spec(), tree))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    private static List<List<String>> usual(List<String> labels, long chips) {
        var topology = TOPOLOGIES.getOrDefault(chips, "2x4");
        return List.of(labels.stream().map(label -> label.endsWith(TOPOLOGY) ? topology : USUAL).toList());
    }
}
