package tessera.insight.node;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.insight.node.NodeFault.Level;
import tessera.insight.node.NodeFault.Topic;
import tessera.model.Condition;
import tessera.model.NodeFacts;

/**
 * The conditions, labels and taints by which monitors report faults of nodes. Data: {@code node-faults.json}.
 *
 * <p>A condition that is not in the data and names an accelerator is judged by its name: one that names a good state is at
 * fault while it is False, any other while it is True.
 */
public final class NodeFaultCatalog {

    private static final Comparator<NodeFault> URGENT_FIRST = Comparator.comparing(NodeFault::level).reversed()
            .thenComparing(NodeFault::sign);

    private static final Pattern LITERAL = Pattern.compile("[^\\w-]");

    private final List<NodeFaultEntry> conditions;
    private final List<NodeFaultEntry> reasons;
    private final List<NodeFaultEntry> marks;
    private final List<NodeFaultEntry> withheld;
    private final Pattern standard;
    private final Pattern accelerator;
    private final Pattern good;
    private final Pattern neutral;
    private final Pattern healthy;
    private final String remedy;

    /**
     * @param start how every key that matches begins
     * @param bad   the status, or the label's value, that reports the fault
     */
    private record NodeFaultEntry(String start, Pattern key, Pattern bad, Level level, Topic topic, DeviceLoss loss,
            String meaning, String remedy) {

        boolean matches(String name, String value) {
            return name.startsWith(start) && key.matcher(name).matches() && bad.matcher(value).matches();
        }
    }

    private NodeFaultCatalog(JsonNode tree) {
        conditions = readEntries(tree.path("conditions"));
        reasons = readEntries(tree.path("reasons"));
        marks = readEntries(tree.path("marks"));
        withheld = readEntries(tree.path("withheld"));
        standard = Pattern.compile(tree.path("standard").asText());
        accelerator = Pattern.compile(tree.path("accelerator").asText());
        good = Pattern.compile(tree.path("good").asText());
        neutral = Pattern.compile(tree.path("neutral").asText());
        healthy = Pattern.compile(tree.path("healthy").asText());
        remedy = tree.path("remedy").asText();
    }

    /** Returns the catalogue that ships with the product. */
    public static NodeFaultCatalog standard() {
        return ShippedFaults.CATALOG;
    }

    /** The catalogue that ships with the product, read at first use. */
    private static final class ShippedFaults {

        private static final NodeFaultCatalog CATALOG = read();

        private static NodeFaultCatalog read() {
            try (var file = Objects
                    .requireNonNull(NodeFaultCatalog.class.getResourceAsStream("node-faults.json"))) {
                return new NodeFaultCatalog(new JsonMapper().readTree(file));
            } catch (IOException e) {
                throw new UncheckedIOException("The catalogue of node faults is damaged", e);
            }
        }
    }

    private static List<NodeFaultEntry> readEntries(JsonNode list) {
        var entries = new ArrayList<NodeFaultEntry>();
        for (var element : list) {
            var key = element.path("key").asText();
            var end = LITERAL.matcher(key);
            entries.add(new NodeFaultEntry(end.find() ? key.substring(0, end.start()) : key, Pattern.compile(key),
                    Pattern.compile(element.path("bad").asText("True")),
                    Level.valueOf(element.path("level").asText("critical").toUpperCase(Locale.ROOT)),
                    Topic.valueOf(element.path("topic").asText("accelerator").toUpperCase(Locale.ROOT)),
                    DeviceLoss.valueOf(element.path("loss").asText("none").toUpperCase(Locale.ROOT)),
                    element.path("meaning").asText(), element.path("remedy").asText()));
        }
        return List.copyOf(entries);
    }

    /** Returns the faults that a node object reports, the most urgent first. */
    public List<NodeFault> faultsOf(NodeFacts node) {
        return Stream.concat(node.conditions().stream().flatMap(condition -> faultOf(condition).stream()),
                marksOf(node)).sorted(URGENT_FIRST).toList();
    }

