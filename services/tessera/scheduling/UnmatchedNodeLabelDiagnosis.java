package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.kube.labels.LabelRequirement;
import tessera.model.SpellingSuggestionFinder;
import tessera.scheduling.PendingReasonPhrase.LabelValueCount;

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

    PendingReason reason() {
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
            return new PendingReason.NodeLabelMissing(requirement.selectorText(), requirement.key(),
                    SpellingSuggestionFinder.nearestName(requirement.key(), keys).orElse(""));
        }
        if (requirement.operator().equals("Gt") || requirement.operator().equals("Lt")) {
            return unmetBound(values);
        }
        // What tells each node from all others, such as its name, is no choice.
        boolean choice = values.size() <= LISTED || values.size() < nodes.size();
        return new PendingReason.NodeLabelUnmatched(
                requirement.selectorText(), requirement.key(), choice
                        ? valueCounts(values,
                                Map.Entry.<String, Integer>comparingByValue().reversed()
                                        .thenComparing(Map.Entry.comparingByKey()))
                        : List.of(),
                similarValue(values.keySet().stream().filter(value -> !hasOthers || !value.endsWith(SHARED)).toList())
                        .orElse(""));
    }

    /** Returns the reason of an unmet numeric comparison, with the existing values nearest to its bound. */
    private PendingReason unmetBound(Map<String, Integer> values) {
        var written = String.join(", ", requirement.values());
        if (!NUMBER.matcher(written).matches()) {
            return new PendingReason.SelectorBoundInvalid(requirement.selectorText(), written);
        }
        boolean greater = requirement.operator().equals("Gt");
        var numbers = values.keySet().stream().filter(value -> NUMBER.matcher(value).matches()).map(Long::parseLong)
                .sorted(greater ? Comparator.reverseOrder() : Comparator.naturalOrder()).toList();
        if (numbers.isEmpty()) {
            return new PendingReason.LabelValuesNotNumeric(requirement.selectorText(), requirement.key(),
                    requirement.operator(), valueCounts(values, Map.Entry.comparingByKey()));
        }
        long nearest = numbers.getFirst();
        return new PendingReason.SelectorBoundUnmet(requirement.selectorText(), requirement.key(), greater, nearest,
                nearest + (greater ? -1 : 1), values.getOrDefault(Long.toString(nearest), 1));
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

    private static List<LabelValueCount> valueCounts(Map<String, Integer> values,
            Comparator<Map.Entry<String, Integer>> order) {
        return values.entrySet().stream().sorted(order).limit(LISTED)
                .map(each -> new LabelValueCount(each.getKey(), each.getValue())).toList();
    }
}
