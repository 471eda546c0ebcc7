package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateNodeMatcher;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/** Fixes for node selection of pods. */
public final class NodeSelectionLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeSelectionLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String HOST = "kubernetes.io/hostname";
    private static final String PRESENT = "nvidia.com/gpu.present";
    private static final String AKS = "kubernetes.azure.com/accelerator";
    private static final int MOST = 3;
    /** How much of the memory that is written a node has at least, whatever its driver says. */
    private static final double NEARLY = 0.95;

    /** As current drivers call them. */
    private static final Map<String, List<String>> PRODUCTS = Map.of("A100",
            List.of("NVIDIA-A100-SXM4-80GB", "NVIDIA-A100-SXM4-40GB", "NVIDIA-A100-80GB-PCIe"), "H100",
            List.of("NVIDIA-H100-80GB-HBM3", "NVIDIA-H100-PCIe"), "V100",
            List.of("Tesla-V100-SXM2-32GB", "Tesla-V100-SXM2-16GB", "Tesla-V100-PCIE-16GB"));

    /** Labels of which each driver says something else for the same GPU. */
    public static final Set<String> MEMORY = Set.of("nvidia.com/gpu.memory");

    private NodeSelectionLintFixes() {}

    /** Returns fixes from a handwritten label to that of AKS or feature discovery, or without the selector. */
    public static List<LintFix> toDiscoveredLabel(ManifestValue key, ManifestValue value) {
        boolean flag = value.isText();
        var there = flag ? value : value.at("0");
        return ManifestSourceEditor.availableFixes(
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.aks", AKS), ManifestSourceEditor.replace(key, AKS))
                        .filter(_ -> value.texts().equals(List.of("nvidia"))),
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.true", PRESENT),
                        ManifestSourceEditor.replace(key, PRESENT),
                        ManifestSourceEditor.replace(there, quotedTrue(there))),
                flag ? removeSelector(value) : Optional.empty());
    }

    private static Optional<LintFix> removeSelector(ManifestValue value) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.selector"), ManifestSourceEditor.remove(value));
    }

    /** Returns fixes to label values of nodes with the requested devices or to well-known ones, or without the selector. */
    public static List<LintFix> toKnownValues(ManifestPodTemplate template, String label, ManifestValue value,
            Optional<ManifestTargetCluster> cluster, List<String> known) {
        var offering = cluster.map(targetCluster -> nodesOffering(template, targetCluster)).orElse(List.of());
        var there = Stream.concat(offering.stream().map(node -> node.nodeSummary().label(label)), known.stream())
                .filter(text -> !text.isEmpty() && !text.equals(value.text())).distinct().limit(MOST);
        var fixes = new ArrayList<LintFix>();
        there.forEach(text -> ManifestSourceEditor
                .fixOf(MESSAGES.text("fix.write", text), ManifestSourceEditor.replace(value, text))
                .ifPresent(fixes::add));
        removeSelector(value).ifPresent(fixes::add);
        return fixes;
    }

    static List<NodeWithBoundPods> nodesOffering(ManifestPodTemplate template, ManifestTargetCluster cluster) {
        return cluster.snapshot().nodes().stream().filter(PodTemplateNodeMatcher.of(template)::fitsEmptyNode)
                .sorted(Comparator.comparing(NodeWithBoundPods::name)).toList();
    }

    /** Returns fixes that select a node by its label instead of its name, or any node. */
    public static List<LintFix> replaceNodeName(ManifestPodTemplate template) {
        var name = template.spec().at("nodeName");
        var tree = JSON.objectNode();
        tree.putObject("nodeSelector").put(HOST, name.text());
        return ManifestSourceEditor.availableFixes(
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.node.name"), ManifestSourceEditor.remove(name)),
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.select.node"), ManifestSourceEditor.remove(name),
                        YamlBlockEditor.mergeTree(template.spec(), tree)));
    }

    /** Returns fixes that select at least nearly as much memory as was written. */
    public static List<LintFix> toMemoryMinimum(ManifestPodTemplate template, String label, ManifestValue value) {
        if (!value.text().matches("\\d{1,9}")) {
            return ManifestSourceEditor.availableFixes(removeSelector(value));
        }
        var least = Long.toString(Math.round(Long.parseLong(value.text()) * NEARLY));
        var text = MESSAGES.text("fix.memory.minimum", least);
        var spec = template.spec();
        if (!spec.at("nodeSelector", label).isPresent()) {
            return ManifestSourceEditor.availableFixes();
        }
        var tree = JSON.objectNode();
        tree.putObject("affinity").putObject("nodeAffinity").putObject("requiredDuringSchedulingIgnoredDuringExecution")
                .putArray("nodeSelectorTerms").addObject().putArray("matchExpressions").addObject().put("key", label)
                .put("operator", "Gt").putArray("values").add(least);
        boolean free = !spec.at("affinity", "nodeAffinity").isWritten();
        return ManifestSourceEditor.availableFixes(free ? ManifestSourceEditor.fixOf(text,
                ManifestSourceEditor.remove(value), YamlBlockEditor.mergeTree(spec, tree)) : Optional.empty(),
                removeSelector(value));
    }

    private static String quotedTrue(ManifestValue place) {
        return place.isQuoted() ? "true" : "\"true\"";
    }

    /** Returns the same fixes for an expression. */
    public static List<LintFix> toMemoryMinimum(ManifestValue expression) {
        var value = expression.at("values", "0");
        boolean one = expression.at("values").items().size() == 1 && value.text().matches("\\d{1,9}")
                && expression.at("operator").text().equals("In");
        if (!one) {
            return List.of();
        }
        var least = Long.toString(Math.round(Long.parseLong(value.text()) * NEARLY));
        return ManifestSourceEditor
                .availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.memory.minimum", least),
                        ManifestSourceEditor.replace(expression.at("operator"), "Gt"),
                        ManifestSourceEditor.replace(value, least)));
    }

    /** Returns fixes to labels of nodes that offer what the pod requests; or without labels that none of them has. */
    public static List<LintFix> toOfferingNodes(ManifestPodTemplate template, List<NodeWithBoundPods> offering) {
        var spec = template.spec();
        var fixes = new ArrayList<LintFix>();
        var wrong = spec.at("nodeSelector").entries().stream().filter(entry -> isOfferedNowhere(entry, offering))
                .toList();
        if (wrong.size() == 1 && !MEMORY.contains(wrong.getFirst().name())) {
            var only = wrong.getFirst();
            offering.stream().map(node -> node.nodeSummary().label(only.name())).filter(text -> !text.isEmpty())
                    .distinct().limit(
                            MOST)
                    .forEach(text -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.select.label", only.name(), text),
                            ManifestSourceEditor.replace(only.value(), text)).ifPresent(fixes::add));
        }
        var edits = new ArrayList<TextEdit>();
        if (wrong.size() == spec.at("nodeSelector").entries().size()) {
            edits.addAll(ManifestSourceEditor.remove(spec.at("nodeSelector")));
        } else {
            wrong.forEach(entry -> edits.addAll(ManifestSourceEditor.remove(entry.value())));
        }
        edits.addAll(removeUnmet(spec, wanted -> isMatchedNowhere(wanted, offering)));
        ManifestSourceEditor
                .fixOf(MESSAGES.text("fix.remove.unmet"),
                        edits.isEmpty() ? ManifestSourceEditor.remove(spec.at("nodeSelector")) : List.copyOf(edits))
                .ifPresent(fixes::add);
        return fixes;
    }

    private static boolean isOfferedNowhere(ManifestValue.MappingEntry entry, List<NodeWithBoundPods> offering) {
        return offering.stream().noneMatch(node -> node.nodeSummary().label(entry.name()).equals(entry.value().text()));
    }

    private static boolean isMatchedNowhere(ManifestValue wanted, List<NodeWithBoundPods> offering) {
        return offering.stream()
                .noneMatch(each -> PodTemplateNodeMatcher.matchesExpression(wanted, each.nodeSummary().labels()));
    }

    /** Returns the better fix for an expression that selects no node, if there is one, or its removal. */
    public static List<LintFix> withoutExpression(ManifestValue spec, ManifestValue expression,
            Optional<LintFix> better) {
        return ManifestSourceEditor.availableFixes(better,
                ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.comparison"),
                        removeUnmet(spec, value -> value.beginOffset() == expression.beginOffset())));
    }

    /** Removes unmet expressions; a term without any would select no node, so it is removed as a whole. */
    private static List<TextEdit> removeUnmet(ManifestValue spec, Predicate<ManifestValue> wrong) {
        var terms = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms");
        if (terms.items().stream().allMatch(term -> hasOnlyUnmet(term, wrong) && !term.at("matchFields").isPresent())) {
            return ManifestSourceEditor.remove(terms);
        }
        return terms.items().stream().flatMap(term -> {
            var expressions = term.at("matchExpressions");
            List<ManifestValue> gone;
            if (hasOnlyUnmet(term, wrong)) {
                gone = List.of(term.at("matchFields").isPresent() ? expressions : term);
            } else {
                gone = expressions.items().stream().filter(wrong).toList();
            }
            return gone.stream().flatMap(value -> ManifestSourceEditor.remove(value).stream());
        }).toList();
    }

    private static boolean hasOnlyUnmet(ManifestValue term, Predicate<ManifestValue> wrong) {
        var expressions = term.at("matchExpressions").items();
        return !expressions.isEmpty() && expressions.stream().allMatch(wrong);
    }

    /** Returns names of products by the short name that was written. */
    public static List<String> productNames(String written) {
        return PRODUCTS.getOrDefault(written, List.of());
    }
}
