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
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/**
 * An intent to change GPU sharing: configurations written or removed, and nodes assigned to them.
 *
 * @param write  texts of configurations by name; others of the same ConfigMap stay as they are
 * @param remove names of configurations that shall not be there
 * @param assignments  which nodes take which configuration
 * @param defaultConfig  what nodes without a label take; empty to leave that as it is
 */
public record GpuSharingIntent(Map<String, String> write, Set<String> remove, List<SharingConfigAssignment> assignments,
        Optional<DefaultSharingConfig> defaultConfig) implements ChangeIntent {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingIntent.class);
    /** Stands for the ConfigMap that is in use, or for a new one where there is none. */
    public static final String SAME_MAP = "*";
    /** What the ConfigMap is called where there is none yet. */
    public static final String NEW_MAP = "device-plugin-config";

    /**
     * Nodes and the configuration with which they are labelled.
     *
     * @param config empty for no label, so that they take what is usual
     */
    public record SharingConfigAssignment(TargetNodeSelection nodes, String config) {}

    /**
     * The ConfigMap and configuration for nodes without a label.
     *
     * @param configMap    the ConfigMap, or {@link #SAME_MAP}; empty for none, so that nothing is shared
     * @param config the configuration for nodes without a label; may be empty
     */
    public record DefaultSharingConfig(String configMap, String config) {}

    public GpuSharingIntent {
        write = Collections.unmodifiableMap(new TreeMap<>(write));
        remove = Collections.unmodifiableSet(new TreeSet<>(remove));
        assignments = List.copyOf(assignments);
    }

    /** Returns the intent that some nodes use an existing configuration. */
    public static GpuSharingIntent assignConfig(TargetNodeSelection nodes, String config) {
        return new GpuSharingIntent(Map.of(), Set.of(), List.of(new SharingConfigAssignment(nodes, config)),
                Optional.empty());
    }

    /** Returns the intent to write a configuration, whichever nodes use it. */
    public static GpuSharingIntent writeConfig(String config, String text) {
        return new GpuSharingIntent(Map.of(config, text), Set.of(), List.of(), Optional.empty());
    }

    /** Returns both intents as one. Where they disagree, this one counts. */
    public GpuSharingIntent and(GpuSharingIntent other) {
        var texts = new TreeMap<>(other.write);
        texts.putAll(write);
        var gone = new TreeSet<>(other.remove);
        gone.addAll(remove);
        gone.removeAll(texts.keySet());
        var all = new ArrayList<>(assignments);
        all.addAll(other.assignments);
        return new GpuSharingIntent(texts, gone, all, defaultConfig.or(other::defaultConfig));
    }

    /**
     * Returns the intent with existing configurations in place of some that would be written.
     *
     * @param others their names by those of the written ones
     */
    public GpuSharingIntent withExistingConfigs(Map<String, String> others) {
        var texts = new TreeMap<>(write);
        texts.keySet().removeAll(others.keySet());
        return new GpuSharingIntent(texts, remove,
                assignments.stream()
                        .map(each -> new SharingConfigAssignment(each.nodes(),
                                others.getOrDefault(each.config(), each.config())))
                        .toList(),
                defaultConfig.map(all -> new DefaultSharingConfig(all.configMap(),
                        others.getOrDefault(all.config(), all.config()))));
    }

    /** Returns whether the intent changes nothing. */
    public boolean isEmpty() {
        return write.isEmpty() && remove.isEmpty() && assignments.isEmpty() && defaultConfig.isEmpty();
    }

    @Override
    public String verb() {
        return "share";
    }

    @Override
    public String summaryText() {
        var parts = new ArrayList<String>();
        nodesByConfig().forEach((config, nodes) -> parts.add(
                config.isEmpty() ? MESSAGES.text("share.reset", nodes) : MESSAGES.text("share.nodes", nodes, config)));
        defaultConfig.ifPresent(all -> parts.add(defaultSharingText(all)));
        if (parts.isEmpty()) {
            write.keySet().forEach(key -> parts.add(MESSAGES.text("share.write", key)));
            remove.forEach(key -> parts.add(MESSAGES.text("share.remove", key)));
        }
        return SentenceJoiner.joinClauses(parts);
    }

    private static String defaultSharingText(DefaultSharingConfig all) {
        if (all.configMap().isEmpty()) {
            return MESSAGES.text("share.none");
        }
        if (all.config().isEmpty()) {
            return MESSAGES.text("share.labelled");
        }
        return MESSAGES.text("share.default", all.config());
    }

    private Map<String, String> nodesByConfig() {
        var nodes = new LinkedHashMap<String, List<TargetNodeSelection>>();
        for (var each : assignments) {
            nodes.computeIfAbsent(each.config(), _ -> new ArrayList<>()).add(each.nodes());
        }
        var words = new LinkedHashMap<String, String>();
        nodes.forEach((config, those) -> words.put(config, nodesText(those)));
        return words;
    }

    private static String nodesText(List<TargetNodeSelection> those) {
        if (those.stream().allMatch(TargetNodeSelection.NamedNodes.class::isInstance)) {
            return new TargetNodeSelection.NamedNodes(those.stream()
                    .flatMap(targets -> ((TargetNodeSelection.NamedNodes) targets).names().stream()).toList())
                    .nodesText();
        }
        return those.stream().map(TargetNodeSelection::nodesText).collect(Collectors.joining(", "));
    }

    @Override
    public String commandLine() {
        var parts = new ArrayList<String>();
        for (var each : assignments) {
            switch (each.nodes()) {
                case TargetNodeSelection.NamedNodes(var names) ->
                    names.forEach(name -> parts.add(each.config().isEmpty() ? name + "-" : name + "=" + each.config()));
                case TargetNodeSelection.LabelSelectedNodes selected -> parts.add(
                        selected.arguments() + (each.config().isEmpty() ? " --unset" : " --config=" + each.config()));
            }
        }
        write.forEach((key, text) -> parts.add("--write=" + ShellWordQuoter.quote(key + "=" + text)));
        remove.forEach(key -> parts.add("--forget=" + key));
        defaultConfig.ifPresent(all -> parts.add(
                (all.configMap().equals(SAME_MAP) ? "" : "--config-map=" + ShellWordQuoter.quote(all.configMap()) + " ")
                        + "--default-config="
                        + ShellWordQuoter.quote(all.config())));
        return "tessera plan %s %s".formatted(verb(), String.join(" ", parts));
    }
}
