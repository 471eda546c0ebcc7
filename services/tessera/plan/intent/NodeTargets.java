package tessera.plan.intent;

import java.util.LinkedHashSet;
import java.util.List;
import tessera.insight.LabelSelector;
import tessera.model.NodeInfo;
import tessera.model.Snapshot;

/** Which nodes are meant. */
public sealed interface NodeTargets {

    /**
     * Nodes by name.
     *
     * @param names in the order in which they are dealt with, each once
     */
    record NamedNodes(List<String> names) implements NodeTargets {

        public NamedNodes {
            names = List.copyOf(new LinkedHashSet<>(names));
            if (names.isEmpty()) {
                throw new IllegalArgumentException("no node is named");
            }
        }

        @Override
        public List<String> in(Snapshot snapshot) {
            return names;
        }

        @Override
        public String words() {
            return names.size() < 4 ? String.join(", ", names) : names.size() + " nodes";
        }

        @Override
        public String arguments() {
            return String.join(" ", names);
        }
    }

    /**
     * Nodes by their labels.
     *
     * @param selector as kubectl takes it
     */
    record SelectedByLabels(String selector) implements NodeTargets {

        public SelectedByLabels {
            LabelSelector.parse(selector);
            if (selector.isBlank()) {
                throw new IllegalArgumentException("an empty selector would mean every node");
            }
        }

        @Override
        public List<String> in(Snapshot snapshot) {
            var wanted = LabelSelector.parse(selector);
            return snapshot.nodes().stream().filter(node -> wanted.test(node.facts().labels())).map(NodeInfo::name)
                    .toList();
        }

        @Override
        public String words() {
            return "nodes with " + selector;
        }

        @Override
        public String arguments() {
            return "-l '" + selector + "'";
        }
    }

    static NodeTargets of(String... names) {
        return new NamedNodes(List.of(names));
    }

    /** Their names; some that are named may not exist. */
    List<String> in(Snapshot snapshot);

    /** Fit to follow a verb: “h100-01, h100-02”, “12 nodes”, “nodes with pool=train”. */
    String words();

    /** As kubectl takes them. */
    String arguments();
}
