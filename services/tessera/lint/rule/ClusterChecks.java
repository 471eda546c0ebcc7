package tessera.lint.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.insight.UnadvertisedDevices;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.PlacementFixes;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplatePlacement;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.NodeInfo;
import tessera.model.SpellingSuggestions;
import tessera.model.Taint;
import tessera.sharing.DeviceShares;

/** Whether a cluster has what a manifest wants of it. */
final class ClusterChecks implements LintCheck {

    private static final Pattern CUDA = Pattern.compile("(?s)(?:.*cuda:|.*[:-]cuda|.*-cu)(\\d{2})[.\\d].*");
    private static final String ABSENT = "cluster-resource-absent";
    /** The namespace that every cluster has. */
    private static final String ALWAYS = "default";
    private static final int MOST = 3;
    /** For which CUDA the older images are that are known. */
    private static final int FITTING = 12;
    private static final String RUNTIME = "nvidia.com/cuda.runtime-version.major";

    @Override
    public void object(KubeObject object, CheckContext look) {
        look.cluster().ifPresent(cluster -> {
            // What no server knows any more is told as that.
            boolean gone = look.facts().api(object.apiVersion(), object.kind()).filter(api -> !api.legacy())
                    .isPresent() || KindChecks.mistaken(object, look.facts());
            var versions = cluster.kinds().get(object.apiVersion() + "/" + object.kind());
            if (!gone && versions != null && !versions.contains(object.apiVersion())) {
                unserved(object, versions, look);
            }
            namespace(object, cluster, look);
        });
    }

    private static void unserved(KubeObject object, List<String> versions, CheckContext look) {
        if (versions.isEmpty()) {
            look.note("cluster-kind-unknown", object.at("kind"),
                    "The cluster knows no %s of %s: what runs it is not installed".formatted(object.kind(),
                            object.apiVersion()));
            return;
        }
        var version = object.at("apiVersion");
        look.offer("cluster-version-unserved", version,
                "The cluster serves %s in %s, and not in %s".formatted(object.kind(), some(versions),
                        object.apiVersion()),
                versions.stream()
                        .flatMap(
                                served -> ManifestEditor.fix("Write " + served, ManifestEditor.replace(version, served))
                                        .stream())
                        .toList());
    }

    private static void namespace(KubeObject object, ManifestEnvironment cluster, CheckContext look) {
        var name = object.at("metadata", "namespace");
        var gap = cluster.gaps().get("Namespace");
        if (name.present() && !name.unfilled() && gap != null && !name.text().equals(ALWAYS)
                && !made("Namespace", name, "", look)
                && cluster.snapshot().pods().noneMatch(pod -> pod.namespace().equals(name.text()))) {
            look.doubt("cluster-namespace-absent", name, LintSeverity.HINT,
                    "Whether there is a namespace “%s” is not known: %s".formatted(name.text(), gap), List.of());
        }
        if (name.present() && cluster.lacks(name.text())
                && !made("Namespace", name, "", look)) {
            look.offer("cluster-namespace-absent", name, "There is no namespace “%s”".formatted(name.text()),
                    SpellingSuggestions.mistyped(name.text(), cluster.namespaces().orElse(Set.of())).stream()
                            .flatMap(near -> ManifestEditor.fix("Write " + near, ManifestEditor.replace(name, near))
                                    .stream())
                            .toList());
        }
    }

    private static boolean made(String kind, ManifestValue name, String group, CheckContext look) {
        return look.objects(group, kind).anyMatch(other -> other.name().equals(name.text()));
    }

