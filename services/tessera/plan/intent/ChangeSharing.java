package tessera.plan.intent;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import tessera.model.ShellWord;

/**
 * GPUs shared otherwise: named configurations written or removed, and who takes which.
 *
 * @param write  texts of configurations by name; others of the same ConfigMap stay as they are
 * @param forget names of configurations that shall not be there
 * @param takes  which nodes take which configuration
 * @param usual  what nodes without a label take; empty to leave that as it is
 */
public record ChangeSharing(Map<String, String> write, Set<String> forget, List<Takes> takes,
        Optional<Usual> usual) implements ChangeIntent {

    /** Stands for the ConfigMap that is in use, or for a new one where there is none. */
    public static final String SAME_MAP = "*";
    /** What the ConfigMap is called where there is none yet. */
    public static final String NEW_MAP = "device-plugin-config";

    /**
     * Nodes and the configuration that they are labelled with.
     *
     * @param config empty for no label, so that they take what is usual
     */
    public record Takes(NodeTargets nodes, String config) {}

    /**
     * What device plugins are told that nothing else tells.
     *
     * @param map    the ConfigMap, or {@link #SAME_MAP}; empty for none, so that nothing is shared
     * @param config the configuration for nodes without a label; may be empty
     */
    public record Usual(String map, String config) {}

    public ChangeSharing {
        write = Collections.unmodifiableMap(new TreeMap<>(write));
        forget = Collections.unmodifiableSet(new TreeSet<>(forget));
        takes = List.copyOf(takes);
    }

    /** Some nodes take a configuration that there is. */
    public static ChangeSharing of(NodeTargets nodes, String config) {
        return new ChangeSharing(Map.of(), Set.of(), List.of(new Takes(nodes, config)), Optional.empty());
    }

    /** A configuration written, whoever takes it. */
    public static ChangeSharing writing(String config, String text) {
        return new ChangeSharing(Map.of(config, text), Set.of(), List.of(), Optional.empty());
    }

    /** Both as one. Where they disagree, this one counts. */
    public ChangeSharing and(ChangeSharing other) {
        var texts = new TreeMap<>(other.write);
        texts.putAll(write);
        var gone = new TreeSet<>(other.forget);
        gone.addAll(forget);
        gone.removeAll(texts.keySet());
        var all = new ArrayList<>(takes);
        all.addAll(other.takes);
        return new ChangeSharing(texts, gone, all, usual.or(other::usual));
    }

    /**
     * The same with configurations that there are instead of some that would be written.
     *
     * @param others their names by those of the written ones
     */
    public ChangeSharing with(Map<String, String> others) {
        var texts = new TreeMap<>(write);
        texts.keySet().removeAll(others.keySet());
        return new ChangeSharing(texts, forget,
                takes.stream().map(each -> new Takes(each.nodes(), others.getOrDefault(each.config(), each.config())))
                        .toList(),
                usual.map(all -> new Usual(all.map(), others.getOrDefault(all.config(), all.config()))));
    }

    /** Whether it wants nothing at all. */
    public boolean isEmpty() {
        return write.isEmpty() && forget.isEmpty() && takes.isEmpty() && usual.isEmpty();
    }

    @Override
    public String verb() {
        return "share";
    }

    @Override
    public String words() {
        var parts = new ArrayList<String>();
        byConfig().forEach((config, nodes) -> parts.add(config.isEmpty()
                ? "Let " + nodes + " share as is usual"
                : "Share GPUs of %s: %s".formatted(nodes, config)));
        usual.ifPresent(all -> parts.add(all.map().isEmpty() ? "Share no GPUs"
                : all.config().isEmpty() ? "Share GPUs only where a label says so"
                        : "Share GPUs of all nodes: " + all.config()));
        if (parts.isEmpty()) {
            write.keySet().forEach(key -> parts.add("Write the sharing configuration " + key));
            forget.forEach(key -> parts.add("Remove the sharing configuration " + key));
        }
        return String.join("; ", parts);
    }

    private Map<String, String> byConfig() {
        var nodes = new LinkedHashMap<String, List<NodeTargets>>();
        takes.forEach(each -> nodes.computeIfAbsent(each.config(), _ -> new ArrayList<>()).add(each.nodes()));
        var words = new LinkedHashMap<String, String>();
        nodes.forEach((config, those) -> words.put(config, words(those)));
        return words;
    }

    private static String words(List<NodeTargets> those) {
        if (those.stream().allMatch(NodeTargets.NamedNodes.class::isInstance)) {
            return new NodeTargets.NamedNodes(
                    those.stream().flatMap(each -> ((NodeTargets.NamedNodes) each).names().stream()).toList())
                    .words();
        }
        return those.stream().map(NodeTargets::words).collect(Collectors.joining(", "));
    }

    @Override
    public String command() {
        var parts = new ArrayList<String>();
        for (var each : takes) {
            switch (each.nodes()) {
                case NodeTargets.NamedNodes(var names) -> names.forEach(name -> parts
                        .add(each.config().isEmpty() ? name + "-" : name + "=" + each.config()));
                case NodeTargets.SelectedByLabels selected -> parts.add(selected.arguments()
                        + (each.config().isEmpty() ? " --unset" : " --config=" + each.config()));
            }
        }
        write.forEach((key, text) -> parts.add("--write=" + ShellWord.quoted(key + "=" + text)));
        forget.forEach(key -> parts.add("--forget=" + key));
        usual.ifPresent(
                all -> parts.add((all.map().equals(SAME_MAP) ? "" : "--config-map=" + ShellWord.quoted(all.map()) + " ")
                        + "--default-config=" + ShellWord.quoted(all.config())));
        return "tessera plan share " + String.join(" ", parts);
    }
}
