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
import tessera.model.Taint;

/** Something that is wanted of nodes. */
public sealed interface NodeIntent extends ChangeIntent
        permits
        NodeIntent.ChangeTaints,
        NodeIntent.ChangeLabels,
        NodeIntent.Cordon,
        NodeIntent.UncordonNodes,
        NodeIntent.Drain,
        NodeIntent.ApplyMigConfig,
        NodeIntent.AdvertiseResource,
        MendMig {

    NodeTargets nodes();

    /** The same wish for other nodes. */
    NodeIntent at(NodeTargets others);

    /** What it is besides which nodes, as the command line takes it; empty when the verb says all. */
    String arguments();

    @Override
    default String command() {
        return ("tessera plan " + verb() + " " + nodes().arguments() + " " + arguments()).strip();
    }

    /**
     * Taints set, changed and removed. A taint of the same key and effect is replaced.
     *
     * @param set    taints that there shall be
     * @param remove taints that there shall not be
     */
    record ChangeTaints(NodeTargets nodes, List<Taint> set, List<TaintKey> remove) implements NodeIntent {

        public ChangeTaints {
            set = List.copyOf(set);
            remove = List.copyOf(remove);
        }

        @Override
        public NodeIntent at(NodeTargets others) {
            return new ChangeTaints(others, set, remove);
        }

        @Override
        public String verb() {
            return "taint";
        }

        @Override
        public String words() {
            return "Taint " + nodes.words() + ": " + arguments();
        }

        @Override
        public String arguments() {
            return Stream.concat(set.stream(), remove.stream()).map(Object::toString).collect(Collectors.joining(" "));
        }
    }

    /**
     * Labels set, changed and removed.
     *
     * @param set    by key; an empty value is one
     * @param remove keys
     */
    record ChangeLabels(NodeTargets nodes, Map<String, String> set, Set<String> remove) implements NodeIntent {

        public ChangeLabels {
            set = Collections.unmodifiableMap(new TreeMap<>(set));
            remove = Collections.unmodifiableSet(new TreeSet<>(remove));
        }

        @Override
        public NodeIntent at(NodeTargets others) {
            return new ChangeLabels(others, set, remove);
        }

        @Override
        public String verb() {
            return "label";
        }

        @Override
        public String words() {
            return "Label " + nodes.words() + ": " + arguments();
        }

        @Override
        public String arguments() {
            return Stream.concat(set.entrySet().stream().map(entry -> entry.getKey() + "=" + entry.getValue()),
                    remove.stream().map(key -> key + "-")).collect(Collectors.joining(" "));
        }
    }

    /** No further pods on these nodes; those there stay. */
    record Cordon(NodeTargets nodes) implements NodeIntent {

        @Override
        public NodeIntent at(NodeTargets others) {
            return new Cordon(others);
        }

        @Override
        public String verb() {
            return "cordon";
        }

        @Override
        public String words() {
            return "Cordon " + nodes.words();
        }

        @Override
        public String arguments() {
            return "";
        }
    }

    /** Pods on these nodes again. */
    record UncordonNodes(NodeTargets nodes) implements NodeIntent {

        @Override
        public NodeIntent at(NodeTargets others) {
            return new UncordonNodes(others);
        }

        @Override
        public String verb() {
            return "uncordon";
        }

        @Override
        public String words() {
            return "Uncordon " + nodes.words();
        }

        @Override
        public String arguments() {
            return "";
        }
    }

    /** No further pods on these nodes, and those there evicted. */
    record Drain(NodeTargets nodes, DrainTerms terms) implements NodeIntent {

        @Override
        public NodeIntent at(NodeTargets others) {
            return new Drain(others, terms);
        }

        @Override
        public String verb() {
            return "drain";
        }

        @Override
        public String words() {
            return "Drain " + nodes.words();
        }

        @Override
        public String arguments() {
            return terms.arguments();
        }
    }

    /**
     * What a drain may do to pods.
     *
     * @param loseUnmanaged whether pods may go that nobody will create again
     * @param loseLocalData whether pods may go that keep data on the node ({@code emptyDir})
     * @param grace         how long a pod may take to end; null for as long as it says itself
     * @param patience      how long one eviction that a budget forbids is tried again, and how long pods may take to go
     */
    record DrainTerms(boolean loseUnmanaged, boolean loseLocalData, @Nullable Duration grace, Duration patience) {

        /** Nothing may be lost for good, and budgets are waited for five minutes. */
        public static final DrainTerms CAREFUL = new DrainTerms(false, false, null, Duration.ofMinutes(5));

        /** As the command line takes them. */
        public String arguments() {
            return (loseLocalData ? "--delete-emptydir-data " : "") + (loseUnmanaged ? "--force " : "")
                    + (grace == null ? "" : "--grace-period=" + grace.toSeconds() + " ") + "--patience="
                    + patience.toSeconds();
        }
    }

    /**
     * GPUs divided anew by their MIG manager: no further pods on these nodes meanwhile, and those that hold GPUs evicted.
     *
     * @param wish  how
     * @param limit how long the MIG manager of a node may take
     * @param mixed whether the MIG strategy of the cluster may become mixed
     */
    record ApplyMigConfig(NodeTargets nodes, MigLayoutRequest wish, DrainTerms terms, Duration limit, boolean mixed)
            implements
                NodeIntent {

        /** Enough for the operator's pods to go and to come back, and for a machine to restart. */
        public static final Duration USUAL_LIMIT = Duration.ofMinutes(15);

        /** As a configuration says that the nodes offer. */
        public ApplyMigConfig(NodeTargets nodes, String config, DrainTerms terms, Duration limit) {
            this(nodes, new MigLayoutRequest.OfferedLayout(config), terms, limit, false);
        }

        /** What the MIG managers are told. */
        public String config() {
            return wish.name();
        }

        @Override
        public NodeIntent at(NodeTargets others) {
            return new ApplyMigConfig(others, wish, terms, limit, mixed);
        }

        @Override
        public String verb() {
            return "mig";
        }

        @Override
        public String words() {
            return "Divide the GPUs of " + nodes.words() + ": " + wish.words();
        }

        @Override
        public String arguments() {
            return wish.arguments() + " " + terms.arguments() + " --manager-patience=" + limit.toSeconds()
                    + (mixed ? " --mixed" : "");
        }
    }

    /**
     * A device of one's own advertised, or not any more.
     *
     * @param resource e.g. {@code example.com/dongle}
     * @param amount   per node; empty to advertise it no longer
     */
    record AdvertiseResource(NodeTargets nodes, String resource, OptionalLong amount) implements NodeIntent {

        @Override
        public NodeIntent at(NodeTargets others) {
            return new AdvertiseResource(others, resource, amount);
        }

        @Override
        public String verb() {
            return "extended-resource";
        }

        @Override
        public String words() {
            return amount.isPresent()
                    ? "Advertise %d × %s on %s".formatted(amount.getAsLong(), resource, nodes.words())
                    : "Advertise no %s on %s".formatted(resource, nodes.words());
        }

        @Override
        public String arguments() {
            return amount.isPresent() ? resource + "=" + amount.getAsLong() : resource + "-";
        }
    }
}
