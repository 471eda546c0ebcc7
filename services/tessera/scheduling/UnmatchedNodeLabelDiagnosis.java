package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.kube.labels.LabelRequirement;
import tessera.model.CountedNounFormatter;
import tessera.model.SpellingSuggestionFinder;

/**
 * Explains a label requirement that no node meets.
 *
 * @param nodes   all nodes
 * @param hasOthers whether a container of the pod asks for several of some device, and so is not served by shares
 */
record UnmatchedNodeLabelDiagnosis(LabelRequirement requirement, List<SchedulerNode> nodes, boolean hasOthers) {

    private static final int LISTED = 4;
    /** What feature discovery adds to the product where GPUs are shared under their own name. */
    private static final String SHARED = "-SHARED";
    /** What tells one model of a product from others: H100, A100, L40S, MI300X. */
    private static final Pattern MODEL = Pattern.compile("(?<![A-Z])[A-Z]++\\d++[A-Z]*+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    UnmetRequest unmetRequest() {
        var values = new TreeMap<String, Integer>();
        var keys = new TreeSet<String>();
        for (var schedulerNode : nodes) {
            keys.addAll(schedulerNode.nodeSummary().labels().keySet());
            var value = schedulerNode.nodeSummary().labels().get(requirement.key());
            if (value != null) {
                values.merge(value, 1, Integer::sum);
            }
        }
        if (values.isEmpty()) {
            return new UnmetRequest(
                    "No node has the label %s, which it selects by".formatted(requirement.selectorText()),
                    SpellingSuggestionFinder.nearestName(requirement.key(), keys)
                            .map("Select by %s, if that was meant"::formatted)
                            .orElse(""));
        }
        if (requirement.operator().equals("Gt") || requirement.operator().equals("Lt")) {
            return unmetBound(values);
        }
        // What tells each node from all others, such as its name, is no choice.
        boolean choice = values.size() <= LISTED || values.size() < nodes.size();
        return new UnmetRequest(
                "No node has %s, which it selects".formatted(requirement.selectorText()) + (choice
                        ? "; of %s there is %s"
                                .formatted(requirement.key(),
                                        valuesText(values, Map.Entry.<String, Integer>comparingByValue().reversed()
                                                .thenComparing(Map.Entry.comparingByKey())))
                        : ""),
                similarValue(values.keySet().stream().filter(value -> !hasOthers || !value.endsWith(SHARED)).toList())
                        .map(value -> "Select %s=%s, if that was meant".formatted(requirement.key(), value))
                        .orElse(""));
    }

    /** Returns the unmet request of a numeric comparison, with the existing values nearest to its bound. */
    private UnmetRequest unmetBound(Map<String, Integer> values) {
        var written = String.join(", ", requirement.values());
        if (!NUMBER.matcher(written).matches()) {
            return new UnmetRequest("%s holds of no node: “%s” is no whole number, and only such are compared"
                    .formatted(requirement.selectorText(), written), "Write the bound as a whole number");
        }
        boolean least = requirement.operator().equals("Gt");
        var numbers = values.keySet().stream().filter(value -> NUMBER.matcher(value).matches())
                .map(Long::parseLong).sorted(least ? Comparator.reverseOrder() : Comparator.naturalOrder()).toList();
        if (numbers.isEmpty()) {
            return new UnmetRequest("%s holds of no node: only whole numbers are compared, and %s is %s"
                    .formatted(requirement.selectorText(), requirement.key(),
                            valuesText(values, Map.Entry.comparingByKey())),
                    "Select values of %s by In instead of %s".formatted(requirement.key(), requirement.operator()));
        }
        return new UnmetRequest(
                "No node has %s, which it selects; %s is %d at %s".formatted(requirement.selectorText(),
                        requirement.key(),
                        numbers.getFirst(), least ? "most" : "least"),
                "%s the bound: %s %s %d is met by %s".formatted(least ? "Lower" : "Raise", requirement.key(),
                        least ? ">" : "<", numbers.getFirst() + (least ? -1 : 1),
                        CountedNounFormatter.countText(values.getOrDefault(Long.toString(numbers.getFirst()), 1),
                                "node")));
    }

    /** Returns the existing value of the same GPU model, or else the most similar one. */
    private Optional<String> similarValue(List<String> values) {
        var wanted = requirement.onlyValue();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        var model = modelOf(wanted);
        var same = values.stream().filter(value -> !model.isEmpty() && modelOf(value).equals(model)).toList();
        // Another model is not what was meant, however alike they are written.
        var alike = same.isEmpty()
                ? values.stream().filter(value -> model.isEmpty() || modelOf(value).isEmpty()).toList()
                : same;
        if (same.size() == 1) {
            return Optional.of(same.getFirst());
        }
        return SpellingSuggestionFinder.nearestName(wanted, alike).or(() -> same.stream().findFirst());
    }

    /** Returns the GPU model in a product name; empty where it names none. */
    private static String modelOf(String product) {
        var found = MODEL.matcher(product);
        return found.find() ? found.group() : "";
    }

    private static String valuesText(Map<String, Integer> values, Comparator<Map.Entry<String, Integer>> order) {
        return values.entrySet().stream().sorted(order).limit(LISTED)
                .map(each -> "%s (%s)".formatted(each.getKey(),
                        CountedNounFormatter.countText(each.getValue(), "node")))
                .collect(Collectors.joining(", "));
    }
}
