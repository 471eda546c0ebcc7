package tessera.plan.intent;

import java.util.LinkedHashSet;
import java.util.List;
import tessera.kube.labels.LabelSelector;
import tessera.kube.labels.LabelSelectorParser;
import tessera.kube.labels.LabelSelectorSyntaxException;
import tessera.model.ClusterSnapshot;
import tessera.model.NodeWithBoundPods;
import tessera.text.MessageCatalog;

/** The nodes that an intent applies to. */
public sealed interface TargetNodeSelection {

    MessageCatalog MESSAGES = MessageCatalog.of(TargetNodeSelection.class);
    /**
     * Nodes given by name.
     *
     * @param names in the order in which they are dealt with, each once
     */
    record NamedNodes(List<String> names) implements TargetNodeSelection {

        public NamedNodes {
            names = List.copyOf(new LinkedHashSet<>(names));
            if (names.isEmpty()) {
                throw new IllegalArgumentException("no nodes");
            }
        }

        @Override
        public List<String> namesIn(ClusterSnapshot clusterSnapshot) {
            return names;
        }

        @Override
        public String nodesText() {
            return names.size() < 4 ? String.join(", ", names) : MESSAGES.text("nodes.count", names.size());
        }

        @Override
        public String arguments() {
            return String.join(" ", names);
        }
    }

    /**
     * Nodes given by a label selector.
     *
     * @param selector as kubectl takes it
     */
    record LabelSelectedNodes(String selector) implements TargetNodeSelection {

        public LabelSelectedNodes {
            parse(selector);
            if (selector.isBlank()) {
                throw new IllegalArgumentException(MESSAGES.text("nodes.every"));
            }
        }

        @Override
        public List<String> namesIn(ClusterSnapshot clusterSnapshot) {
            var wanted = parse(selector);
            return clusterSnapshot.nodes().stream().filter(node -> wanted.matches(node.nodeSummary().labels()))
                    .map(NodeWithBoundPods::name).toList();
        }

        private static LabelSelector parse(String selector) {
            try {
                return LabelSelectorParser.parse(selector);
            } catch (LabelSelectorSyntaxException e) {
                throw new IllegalArgumentException(e.argumentMessage(), e);
            }
        }

        @Override
        public String nodesText() {
            return MESSAGES.text("nodes.selected", selector);
        }

        @Override
        public String arguments() {
            return "-l '" + selector + "'";
        }
    }

    static TargetNodeSelection of(String... names) {
        return new NamedNodes(List.of(names));
    }

    /** Returns the node names; some named nodes may not exist. */
    List<String> namesIn(ClusterSnapshot clusterSnapshot);

    /** Returns the nodes as text that follows a verb: “h100-01, h100-02”, “12 nodes”, “nodes with pool=train”. */
    String nodesText();

    /** Returns the arguments in kubectl's form. */
    String arguments();
}
