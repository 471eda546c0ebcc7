package tessera.lint.fix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.Quantity;

/** Edits of what containers ask for. */
public final class RequestFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern SLOPPY = Pattern
            .compile("\\s*+(\\d++)(?:[.,](\\d++))?+\\s*+([kKmMgGtT]?)[iI]?(?:[bB]|cores?|cpus?)?\\s*+");
    private static final String SHARE = "nvidia.com/gpu.shared";
    private static final String INSTANCE = "nvidia.com/mig-";
    private static final int MOST = 3;
    /** For each device, where nobody says more. */
    private static final int CORES = 8;
    private static final int GIBIBYTES = 16;

    private RequestFixes() {}

    /** Another amount, wherever it is said. */
    public static Optional<LintFix> to(ContainerRequest asked, String amount) {
        return ManifestEditor.fix("Ask for " + amount, written(asked, value -> ManifestEditor.replace(value, amount)));
    }

    /** Another resource, and another amount of it. */
    public static Optional<LintFix> as(ContainerRequest asked, String name, String amount) {
        return ManifestEditor.fix("Ask for %s of %s".formatted(amount, name), written(asked,
                value -> YamlInsertions.join(ManifestEditor.replace(value.key(), name),
                        ManifestEditor.replace(value, amount))));
    }

    /** The same amount of another resource. */
    public static Optional<LintFix> named(ContainerRequest asked, String name) {
        return ManifestEditor.fix("Name it " + name,
                written(asked, value -> ManifestEditor.replace(value.key(), name)));
    }

    /** By the name that was meant, or not at all where as much is asked for by that name already. */
    public static Optional<LintFix> right(ContainerRequest asked, String name) {
        return ManifestEditor.fix("Name it " + name, written(asked, value -> ManifestEditor.rename(value, name)))
                .flatMap(fix -> fix.removes() ? without(asked) : Optional.of(fix));
    }

    /** Which of two amounts is meant where one is asked for by the right name, and another by a wrong one. */
    public static List<LintFix> either(ContainerRequest asked, String name) {
        return ManifestEditor.ways(without(asked),
                ManifestEditor.fix("Ask for %s of %s".formatted(Quantity.readable(asked.value().text()), name),
                        written(asked, value -> ManifestEditor.over(value, name))));
    }

    private static List<TextEdit> written(ContainerRequest asked, Function<ManifestValue, List<TextEdit>> edit) {
        var edits = new ArrayList<TextEdit>();
        for (var value : List.of(asked.request(), asked.limit())) {
            if (value.written()) {
                var part = edit.apply(value);
                if (part.isEmpty()) {
                    return List.of();
                }
                edits.addAll(part);
            }
        }
        return edits;
    }

    /** No longer asked for. */
    public static Optional<LintFix> without(ContainerRequest asked) {
        return ManifestEditor.fix("Take %s away".formatted(asked.resource()), written(asked, ManifestEditor::remove));
    }

    /** Some resources that no container asks for any longer. */
    public static Optional<LintFix> without(String words, PodTemplate template, Predicate<ContainerRequest> which) {
        var edits = new ArrayList<TextEdit>();
        for (var container : template.allContainers()) {
            for (var asked : container.asked()) {
                if (which.test(asked)) {
                    edits.addAll(written(asked, ManifestEditor::remove));
                }
            }
        }
        return ManifestEditor.fix(words, edits);
    }

    /** A whole number of devices, or one of what there is less of. */
    public static List<LintFix> whole(ContainerRequest asked, BigDecimal amount,
            Optional<ManifestEnvironment> cluster) {
        var up = amount.abs().max(BigDecimal.ONE).setScale(0, RoundingMode.CEILING).toPlainString();
        var ways = new ArrayList<>(to(asked, up).stream().toList());
        if (asked.resource().equals("nvidia.com/gpu") && amount.compareTo(BigDecimal.ONE) < 0) {
            var parts = cluster.map(around -> offered(around, "nvidia.com/").stream()
                    .filter(name -> name.startsWith(INSTANCE) || name.endsWith(".shared")).limit(MOST).toList())
                    .orElse(List.of(SHARE));
            parts.forEach(name -> as(asked, name, "1").ifPresent(ways::add));
        }
        return ways;
    }

    /** What the vendor offers in place of a name that it has not, as far as that is known. */
    public static List<LintFix> alike(ContainerRequest asked, Optional<ManifestEnvironment> cluster) {
        var vendor = vendor(asked.resource());
        var names = cluster.map(around -> offeredLike(around, asked.resource()).stream().limit(MOST).toList())
                .orElse(vendor.equals("nvidia") ? List.of("nvidia.com/gpu") : List.of());
        var ways = new ArrayList<LintFix>();
        names.forEach(name -> named(asked, name).ifPresent(ways::add));
        without(asked).ifPresent(ways::add);
        return ways;
    }

    /** What nodes offer of the vendor that a name seems to be of, by name. */
    public static List<String> offeredLike(ManifestEnvironment cluster, String resource) {
        return offered(cluster, "").stream()
                .filter(name -> name.contains("/") && name.replaceFirst("/.*", "").contains(vendor(resource))).toList();
    }

    /** For example {@code nvidia} of {@code nvidia.com/gpu} and of {@code nvidia/gpu}. */
    private static String vendor(String resource) {
        return resource.replaceFirst("[./].*", "");
    }

    /** What nodes offer under a domain, by name. */
    public static List<String> offered(ManifestEnvironment cluster, String domain) {
        return cluster.snapshot().nodes().stream().flatMap(node -> node.facts().allocatable().names().stream()
                .filter(name -> name.startsWith(domain) && node.facts().allocatable().get(name) > 0)).distinct()
                .sorted().toList();
    }

    /** What somebody may have meant who wrote no amount. */
    public static List<LintFix> meant(ContainerRequest asked, ManifestValue value) {
        var sloppy = SLOPPY.matcher(value.text());
        var ways = new ArrayList<LintFix>();
        if (sloppy.matches()) {
            var number = sloppy.group(1) + (sloppy.group(2) == null ? "" : "." + sloppy.group(2));
            var unit = sloppy.group(3).toUpperCase(Locale.ROOT);
            var plain = unit.isEmpty() || asked.resource().equals("cpu");
            (plain ? List.of(number) : List.of(number + unit + "i", number + unit.replace("K", "k"))).stream()
                    .filter(amount -> Quantity.exact(amount).isPresent())
                    .forEach(
                            amount -> ManifestEditor.fix("Write " + amount, ManifestEditor.replace(value, amount))
                                    .ifPresent(ways::add));
        }
        ManifestEditor.fix("Take it away", ManifestEditor.remove(value)).ifPresent(ways::add);
        return ways;
    }

    /** Processors and memory for a container, as much as is usual for its devices, or for none. */
    public static Optional<LintFix> usual(TemplateContainer container, List<String> parts, List<String> resources,
            long devices) {
        var tree = JSON.objectNode();
        var amounts = new ArrayList<String>();
        for (var part : parts) {
            var inner = tree.withObjectProperty("resources").withObjectProperty(part);
            for (var resource : resources) {
                var amount = resource.equals("cpu") ? Long.toString(Math.max(1, CORES * devices))
                        : Math.max(1, GIBIBYTES * devices) + "Gi";
                inner.put(resource, amount);
                amounts.add(amount + " " + resource);
            }
        }
        return ManifestEditor.fix("Ask for " + String.join(" and ", amounts),
                YamlInsertions.merge(container.value(), tree));
    }

    /** What the whole pod asks for, asked for by one of its containers. */
    public static List<LintFix> intoContainer(PodTemplate template, String resource) {
        var requests = template.spec().at("resources", "requests", resource);
        var limits = template.spec().at("resources", "limits", resource);
        var asked = new ContainerRequest(resource, requests, limits);
        var ways = new ArrayList<LintFix>();
        for (var container : template.containers().stream().limit(MOST).toList()) {
            var tree = JSON.objectNode();
            tree.withObjectProperty("resources").withObjectProperty("limits").set(resource,
                    number(asked.value().text()));
            ManifestEditor
                    .fix("Let “%s” ask for it".formatted(container.name()), written(asked, ManifestEditor::remove),
                            YamlInsertions.merge(container.value(), tree))
                    .ifPresent(ways::add);
        }
        return ways;
    }

    private static JsonNode number(String text) {
        return text.matches("\\d{1,15}") ? JSON.numberNode(Long.parseLong(text)) : JSON.textNode(text);
    }
}
