package tessera.lint.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.Placement;
import tessera.lint.subject.PodTemplate;
import tessera.lint.subject.Surroundings;
import tessera.model.NodeInfo;
import tessera.model.Taint;

/** Whether a cluster has what a manifest wants of it. */
final class ClusterChecks implements Check {

    private static final Pattern CUDA = Pattern.compile("(?:.*cuda:|.*[:-]cuda|.*-cu)(\\d{2})[.\\d].*");
    private static final String RUNTIME = "nvidia.com/cuda.runtime-version.major";

    @Override
    public void object(KubeObject object, Look look) {
        look.cluster().ifPresent(cluster -> {
            if (!cluster.kinds().getOrDefault(object.apiVersion() + "/" + object.kind(), true)) {
                look.note("cluster-kind-unknown", object.at("kind"),
                        "The cluster knows no %s of %s: what runs it is not installed".formatted(object.kind(),
                                object.apiVersion()));
            }
        });
    }

    @Override
    public void template(PodTemplate template, Look look) {
        if (template.whole()) {
            look.cluster().ifPresent(cluster -> nodes(template, cluster, look));
        }
    }

    private static void nodes(PodTemplate template, Surroundings cluster, Look look) {
        var nodes = cluster.snapshot().nodes();
        var place = DeviceChecks.devices(template, look);
        for (var wanted : template.extended().entrySet()) {
            long most = nodes.stream().mapToLong(node -> node.facts().allocatable().get(wanted.getKey())).max()
                    .orElse(0);
            if (wanted.getValue() > 0 && most == 0 && !cluster.claimable(wanted.getKey())) {
                look.note("cluster-resource-absent", place, "No node offers %s%s".formatted(wanted.getKey(),
                        alike(wanted.getKey(), nodes)));
                return;
            }
            if (most > 0 && wanted.getValue() > most) {
                look.note("cluster-amount-too-large", place, "A pod wants %d of %s; no node has more than %d"
                        .formatted(wanted.getValue(), wanted.getKey(), most));
                return;
            }
        }
        var offering = nodes.stream().filter(Placement.of(template)::offered).toList();
        var selected = offering.stream().filter(node -> Placement.of(template).selects(node.facts().labels())).toList();
        if (selected.isEmpty() && !offering.isEmpty()) {
            var selector = template.spec().at("nodeSelector");
            look.note("cluster-selector-matches-nothing",
                    selector.present() ? selector : template.spec().at("affinity"),
                    "None of the %d nodes that offer what it wants is what it selects".formatted(offering.size()));
        } else {
            taints(template, selected, look);
            images(template, selected, look);
        }
    }

    private static String alike(String resource, List<NodeInfo> nodes) {
        var domain = resource.replaceFirst("/.*", "/");
        var offered = nodes.stream().flatMap(node -> node.facts().allocatable().names().stream()
                .filter(name -> name.startsWith(domain) && node.facts().allocatable().get(name) > 0)).distinct()
                .sorted()
                .toList();
        return offered.isEmpty() ? "" : "; there are " + String.join(", ", offered);
    }

    private static void taints(PodTemplate template, List<NodeInfo> nodes, Look look) {
        var placement = Placement.of(template);
        if (nodes.isEmpty() || nodes.stream().anyMatch(node -> placement.kept(node.facts()).isEmpty())) {
            return;
        }
        var nearest = nodes.stream().min(Comparator.comparingInt((NodeInfo node) -> placement.kept(node.facts()).size())
                .thenComparing(NodeInfo::name)).orElseThrow();
        var missing = placement.kept(nearest.facts());
        look.note("cluster-taint-not-tolerated", DeviceChecks.devices(template, look),
                "All %d nodes that offer what it wants are tainted; %s has %s".formatted(nodes.size(), nearest.name(),
                        String.join(", ", missing.stream().map(Taint::toString).toList())),
                tolerated(template, missing));
    }

    private static Optional<Fix> tolerated(PodTemplate template, List<Taint> missing) {
        // One at a time: an edit does not see what another inserts.
        List<Edit> edits = Edits.add(template.spec(), "tolerations",
                SchedulingChecks.toleration(missing.getFirst().key(),
                        missing.getFirst().value(), missing.getFirst().effect()));
        return Edits.fix("Tolerates " + missing.getFirst(), edits);
    }

    private static void images(PodTemplate template, List<NodeInfo> nodes, Look look) {
        for (var container : template.containers()) {
            var cuda = CUDA.matcher(container.image());
            if (!cuda.matches()
                    || container.asked().stream().noneMatch(asked -> asked.resource().startsWith("nvidia.com/"))) {
                continue;
            }
            int wanted = Integer.parseInt(cuda.group(1));
            var newest = nodes.stream().map(node -> node.facts().label(RUNTIME))
                    .filter(text -> text.matches("\\d{1,3}"))
                    .mapToInt(Integer::parseInt).max();
            if (newest.isPresent() && wanted > newest.getAsInt()) {
                look.note("cluster-driver-too-old", container.value().at("image"),
                        "%s is made for CUDA %d; the drivers of the nodes it can go to know CUDA %d at most".formatted(
                                container.image(), wanted, newest.getAsInt()));
            }
        }
    }
}
