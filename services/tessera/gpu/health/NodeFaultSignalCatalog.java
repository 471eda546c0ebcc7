package tessera.gpu.health;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.gpu.health.NodeFault.FaultyNodePart;
import tessera.gpu.health.NodeFault.NodeFaultLevel;
import tessera.model.NodeSummary;
import tessera.model.StatusCondition;
import tessera.text.MessageCatalog;

/**
 * The conditions, labels and taints by which monitors report faults of nodes. Data: {@code node-faults.json}.
 *
 * <p>A condition that is not in the data and names an accelerator is judged by its name: one that names a good state is at
 * fault while it is False, any other while it is True.
 */
public final class NodeFaultSignalCatalog {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NodeFaultSignalCatalog.class);
    private static final Comparator<NodeFault> URGENT_FIRST = Comparator.comparing(NodeFault::level).reversed()
            .thenComparing(NodeFault::signal);

    /** How many keys are remembered: a cluster may have any number. */
    private static final int MOST_KEYS = 4_096;
    private static final Pattern LITERAL = Pattern.compile("[^\\w-]");

    private final List<NodeFaultKeyPattern> conditions;
    private final List<NodeFaultKeyPattern> reasons;
    private final List<NodeFaultKeyPattern> faultEntries;
    /** The entries that match a key: nodes have the same few hundred keys, and there are many nodes. */
    private final Map<String, List<NodeFaultKeyPattern>> faultEntriesByKey = new ConcurrentHashMap<>();
    private final List<NodeFaultKeyPattern> withheld;
    private final List<NodeFaultKeyPattern> withheldShared;
    private final Pattern standard;
    private final Pattern accelerator;
    private final Pattern good;
    private final Pattern neutral;
    private final Pattern healthy;

    /**
     * A pattern of conditions or labels that report a node fault.
     *
     * @param start the prefix of every matching key
     * @param bad   the status, or the label's value, that reports the fault
     */
    private record NodeFaultKeyPattern(String start, Pattern key, Pattern bad, NodeFaultLevel level,
            FaultyNodePart topic, GpuLossStage loss, String textKey) {

        boolean matches(String name, String value) {
            return matchesKey(name) && bad.matcher(value).matches();
        }

        String meaning() {
            return MESSAGES.text(textKey + ".why");
        }

        String remedy() {
            return MESSAGES.text(textKey + ".remedy");
        }

        boolean matchesKey(String name) {
            return name.startsWith(start) && key.matcher(name).matches();
        }
    }

    private NodeFaultSignalCatalog(JsonNode tree) {
        conditions = readEntries(tree.path("conditions"));
        reasons = readEntries(tree.path("reasons"));
        faultEntries = readEntries(tree.path("marks"));
        withheld = readEntries(tree.path("withheld"));
        withheldShared = readEntries(tree.path("withheldShared"));
        standard = Pattern.compile(tree.path("standard").asText());
        accelerator = Pattern.compile(tree.path("accelerator").asText());
        good = Pattern.compile(tree.path("good").asText());
        neutral = Pattern.compile(tree.path("neutral").asText());
        healthy = Pattern.compile(tree.path("healthy").asText());
    }

    /** Returns the catalogue that ships with the product. */
    public static NodeFaultSignalCatalog standard() {
        return ShippedNodeFaultHolder.CATALOG;
    }

    /** The catalogue that ships with the product, read at first use. */
    private static final class ShippedNodeFaultHolder {

        private static final NodeFaultSignalCatalog CATALOG = read();

        private static NodeFaultSignalCatalog read() {
            try (var file = Objects
                    .requireNonNull(NodeFaultSignalCatalog.class.getResourceAsStream("node-faults.json"))) {
                return new NodeFaultSignalCatalog(new JsonMapper().readTree(file));
            } catch (IOException e) {
                throw new UncheckedIOException("Unreadable node-faults.json", e);
            }
        }
    }

    private static List<NodeFaultKeyPattern> readEntries(JsonNode list) {
        var entries = new ArrayList<NodeFaultKeyPattern>();
        for (var element : list) {
            var key = element.path("key").asText();
            var end = LITERAL.matcher(key);
            entries.add(new NodeFaultKeyPattern(end.find() ? key.substring(0, end.start()) : key, Pattern.compile(key),
                    Pattern.compile(element.path("bad").asText("True")),
                    NodeFaultLevel.valueOf(element.path("level").asText("critical").toUpperCase(Locale.ROOT)),
                    FaultyNodePart.valueOf(element.path("topic").asText("accelerator").toUpperCase(Locale.ROOT)),
                    GpuLossStage.valueOf(element.path("loss").asText("none").toUpperCase(Locale.ROOT)),
                    element.path("text").asText()));
        }
        return List.copyOf(entries);
    }

    /** Returns the faults that a node object reports, the most urgent first. */
    public List<NodeFault> faultsOf(NodeSummary node) {
        return Stream.concat(node.conditions().stream().flatMap(statusCondition -> faultOf(statusCondition).stream()),
                marksOf(node)).sorted(URGENT_FIRST).toList();
    }

    /**
     * Returns the remedy for devices that a device plugin withholds; empty if it is the same as for NVIDIA's.
     *
     * @param sharing by what GPUs are shared, e.g. {@code hami}; may be empty
     */
    public Optional<String> withheldRemedy(String vendor, String sharing) {
        return Stream
                .concat(withheldShared.stream().filter(entry -> entry.matches(sharing, "")),
                        withheld.stream().filter(entry -> entry.matches(vendor, "")))
                .findFirst().map(NodeFaultKeyPattern::remedy);
    }

    /** Returns the faults that labels, taints and annotations of a node report. */
    public Stream<NodeFault> marksOf(NodeSummary node) {
        return Stream.concat(quarantineFaults(node),
                Stream.concat(
                        node.labels().entrySet().stream()
                                .flatMap(label -> findMark(label.getKey(), label.getValue(),
                                        () -> label.getKey() + "=" + label.getValue()).stream()),
                        node.taints().stream().flatMap(
                                taint -> findMark(taint.key(), "taint " + taint.value(), taint::toString).stream())));
    }

    /** Returns quarantine faults that no condition reports; a condition tells whether its fault lasts. */
    private Stream<NodeFault> quarantineFaults(NodeSummary node) {
        var checks = new HashSet<String>();
        return NvSentinelHealthEventReader.conditions(node.annotations())
                .filter(event -> node.findCondition(event.type()).isEmpty() && checks.add(event.type()))
                .map(this::nodeFault);
    }

    private NodeFault nodeFault(StatusCondition event) {
        if (event.isTrue()) {
            return faultOf(event)
                    .orElseGet(() -> unknownFault(event, NodeFaultLevel.CRITICAL, MESSAGES.text("nvsentinel.fatal")));
        }
        return unknownFault(event, NodeFaultLevel.WARNING, MESSAGES.text("nvsentinel.fault"));
    }

    private NodeFault unknownFault(StatusCondition statusCondition, NodeFaultLevel level, String meaning) {
        return new NodeFault(statusCondition.type(), statusCondition.status(), level, FaultyNodePart.ACCELERATOR,
                GpuLossStage.NONE, meaning, MESSAGES.text("fault.unlisted.remedy"), detailTexts(statusCondition),
                statusCondition.since());
    }

    private Optional<NodeFault> findMark(String key, String value, Supplier<String> sign) {
        for (var entry : faultEntriesOf(key)) {
            if (entry.bad().matcher(value).matches()) {
                return Optional.of(new NodeFault(sign.get(), "", entry.level(), entry.topic(), entry.loss(),
                        entry.meaning(), entry.remedy(), List.of(), null));
            }
        }
        return Optional.empty();
    }

    private List<NodeFaultKeyPattern> faultEntriesOf(String key) {
        var known = faultEntriesByKey.get(key);
        if (known != null) {
            return known;
        }
        var matching = faultEntries.stream().filter(entry -> entry.matchesKey(key)).toList();
        if (faultEntriesByKey.size() < MOST_KEYS) {
            faultEntriesByKey.put(key, matching);
        }
        return matching;
    }

    /** Returns whether conditions of that type are in the catalogue, or the kubelet's own: of others the good status is guessed at best. */
    public boolean knowsCondition(String type) {
        return standard.matcher(type).matches()
                || conditions.stream().anyMatch(entry -> entry.key().matcher(type).matches());
    }

    /** Returns the fault that a condition reports; empty while it reports none, and for the kubelet's own conditions. */
    public Optional<NodeFault> faultOf(StatusCondition statusCondition) {
        if (standard.matcher(statusCondition.type()).matches()) {
            return Optional.empty();
        }
        var known = conditions.stream().filter(entry -> entry.key().matcher(statusCondition.type()).matches())
                .findFirst();
        if (known.isPresent()) {
            return known.filter(entry -> entry.bad().matcher(statusCondition.status()).matches())
                    .map(entry -> faultFor(statusCondition, entry));
        }
        if (reportsFault(statusCondition)) {
            return Optional.of(unknownFault(statusCondition, NodeFaultLevel.WARNING, ""));
        }
        return Optional.empty();
    }

    /** Returns the fault of a condition; its reason says more where the condition stands for many faults. */
    private NodeFault faultFor(StatusCondition statusCondition, NodeFaultKeyPattern entry) {
        var faultEntry = reasons.stream().filter(reason -> reason.key().matcher(statusCondition.reason()).matches())
                .findFirst().orElse(entry);
        return new NodeFault(statusCondition.type(), statusCondition.status(), faultEntry.level(), faultEntry.topic(),
                faultEntry.loss(), faultEntry.meaning(), faultEntry.remedy(), detailTexts(statusCondition),
                statusCondition.since());
    }

    private boolean reportsFault(StatusCondition statusCondition) {
        var type = statusCondition.type();
        if (!accelerator.matcher(type).find() || neutral.matcher(type).find()) {
            return false;
        }
        if (good.matcher(type).find()) {
            return statusCondition.status().equals("False");
        }
        return statusCondition.isTrue() && !healthy.matcher(statusCondition.reason()).find();
    }

    private static List<String> detailTexts(StatusCondition statusCondition) {
        return Stream.of(statusCondition.reason(), statusCondition.message())
                .filter(text -> !text.isBlank() && !text.equals(statusCondition.type())).distinct().toList();
    }
}