    /**
     * Returns the remedy for devices that a device plugin withholds; empty if it is the same as for NVIDIA's.
     *
     * @param sharing by what GPUs are shared, e.g. {@code hami}; may be empty
     */
    public Optional<String> withheldRemedy(String vendor, String sharing) {
        return withheld.stream().filter(entry -> entry.matches(sharing, "") || entry.matches(vendor, "")).findFirst()
                .map(NodeFaultEntry::remedy);
    }

    /** Returns the faults that labels, taints and annotations of a node report. */
    public Stream<NodeFault> marksOf(NodeFacts node) {
        return Stream.concat(quarantineFaults(node), Stream.concat(
                node.labels().entrySet().stream().flatMap(label -> findMark(label.getKey(), label.getValue(),
                        label.getKey() + "=" + label.getValue()).stream()),
                node.taints().stream()
                        .flatMap(taint -> findMark(taint.key(), "taint " + taint.value(), taint.toString()).stream())));
    }

    /** Returns quarantine faults that no condition reports; a condition tells whether its fault lasts. */
    private Stream<NodeFault> quarantineFaults(NodeFacts node) {
        var checks = new HashSet<String>();
        return HealthEvents.conditions(node.annotations())
                .filter(event -> node.findCondition(event.type()).isEmpty() && checks.add(event.type()))
                .map(event -> event.isTrue()
                        ? faultOf(event)
                                .orElseGet(
                                        () -> unknownFault(event, Level.CRITICAL, "NVSentinel reports a fatal fault."))
                        : unknownFault(event, Level.WARNING, "NVSentinel reports a fault."));
    }

    private NodeFault unknownFault(Condition condition, Level level, String meaning) {
        return new NodeFault(condition.type(), condition.status(), level, Topic.ACCELERATOR, DeviceLoss.NONE, meaning,
                remedy, detailTexts(condition), condition.since());
    }

    private Optional<NodeFault> findMark(String key, String value, String sign) {
        return marks.stream().filter(entry -> entry.matches(key, value)).findFirst()
                .map(entry -> new NodeFault(sign, "", entry.level(), entry.topic(), entry.loss(), entry.meaning(),
                        entry.remedy(), List.of(), null));
    }

    /** Returns the fault that a condition reports; empty while it reports none, and for the kubelet's own conditions. */
    public Optional<NodeFault> faultOf(Condition condition) {
        if (standard.matcher(condition.type()).matches()) {
            return Optional.empty();
        }
        var known = conditions.stream().filter(entry -> entry.key().matcher(condition.type()).matches()).findFirst();
        if (known.isPresent()) {
            return known.filter(entry -> entry.bad().matcher(condition.status()).matches())
                    .map(entry -> faultFor(condition, entry));
        }
        return reportsFault(condition)
                ? Optional.of(unknownFault(condition, Level.WARNING, ""))
                : Optional.empty();
    }

    /** Returns the fault of a condition; its reason says more where the condition stands for many faults. */
    private NodeFault faultFor(Condition condition, NodeFaultEntry entry) {
        var told = reasons.stream().filter(reason -> reason.key().matcher(condition.reason()).matches()).findFirst()
                .orElse(entry);
        return new NodeFault(condition.type(), condition.status(), told.level(), told.topic(), told.loss(),
                told.meaning(), told.remedy(), detailTexts(condition), condition.since());
    }

    private boolean reportsFault(Condition condition) {
        var type = condition.type();
        if (!accelerator.matcher(type).find() || neutral.matcher(type).find()) {
            return false;
        }
        return good.matcher(type).find() ? condition.status().equals("False")
                : condition.isTrue() && !healthy.matcher(condition.reason()).find();
    }

    private static List<String> detailTexts(Condition condition) {
        return Stream.of(condition.reason(), condition.message())
                .filter(text -> !text.isBlank() && !text.equals(condition.type())).distinct().toList();
    }
}
