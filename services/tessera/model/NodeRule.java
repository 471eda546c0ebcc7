package tessera.model;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a pod demands of a node's labels and name: its node selector and its required node affinity together.
 *
 * @param selector all of which must hold
 * @param terms    alternatives, one of which must hold; empty outside where nothing is demanded
 */
public record NodeRule(List<LabelRequirement> selector, Optional<List<NodeRuleTerm>> terms) {

    /** Of one who goes anywhere. */
    public static final NodeRule ANY = new NodeRule(List.of(), Optional.empty());

    private static final String NAME = "metadata.name";

    public NodeRule {
        selector = List.copyOf(selector);
        terms = terms.map(List::copyOf);
    }

    /** One alternative; one without any requirement matches nothing. */
    public record NodeRuleTerm(List<LabelRequirement> labels, List<LabelRequirement> fields) {

        public NodeRuleTerm {
            labels = List.copyOf(labels);
            fields = List.copyOf(fields);
        }

        boolean matches(String name, Map<String, String> nodeLabels) {
            return !empty() && labels.stream().allMatch(each -> each.holds(nodeLabels))
                    && fields.stream().allMatch(each -> each.key().equals(NAME) && each.holds(name));
        }

        private boolean empty() {
            return labels.isEmpty() && fields.isEmpty();
        }

        private Optional<Set<String>> names() {
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

        String words() {
            var all = new ArrayList<>(labels);
            all.addAll(fields);
            return all.stream().map(LabelRequirement::words).collect(Collectors.joining(" and "));
        }
    }

    public boolean matches(String name, Map<String, String> labels) {
        return selector.stream().allMatch(each -> each.holds(labels)) && termMatches(name, labels);
    }

    private boolean termMatches(String name, Map<String, String> labels) {
        return terms.isEmpty() || terms.get().stream().anyMatch(term -> term.matches(name, labels));
    }

    /**
     * What a node does not satisfy.
     *
     * @param need what is demanded
     * @param here what the node has instead
     */
    public record Lack(String need, String here) {

        static final Lack NOTHING = new Lack("", "");

        /** The same for nodes that are alike. */
        public String brief() {
            return equals(NOTHING) ? "its node affinity matches no node" : "not " + need;
        }

        public String words() {
            return equals(NOTHING) ? "its node affinity has no conditions, and so matches no node"
                    : "wants %s, %s".formatted(need, here);
        }
    }

    /** Whether its alternatives are all without conditions, and so match no node at all. */
    public boolean matchesNothing() {
        return terms.filter(all -> all.stream().allMatch(NodeRuleTerm::empty)).isPresent();
    }

    /** What of it a node does not satisfy; nothing where it satisfies all. */
    public List<Lack> lacking(String name, Map<String, String> labels) {
        var lacks = new ArrayList<Lack>();
        selector.stream().filter(each -> !each.holds(labels)).forEach(each -> lacks.add(lack(each, labels)));
        if (!termMatches(name, labels)) {
            terms.filter(all -> all.size() == 1).map(List::getFirst).ifPresent(only -> only.labels().stream()
                    .filter(each -> !each.holds(labels)).forEach(each -> lacks.add(lack(each, labels))));
            if (matchesNothing()) {
                lacks.add(Lack.NOTHING);
            } else if (lacks.isEmpty()) {
                lacks.add(new Lack(terms.orElse(List.of()).stream().map(NodeRuleTerm::words)
                        .collect(Collectors.joining(" or ")), "none of it here"));
            }
        }
        return List.copyOf(lacks);
    }

    private static Lack lack(LabelRequirement requirement, Map<String, String> labels) {
        var value = labels.get(requirement.key());
        return new Lack(requirement.words(), value == null ? "no such label here"
                : "here it is " + (value.isEmpty() ? "empty" : value));
    }

    /** Every requirement on labels that must hold on any node that is to match: the selector, and a single alternative. */
    public List<LabelRequirement> needed() {
        var needed = new ArrayList<>(selector);
        terms.filter(all -> all.size() == 1).ifPresent(all -> needed.addAll(all.getFirst().labels()));
        return List.copyOf(needed);
    }

    /** The node names that every alternative insists on, as those of daemon pods do; empty when one does not. */
    public Optional<Set<String>> pinned() {
        if (terms.isEmpty() || terms.get().isEmpty()) {
            return Optional.empty();
        }
        var all = new HashSet<String>();
        for (var term : terms.get()) {
            var names = term.names();
            if (names.isEmpty()) {
                return Optional.empty();
            }
            all.addAll(names.get());
        }
        return Optional.of(all);
    }
}
