package tessera.lint.mend;

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
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;
import tessera.lint.subject.Asked;
import tessera.lint.subject.Container;
import tessera.lint.subject.PodTemplate;
import tessera.lint.subject.Surroundings;
import tessera.model.Quantity;

/** Edits of what containers ask for. */
public final class Amounts {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Pattern SLOPPY = Pattern
            .compile("\\s*+(\\d++)(?:[.,](\\d++))?+\\s*+([kKmMgGtT]?)[iI]?(?:[bB]|cores?|cpus?)?\\s*+");
    private static final String SHARE = "nvidia.com/gpu.shared";
    private static final String INSTANCE = "nvidia.com/mig-";
    private static final int MOST = 3;
    /** For each device, where nobody says more. */
    private static final int CORES = 8;
    private static final int GIBIBYTES = 16;

    private Amounts() {}

    /** Another amount, wherever it is said. */
    public static Optional<Fix> to(Asked asked, String amount) {
        return Edits.fix("Ask for " + amount, written(asked, value -> Edits.replace(value, amount)));
    }

    /** Another resource, and another amount of it. */
    public static Optional<Fix> as(Asked asked, String name, String amount) {
        return Edits.fix("Ask for %s of %s".formatted(amount, name), written(asked,
                value -> Grafts.join(Edits.replace(value.key(), name), Edits.replace(value, amount))));
    }

    /** The same amount of another resource. */
    public static Optional<Fix> named(Asked asked, String name) {
        return Edits.fix("Name it " + name, written(asked, value -> Edits.replace(value.key(), name)));
    }

    /** By the name that was meant, or not at all where as much is asked for by that name already. */
    public static Optional<Fix> right(Asked asked, String name) {
        return Edits.fix("Name it " + name, written(asked, value -> Edits.rename(value, name)))
                .flatMap(fix -> fix.removes() ? without(asked) : Optional.of(fix));
    }

    /** Which of two amounts is meant where one is asked for by the right name, and another by a wrong one. */
    public static List<Fix> either(Asked asked, String name) {
        return Edits.ways(without(asked),
                Edits.fix("Ask for %s of %s".formatted(Quantity.readable(asked.value().text()), name),
                        written(asked, value -> Edits.over(value, name))));
    }

    private static List<Edit> written(Asked asked, Function<Value, List<Edit>> edit) {
        var edits = new ArrayList<Edit>();
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
    public static Optional<Fix> without(Asked asked) {
        return Edits.fix("Take %s away".formatted(asked.resource()), written(asked, Edits::remove));
    }

    /** Some resources that no container asks for any longer. */
    public static Optional<Fix> without(String words, PodTemplate template, Predicate<Asked> which) {
        var edits = new ArrayList<Edit>();
        for (var container : template.allContainers()) {
            for (var asked : container.asked()) {
                if (which.test(asked)) {
                    edits.addAll(written(asked, Edits::remove));
                }
            }
        }
        return Edits.fix(words, edits);
    }

    /** A whole number of devices, or one of what there is less of. */
    public static List<Fix> whole(Asked asked, BigDecimal amount, Optional<Surroundings> cluster) {
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
    public static List<Fix> alike(Asked asked, Optional<Surroundings> cluster) {
        var vendor = vendor(asked.resource());
        var names = cluster.map(around -> offeredLike(around, asked.resource()).stream().limit(MOST).toList())
                .orElse(vendor.equals("nvidia") ? List.of("nvidia.com/gpu") : List.of());
        var ways = new ArrayList<Fix>();
        names.forEach(name -> named(asked, name).ifPresent(ways::add));
        without(asked).ifPresent(ways::add);
        return ways;
    }

    /** What nodes offer of the vendor that a name seems to be of, by name. */
    public static List<String> offeredLike(Surroundings cluster, String resource) {
        return offered(cluster, "").stream()
                .filter(name -> name.contains("/") && name.replaceFirst("/.*", "").contains(vendor(resource))).toList();
    }

    /** For example {@code nvidia} of {@code nvidia.com/gpu} and of {@code nvidia/gpu}. */
    private static String vendor(String resource) {
        return resource.replaceFirst("[./].*", "");
    }

    /** What nodes offer under a domain, by name. */
    public static List<String> offered(Surroundings cluster, String domain) {
        return cluster.snapshot().nodes().stream().flatMap(node -> node.facts().allocatable().names().stream()
                .filter(name -> name.startsWith(domain) && node.facts().allocatable().get(name) > 0)).distinct()
                .sorted().toList();
    }

    /** What somebody may have meant who wrote no amount. */
    public static List<Fix> meant(Asked asked, Value value) {
        var sloppy = SLOPPY.matcher(value.text());
        var ways = new ArrayList<Fix>();
        if (sloppy.matches()) {
            var number = sloppy.group(1) + (sloppy.group(2) == null ? "" : "." + sloppy.group(2));
            var unit = sloppy.group(3).toUpperCase(Locale.ROOT);
            var plain = unit.isEmpty() || asked.resource().equals("cpu");
            (plain ? List.of(number) : List.of(number + unit + "i", number + unit.replace("K", "k"))).stream()
                    .filter(amount -> Quantity.exact(amount).isPresent())
                    .forEach(
                            amount -> Edits.fix("Write " + amount, Edits.replace(value, amount)).ifPresent(ways::add));
        }
        Edits.fix("Take it away", Edits.remove(value)).ifPresent(ways::add);
        return ways;
    }

    /** Processors and memory for a container, as much as is usual for its devices, or for none. */
    public static Optional<Fix> usual(Container container, List<String> parts, List<String> resources, long devices) {
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
        return Edits.fix("Ask for " + String.join(" and ", amounts), Grafts.merge(container.value(), tree));
    }

    /** What the whole pod asks for, asked for by one of its containers. */
    public static List<Fix> intoContainer(PodTemplate template, String resource) {
        var requests = template.spec().at("resources", "requests", resource);
        var limits = template.spec().at("resources", "limits", resource);
        var asked = new Asked(resource, requests, limits);
        var ways = new ArrayList<Fix>();
        for (var container : template.containers().stream().limit(MOST).toList()) {
            var tree = JSON.objectNode();
            tree.withObjectProperty("resources").withObjectProperty("limits").set(resource,
                    number(asked.value().text()));
            Edits.fix("Let “%s” ask for it".formatted(container.name()), written(asked, Edits::remove),
                    Grafts.merge(container.value(), tree)).ifPresent(ways::add);
        }
        return ways;
    }

    private static JsonNode number(String text) {
        return text.matches("\\d{1,15}") ? JSON.numberNode(Long.parseLong(text)) : JSON.textNode(text);
    }
}