    /** A server looks for classes when it makes pods, which may be long after it took what makes them. */
    private static void named(ManifestValue name, String group, String kind, ManifestEnvironment cluster,
            CheckContext look) {
        var known = cluster.classes().get(kind);
        if (!name.present() || name.unfilled() || made(kind, name, group, look)) {
            return;
        }
        var gap = cluster.gaps().get(kind);
        if (gap != null) {
            look.doubt("cluster-class-absent", name, LintSeverity.HINT,
                    "Whether there is a %s “%s” is not known: %s".formatted(kind, name.text(), gap), List.of());
        } else if (known != null && !known.contains(name.text())) {
            look.offer("cluster-class-absent", name,
                    "There is no %s “%s”, and the server refuses the pods".formatted(kind, name.text()),
                    ManifestEditor.ways(SpellingSuggestions.nearest(name.text(), known).flatMap(
                            near -> ManifestEditor.fix("Write " + near, ManifestEditor.replace(name, near))),
                            ManifestEditor.fix("Take it away", ManifestEditor.remove(name))));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (template.whole()) {
            look.cluster().ifPresent(cluster -> {
                named(template.spec().at("priorityClassName"), "scheduling.k8s.io", "PriorityClass", cluster, look);
                named(template.spec().at("runtimeClassName"), "node.k8s.io", "RuntimeClass", cluster, look);
            });
            look.cluster().filter(ManifestEnvironment::seesNodes).ifPresent(cluster -> nodes(template, cluster, look));
        }
    }

    private static void nodes(PodTemplate template, ManifestEnvironment cluster, CheckContext look) {
        var nodes = cluster.snapshot().nodes();
        for (var wanted : template.extended().entrySet()) {
            if (look.facts().mistake("resources", wanted.getKey()).isPresent()) {
                // What is no name at all is told as that.
                continue;
            }
            long most = nodes.stream().mapToLong(node -> node.facts().allocatable().get(wanted.getKey())).max()
                    .orElse(0);
            if (wanted.getValue() > 0 && most == 0 && !cluster.claimable(wanted.getKey())) {
                absent(template, wanted, cluster, look);
                return;
            }
            long whole = nodes.stream().filter(node -> TemplatePlacement.of(template).whole(node, wanted.getKey()))
                    .mapToLong(node -> node.facts().allocatable().get(wanted.getKey())).max().orElse(0);
            if (most > 0 && wanted.getValue() > whole && !latent(wanted, cluster)) {
                long fewer = Math.max(1, whole);
                lacking("cluster-amount-too-large", place(template, wanted.getKey()), "A pod wants %d of %s; %s"
                        .formatted(wanted.getValue(), wanted.getKey(),
                                whole > 0 ? (most > whole ? "shares aside, " : "") + "no node has more than " + whole
                                        : "nodes have but shares of it, and may refuse a container more than one"),
                        askers(template, wanted.getKey()).flatMap(asked -> RequestFixes.to(asked, Long.toString(
                                fewer - wanted.getValue() + asked.count())).stream()).toList(),
                        look);
                return;
            }
        }
        var offering = nodes.stream().filter(TemplatePlacement.of(template)::offered).toList();
        var selected = offering.stream().filter(node -> TemplatePlacement.of(template).selects(node.facts().labels()))
                .toList();
        if (selected.isEmpty() && !offering.isEmpty()) {
            unselected(template, offering, look);
        } else {
            taints(template, selected, look);
            images(template, selected, look);
        }
    }

    private static void unselected(PodTemplate template, List<NodeInfo> offering, CheckContext look) {
        var selector = template.spec().at("nodeSelector");
        lacking("cluster-selector-matches-nothing", selector.present() ? selector : template.spec().at("affinity"),
                offering.size() == 1 ? "The only node that offers what it wants is not what it selects"
                        : "None of the %d nodes that offer what it wants is what it selects"
                                .formatted(offering.size()),
                PlacementFixes.found(template, offering), look);
    }

    /** Notes what no node has by now: where nodes are made for pods that find none, one may come. */
    private static void lacking(String rule, ManifestValue place, String reason, List<LintFix> ways,
            CheckContext look) {
        if (look.cluster().filter(ManifestEnvironment::grows).isPresent()) {
            look.doubt(rule, place, LintSeverity.WARNING, reason + "; the autoscaler may add a node for it", ways);
        } else {
            look.offer(rule, place, reason, ways);
        }
    }

    /** Whether a machine has as much, and does not offer it for now. */
    private static boolean latent(Map.Entry<String, Long> wanted, ManifestEnvironment cluster) {
        return cluster.snapshot().nodes().stream()
                .anyMatch(node -> UnadvertisedDevices.lacks(node.facts(), wanted.getKey(), wanted.getValue()));
    }

    private static void absent(PodTemplate template, Map.Entry<String, Long> wanted, ManifestEnvironment cluster,
            CheckContext look) {
        var alike = RequestFixes.offeredLike(cluster, wanted.getKey()).stream()
                .filter(name -> wanted.getValue() == 1 || !name.endsWith(DeviceShares.SHARED)).toList();
        var reason = "No node offers %s%s".formatted(wanted.getKey(),
                alike.isEmpty() ? "" : "; there are " + some(alike));
        var place = place(template, wanted.getKey());
        if (latent(wanted, cluster)) {
            look.doubt(ABSENT, place, LintSeverity.WARNING,
                    "No node offers %s for now, though there are machines that have some".formatted(wanted.getKey()),
                    List.of());
        } else if (cluster.claimed().isPresent() && look.accelerator(wanted.getKey())) {
            lacking(ABSENT, place, reason, other(template, wanted.getKey(), alike), look);
        } else if (cluster.claimed().isPresent()) {
            look.offer(ABSENT, place, reason, other(template, wanted.getKey(), alike));
        } else {
            look.doubt(ABSENT, place, LintSeverity.WARNING,
                    reason + ", and whether a class of devices does could not be looked at",
                    other(template, wanted.getKey(), alike));
        }
    }

    private static String some(List<String> names) {
        return names.size() <= MOST + 1 ? String.join(", ", names)
                : "%s and %d more".formatted(String.join(", ", names.subList(0, MOST)), names.size() - MOST);
    }

    private static ManifestValue place(PodTemplate template, String resource) {
        return template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> asked.resource().equals(resource)).map(asked -> asked.value().key()).findFirst()
                .orElse(template.spec());
    }

