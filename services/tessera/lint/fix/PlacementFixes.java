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
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplatePlacement;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.NodeInfo;

/** Edits of what pods select of nodes. */
public final class PlacementFixes {

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

    private PlacementFixes() {}

    /** A label that somebody wrote by hand, as AKS or feature discovery has it; or none. */
    public static List<LintFix> discovered(ManifestValue key, ManifestValue value) {
        boolean flag = value.isText();
        var there = flag ? value : value.at("0");
        return ManifestEditor.ways(
                value.texts().equals(List.of("nvidia"))
                        ? ManifestEditor.fix("Write %s, as AKS has it".formatted(AKS), ManifestEditor.replace(key, AKS))
                        : Optional.empty(),
                ManifestEditor.fix("Write %s=true".formatted(PRESENT), ManifestEditor.replace(key, PRESENT),
                        ManifestEditor.replace(there, there.quoted() ? "true" : "\"true\"")),
                flag ? away(value) : Optional.empty());
    }

    private static Optional<LintFix> away(ManifestValue value) {
        return ManifestEditor.fix("Take the selector away", ManifestEditor.remove(value));
    }

    /** What nodes of the cluster that offer what a pod wants have of a label, or some that are known; or none. */
    public static List<LintFix> values(PodTemplate template, String label, ManifestValue value,
            Optional<ManifestEnvironment> cluster,
            List<String> known) {
        var offering = cluster.map(around -> offering(template, around)).orElse(List.of());
        var there = Stream.concat(offering.stream().map(node -> node.facts().label(label)), known.stream())
                .filter(text -> !text.isEmpty() && !text.equals(value.text())).distinct().limit(MOST);
        var ways = new ArrayList<LintFix>();
        there.forEach(
                text -> ManifestEditor.fix("Write " + text, ManifestEditor.replace(value, text)).ifPresent(ways::add));
        away(value).ifPresent(ways::add);
        return ways;
    }

    static List<NodeInfo> offering(PodTemplate template, ManifestEnvironment cluster) {
        return cluster.snapshot().nodes().stream().filter(TemplatePlacement.of(template)::offered)
                .sorted(Comparator.comparing(NodeInfo::name)).toList();
    }

    /** A node by its label in place of its name, or any node. */
    public static List<LintFix> node(PodTemplate template) {
        var name = template.spec().at("nodeName");
        var tree = JSON.objectNode();
        tree.putObject("nodeSelector").put(HOST, name.text());
        return ManifestEditor.ways(ManifestEditor.fix("Leave it to the scheduler", ManifestEditor.remove(name)),
                ManifestEditor.fix("Select the node by its label", ManifestEditor.remove(name),
                        YamlInsertions.merge(template.spec(), tree)));
    }

    /** At least nearly as much memory as was written. */
    public static List<LintFix> memory(PodTemplate template, String label, ManifestValue value) {
        if (!value.text().matches("\\d{1,9}")) {
            return ManifestEditor.ways(away(value));
        }
        var least = Long.toString(Math.round(Long.parseLong(value.text()) * NEARLY));
        var words = "Ask for more than %s of it".formatted(least);
        var spec = template.spec();
        if (!spec.at("nodeSelector", label).present()) {
            return ManifestEditor.ways();
        }
        var tree = JSON.objectNode();
        tree.putObject("affinity").putObject("nodeAffinity")
                .putObject("requiredDuringSchedulingIgnoredDuringExecution").putArray("nodeSelectorTerms").addObject()
                .putArray("matchExpressions").addObject().put("key", label).put("operator", "Gt").putArray("values")
                .add(least);
        boolean free = !spec.at("affinity", "nodeAffinity").written();
        return ManifestEditor.ways(
                free ? ManifestEditor.fix(words, ManifestEditor.remove(value), YamlInsertions.merge(spec, tree))
                        : Optional.empty(),
                away(value));
    }

    /** The same where it stands in an expression. */
    public static List<LintFix> memory(ManifestValue expression) {
        var value = expression.at("values", "0");
        boolean one = expression.at("values").items().size() == 1 && value.text().matches("\\d{1,9}")
                && expression.at("operator").text().equals("In");
        if (!one) {
            return List.of();
        }
        var least = Long.toString(Math.round(Long.parseLong(value.text()) * NEARLY));
        return ManifestEditor.ways(ManifestEditor.fix("Ask for more than %s of it".formatted(least),
                ManifestEditor.replace(expression.at("operator"), "Gt"), ManifestEditor.replace(value, least)));
    }

    /** What is selected, as nodes that offer what the pod wants have it; or without what none of them has. */
    public static List<LintFix> found(PodTemplate template, List<NodeInfo> offering) {
        var spec = template.spec();
        var ways = new ArrayList<LintFix>();
        var wrong = spec.at("nodeSelector").entries().stream().filter(entry -> offering.stream()
                .noneMatch(node -> node.facts().label(entry.name()).equals(entry.value().text()))).toList();
        if (wrong.size() == 1 && !MEMORY.contains(wrong.getFirst().name())) {
            var only = wrong.getFirst();
            offering.stream().map(node -> node.facts().label(only.name())).filter(text -> !text.isEmpty()).distinct()
                    .limit(MOST).forEach(text -> ManifestEditor.fix("Select %s=%s".formatted(only.name(), text),
                            ManifestEditor.replace(only.value(), text)).ifPresent(ways::add));
        }
        var edits = new ArrayList<TextEdit>();
        if (wrong.size() == spec.at("nodeSelector").entries().size()) {
            edits.addAll(ManifestEditor.remove(spec.at("nodeSelector")));
        } else {
            wrong.forEach(entry -> edits.addAll(ManifestEditor.remove(entry.value())));
        }
        edits.addAll(unmet(spec,
                wanted -> offering.stream()
                        .noneMatch(each -> TemplatePlacement.matches(wanted, each.facts().labels()))));
        ManifestEditor.fix("Take away what none of them has",
                edits.isEmpty() ? ManifestEditor.remove(spec.at("nodeSelector")) : List.copyOf(edits))
                .ifPresent(ways::add);
        return ways;
    }

    /** Something better than an expression that selects no node, where there is; or without it. */
    public static List<LintFix> without(ManifestValue spec, ManifestValue expression, Optional<LintFix> better) {
        return ManifestEditor.ways(better, ManifestEditor.fix("Take the comparison away",
                unmet(spec, each -> each.begin() == expression.begin())));
    }

    /** A term without expressions would select no node at all, so one that keeps none goes as a whole. */
    private static List<TextEdit> unmet(ManifestValue spec, Predicate<ManifestValue> wrong) {
        var terms = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms");
        if (terms.items().stream().allMatch(term -> hopeless(term, wrong) && !term.at("matchFields").present())) {
            return ManifestEditor.remove(terms);
        }
        return terms.items().stream().flatMap(term -> {
            var expressions = term.at("matchExpressions");
            var gone = hopeless(term, wrong)
                    ? List.of(term.at("matchFields").present() ? expressions : term)
                    : expressions.items().stream().filter(wrong).toList();
            return gone.stream().flatMap(value -> ManifestEditor.remove(value).stream());
        }).toList();
    }

    private static boolean hopeless(ManifestValue term, Predicate<ManifestValue> wrong) {
        var expressions = term.at("matchExpressions").items();
        return !expressions.isEmpty() && expressions.stream().allMatch(wrong);
    }

    /** Names of products by the short name that somebody wrote. */
    public static List<String> products(String written) {
        return PRODUCTS.getOrDefault(written, List.of());
    }
}
