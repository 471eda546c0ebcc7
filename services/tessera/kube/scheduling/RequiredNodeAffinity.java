package tessera.kube.scheduling;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.kube.labels.LabelRequirement;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
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

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RequiredNodeAffinity.class);
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

    /** A condition that a node does not satisfy. */
    public sealed interface NodeAffinityMismatch extends Reason {

        /** The label has another value on the node. */
        record LabelDiffers(String requirement, String value) implements NodeAffinityMismatch {}

        /** The label is empty on the node. */
        record LabelEmpty(String requirement) implements NodeAffinityMismatch {}

        /** The node lacks the label. */
        record LabelMissing(String requirement) implements NodeAffinityMismatch {}

        /** None of several alternatives holds. */
        record NoTermMatches(String requirement) implements NodeAffinityMismatch {}

        /** No node ever satisfies the affinity. */
        record NoConditions() implements NodeAffinityMismatch {}

        /** Returns the mismatch in a text that fits all similar nodes. */
        default String briefText() {
            return switch (this) {
                case LabelDiffers(var requirement, _) -> MESSAGES.text("affinity.brief", requirement);
                case LabelEmpty(var requirement) -> MESSAGES.text("affinity.brief", requirement);
                case LabelMissing(var requirement) -> MESSAGES.text("affinity.brief", requirement);
                case NoTermMatches(var requirement) -> MESSAGES.text("affinity.brief", requirement);
                case NoConditions() -> MESSAGES.text("affinity.never");
            };
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
                only.labels().stream().filter(requirement -> !requirement.matchesLabels(labels))
                        .forEach(requirement -> lacks.add(mismatchOf(requirement, labels)));
            }
            if (matchesNothing()) {
                lacks.add(new NodeAffinityMismatch.NoConditions());
            } else if (lacks.isEmpty()) {
                lacks.add(new NodeAffinityMismatch.NoTermMatches(SentenceJoiner
                        .choicesText(terms.orElse(List.of()).stream().map(NodeAffinityTerm::termText).toList())));
            }
        }
        return List.copyOf(lacks);
    }

    private static NodeAffinityMismatch mismatchOf(LabelRequirement requirement, Map<String, String> labels) {
        var value = labels.get(requirement.key());
        if (value == null) {
            return new NodeAffinityMismatch.LabelMissing(requirement.selectorText());
        }
        return value.isEmpty() ? new NodeAffinityMismatch.LabelEmpty(requirement.selectorText())
                : new NodeAffinityMismatch.LabelDiffers(requirement.selectorText(), value);
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