    /** What can be had in place of a resource that nobody offers. */
    private static List<LintFix> other(PodTemplate template, String resource, List<String> alike) {
        return askers(template, resource).flatMap(asked -> alike.stream().limit(MOST)
                .flatMap(name -> RequestFixes.named(asked, name).stream())).toList();
    }

    /** The container that asks for a resource, where one alone does and none can make up for it. */
    private static Stream<ContainerRequest> askers(PodTemplate template, String resource) {
        var askers = template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> asked.resource().equals(resource) && asked.count() > 0).toList();
        return askers.size() == 1 ? askers.stream() : Stream.empty();
    }

    private static void taints(PodTemplate template, List<NodeInfo> nodes, CheckContext look) {
        var placement = TemplatePlacement.of(template);
        if (nodes.isEmpty() || nodes.stream().anyMatch(node -> placement.kept(node.facts()).isEmpty())) {
            return;
        }
        var nearest = nodes.stream().min(Comparator.comparingInt((NodeInfo node) -> placement.kept(node.facts()).size())
                .thenComparing(NodeInfo::name)).orElseThrow();
        var missing = placement.kept(nearest.facts());
        look.note("cluster-taint-not-tolerated", DeviceLintChecks.devices(template, look),
                "%s tainted; %s has %s".formatted(nodes.size() == 1 ? "The only node that offers what it wants is"
                        : "All %d nodes that offer what it wants are".formatted(nodes.size()), nearest.name(),
                        String.join(", ", missing.stream().map(Taint::toString).toList())),
                tolerated(template, missing));
    }

    private static Optional<LintFix> tolerated(PodTemplate template, List<Taint> missing) {
        // One at a time: an edit does not see what another inserts.
        List<TextEdit> edits = ManifestEditor.add(template.spec(), "tolerations",
                SchedulingChecks.toleration(missing.getFirst().key(),
                        missing.getFirst().value(), missing.getFirst().effect()));
        return ManifestEditor.fix("Tolerate " + missing.getFirst(), edits);
    }

    private static List<LintFix> older(TemplateContainer container, int newest, CheckContext look) {
        var known = look.facts().mistake("olderImages", container.image())
                .flatMap(older -> older.meant(container.image()));
        return newest < FITTING ? List.of() : SafetyChecks.named(container.value().at("image"), known);
    }

    private static void images(PodTemplate template, List<NodeInfo> nodes, CheckContext look) {
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
                look.offer("cluster-driver-too-old", container.value().at("image"),
                        "%s is made for CUDA %d; the drivers of the nodes it can go to know CUDA %d at most".formatted(
                                container.image(), wanted, newest.getAsInt()),
                        older(container, newest.getAsInt(), look));
            }
        }
    }
}
