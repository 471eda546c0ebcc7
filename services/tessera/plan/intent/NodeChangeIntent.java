package tessera.plan.intent;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tessera.kube.scheduling.Taint;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** An intent to change nodes. */
public sealed interface NodeChangeIntent extends ChangeIntent
        permits NodeChangeIntent.ChangeTaintsIntent, NodeChangeIntent.ChangeLabelsIntent,
        NodeChangeIntent.CordonNodesIntent, NodeChangeIntent.UncordonNodesIntent, NodeChangeIntent.DrainNodesIntent,
        NodeChangeIntent.ApplyMigConfigIntent, NodeChangeIntent.AdvertiseResourceIntent, MigRepairIntent {

    MessageCatalog MESSAGES = MessageCatalog.of(NodeChangeIntent.class);
    TargetNodeSelection nodes();

    /** Returns the same intent for other nodes. */
    NodeChangeIntent withNodes(TargetNodeSelection others);

    /** Returns the command-line arguments besides the nodes; empty if the verb suffices. */
    String arguments();

    @Override
    default String commandLine() {
        return ("tessera plan " + verb() + " " + nodes().arguments() + " " + arguments()).strip();
    }

    /**
     * An intent to set, change and remove taints. A taint of the same key and effect is replaced.
     *
     * @param set    taints that there shall be
     * @param remove taints that there shall not be
     */
    record ChangeTaintsIntent(TargetNodeSelection nodes, List<Taint> set,
            List<TaintKey> remove) implements NodeChangeIntent {

        public ChangeTaintsIntent {
            set = List.copyOf(set);
            remove = List.copyOf(remove);
        }

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new ChangeTaintsIntent(others, set, remove);
        }

        @Override
        public String verb() {
            return "taint";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.taint", nodes.nodesText(), arguments());
        }

        @Override
        public String arguments() {
            return Stream.concat(set.stream(), remove.stream()).map(Object::toString).collect(Collectors.joining(" "));
        }
    }

    /**
     * An intent to set, change and remove labels.
     *
     * @param set    by key; an empty value is one
     * @param remove keys
     */
    record ChangeLabelsIntent(TargetNodeSelection nodes, Map<String, String> set,
            Set<String> remove) implements NodeChangeIntent {

        public ChangeLabelsIntent {
            set = Collections.unmodifiableMap(new TreeMap<>(set));
            remove = Collections.unmodifiableSet(new TreeSet<>(remove));
        }

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new ChangeLabelsIntent(others, set, remove);
        }

        @Override
        public String verb() {
            return "label";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.label", nodes.nodesText(), arguments());
        }

        @Override
        public String arguments() {
            return Stream.concat(set.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()),
                    remove.stream().map(key -> key + "-")).collect(Collectors.joining(" "));
        }
    }

    /** An intent to cordon nodes; pods on them stay. */
    record CordonNodesIntent(TargetNodeSelection nodes) implements NodeChangeIntent {

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new CordonNodesIntent(others);
        }

        @Override
        public String verb() {
            return "cordon";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.cordon", nodes.nodesText());
        }

        @Override
        public String arguments() {
            return "";
        }
    }

    /** An intent to uncordon nodes. */
    record UncordonNodesIntent(TargetNodeSelection nodes) implements NodeChangeIntent {

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new UncordonNodesIntent(others);
        }

        @Override
        public String verb() {
            return "uncordon";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.uncordon", nodes.nodesText());
        }

        @Override
        public String arguments() {
            return "";
        }
    }

    /** An intent to cordon nodes and evict their pods. */
    record DrainNodesIntent(TargetNodeSelection nodes, DrainSettings drainSettings) implements NodeChangeIntent {

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new DrainNodesIntent(others, drainSettings);
        }

        @Override
        public String verb() {
            return "drain";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.drain", nodes.nodesText());
        }

        @Override
        public String arguments() {
            return drainSettings.arguments();
        }
    }

    /**
     * The permissions and time limits of a drain.
     *
     * @param loseUnmanaged whether pods may go that nobody will create again
     * @param loseLocalData whether pods may go that keep data on the node ({@code emptyDir})
     * @param gracePeriod         how long a pod may take to end; null for as long as it says itself
     * @param timeout      how long one eviction that a budget forbids is tried again, and how long pods may take to go
     */
    record DrainSettings(boolean loseUnmanaged, boolean loseLocalData, @Nullable Duration gracePeriod,
            Duration timeout) {

        /** Nothing may be lost for good, and budgets are waited for five minutes. */
        public static final DrainSettings CAREFUL = new DrainSettings(false, false, null, Duration.ofMinutes(5));

        /** Returns the command-line arguments. */
        public String arguments() {
            return (loseLocalData ? "--delete-emptydir-data " : "")
                    + (loseUnmanaged ? "--force " : "")
                    + OptionalText.suffixed(GracePeriodOption.optionText(gracePeriod), " ") + "--patience="
                    + timeout.toSeconds();
        }
    }

    /**
     * An intent to repartition GPUs by the MIG manager: the nodes are cordoned and pods that hold GPUs evicted.
     *
     * @param layout  how
     * @param limit how long the MIG manager of a node may take
     * @param mixed whether the MIG strategy of the cluster may become mixed
     */
    record ApplyMigConfigIntent(TargetNodeSelection nodes, RequestedMigLayout layout, DrainSettings drainSettings,
            Duration limit, boolean mixed) implements NodeChangeIntent {

        /** Enough for the operator's pods to go and to come back, and for a machine to restart. */
        public static final Duration USUAL_LIMIT = Duration.ofMinutes(15);

        /** As a configuration says that the nodes offer. */
        public ApplyMigConfigIntent(TargetNodeSelection nodes, String config, DrainSettings drainSettings,
                Duration limit) {
            this(nodes, new RequestedMigLayout.ExistingConfigurationLayout(config), drainSettings, limit, false);
        }

        /** Returns the configuration name for the MIG managers. */
        public String configName() {
            return layout.name();
        }

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new ApplyMigConfigIntent(others, layout, drainSettings, limit, mixed);
        }

        @Override
        public String verb() {
            return "mig";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("node.mig", nodes.nodesText(), layout.layoutText());
        }

        @Override
        public String arguments() {
            return layout.arguments() + " " + drainSettings.arguments() + " --manager-patience=" + limit.toSeconds()
                    + (mixed ? " --mixed" : "");
        }
    }

    /**
     * An intent to advertise an extended resource on nodes, or to stop that.
     *
     * @param resource e.g. {@code example.com/dongle}
     * @param amount   per node; empty to advertise it no longer
     */
    record AdvertiseResourceIntent(TargetNodeSelection nodes, String resource,
            OptionalLong amount) implements NodeChangeIntent {

        @Override
        public NodeChangeIntent withNodes(TargetNodeSelection others) {
            return new AdvertiseResourceIntent(others, resource, amount);
        }

        @Override
        public String verb() {
            return "extended-resource";
        }

        @Override
        public String summaryText() {
            if (amount.isPresent()) {
                return MESSAGES.text("node.advertise", amount.getAsLong(), resource, nodes.nodesText());
            }
            return MESSAGES.text("node.unadvertise", resource, nodes.nodesText());
        }

        @Override
        public String arguments() {
            return amount.isPresent() ? resource + "=" + amount.getAsLong() : resource + "-";
        }
    }
}
