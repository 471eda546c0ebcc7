package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.kube.labels.LabelRequirement;
import tessera.text.SentenceJoiner;

/**
 * The node selector and the required node affinity of a pod together.
 *
 * @param selector all of which must hold
 * @param terms    alternatives, one of which must hold; absent where there is no required affinity
 */
public record RequiredNodeAffinity(List<LabelRequirement> selector, Optional<List<NodeAffinityTerm>> terms) {

    /** The affinity of a pod that may run on any node. */
    public static final RequiredNodeAffinity ANY = new RequiredNodeAffinity(List.of(), Optional.empty());

    private static final String NAME = "metadata.name";

    public RequiredNodeAffinity {
        selector = List.copyOf(selector);
        terms = terms.map(List::copyOf);
    }

    /** One term of a node affinity; one without any requirement matches nothing. */
    public record NodeAffinityTerm(List<LabelRequirement> labels, List<LabelRequirement> fields) {

        public NodeAffinityTerm {
            labels = List.copyOf(labels);
            fields = List.copyOf(fields);
        }

        /** Returns whether a node satisfies the term. */
        public boolean matches(String name, Map<String, String> nodeLabels) {
            if (hasNoConditions()) {
                return false;
            }
            for (var field : fields) {
                if (!field.key().equals(NAME) || !field.matchesValue(name)) {
                    return false;
                }
            }
            return allHold(labels, nodeLabels);
        }

        private boolean hasNoConditions() {
            return labels.isEmpty() && fields.isEmpty();
        }

        private Optional<Set<String>> nodeNames() {
            Optional<Set<String>> names = Optional.empty();
            for (var field : fields) {
                if (field.key().equals(NAME) && field.operator().equals("In")) {
                    var allowed = new HashSet<>(field.values());
                    names.ifPresent(allowed::retainAll);
                    names = Optional.of(allowed);
                }
            }
            return names;
        }

        String termText() {
            var all = new ArrayList<>(labels);
            all.addAll(fields);
            return SentenceJoiner.listText(all.stream().map(LabelRequirement::selectorText).toList());
        }
    }

    public boolean matches(String name, Map<String, String> labels) {
        return allHold(selector, labels) && termsMatch(name, labels);
    }

    private static boolean allHold(List<LabelRequirement> requirements, Map<String, String> labels) {
        for (var requirement : requirements) {
            if (!requirement.matchesLabels(labels)) {
                return false;
            }
        }
        return true;
    }

    private boolean termsMatch(String name, Map<String, String> labels) {
        if (terms.isEmpty()) {
            return true;
        }
        for (var term : terms.get()) {
            if (term.matches(name, labels)) {
                return true;
            }
        }
        return false;
    }

    /**
     * A condition that a node does not satisfy.
     *
     * @param requirement what is demanded
     * @param actual what the node has instead
     */
    public record NodeAffinityMismatch(String requirement, String actual) {

        static final NodeAffinityMismatch NOTHING = new NodeAffinityMismatch("", "");

        /** Returns the mismatch in a text that fits all similar nodes. */
        public String briefText() {
            return equals(NOTHING) ? "its node affinity matches no node" : "not " + requirement;
        }

        public String mismatchText() {
            if (equals(NOTHING)) {
                return "its node affinity has no conditions, and so matches no node";
            }
            return "wants %s, %s".formatted(requirement, actual);
        }
    }

    /** Returns whether all terms are without conditions, so that no node matches. */
    public boolean matchesNothing() {
        return terms.filter(all -> all.stream().allMatch(NodeAffinityTerm::hasNoConditions)).isPresent();
    }

    /** Returns the conditions that a node does not satisfy; none where it satisfies all. */
    public List<NodeAffinityMismatch> mismatchesOf(String name, Map<String, String> labels) {
        var lacks = new ArrayList<NodeAffinityMismatch>();
        selector.stream().filter(requirement -> !requirement.matchesLabels(labels))
                .forEach(requirement -> lacks.add(mismatchOf(requirement, labels)));
        if (!termsMatch(name, labels)) {
            var only = terms.filter(all -> all.size() == 1).map(List::getFirst).orElse(null);
            if (only != null) {
                only.labels().stream()
                        .filter(requirement -> !requirement.matchesLabels(labels))
                        .forEach(requirement -> lacks.add(mismatchOf(requirement, labels)));
            }
            if (matchesNothing()) {
                lacks.add(NodeAffinityMismatch.NOTHING);
            } else if (lacks.isEmpty()) {
                lacks.add(new NodeAffinityMismatch(SentenceJoiner.choicesText(
                        terms.orElse(List.of()).stream().map(NodeAffinityTerm::termText).toList()), "none of it here"));
            }
        }
        return List.copyOf(lacks);
    }

    private static NodeAffinityMismatch mismatchOf(LabelRequirement requirement, Map<String, String> labels) {
        var value = labels.get(requirement.key());
        return new NodeAffinityMismatch(requirement.selectorText(), presentValueText(value));
    }

    private static String presentValueText(@Nullable String value) {
        if (value == null) {
            return "no such label here";
        }
        return "here it is " + (value.isEmpty() ? "empty" : value);
    }

    /** Returns every label requirement that any matching node satisfies: the selector, and a single term. */
    public List<LabelRequirement> commonRequirements() {
        var needed = new ArrayList<>(selector);
        terms.filter(all -> all.size() == 1).ifPresent(all -> needed.addAll(all.getFirst().labels()));
        return List.copyOf(needed);
    }

    /** Returns the node names that every term requires, as those of daemon pods do; empty when one does not. */
    public Optional<Set<String>> pinnedNodeNames() {
        if (terms.isEmpty() || terms.get().isEmpty()) {
            return Optional.empty();
        }
        var all = new HashSet<String>();
        for (var term : terms.get()) {
            var names = term.nodeNames();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(names.get());
        }
        return Optional.of(all);
    }
}
