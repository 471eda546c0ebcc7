package tessera.scheduling;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.model.LabelRequirement;
import tessera.model.Plurals;
import tessera.model.SpellingSuggestions;
import tessera.scheduling.UnsatisfiableRequests.UnmetDemand;

/**
 * A demand on a label that no node meets.
 *
 * @param rooms   all nodes
 * @param several whether a container of the pod asks for several of some device, and so is not served by shares
 */
record UnknownLabel(LabelRequirement need, List<SchedulerNode> rooms, boolean several) {

    private static final int LISTED = 4;
    /** What feature discovery adds to the product where GPUs are shared under their own name. */
    private static final String SHARED = "-SHARED";
    /** What tells one model of a product from others: H100, A100, L40S, MI300X. */
    private static final Pattern MODEL = Pattern.compile("(?<![A-Z])[A-Z]++\\d++[A-Z]*+");
    private static final Pattern NUMBER = Pattern.compile("-?\\d{1,18}");

    UnmetDemand demand() {
        var values = new TreeMap<String, Integer>();
        var keys = new TreeSet<String>();
        for (var room : rooms) {
            keys.addAll(room.facts().labels().keySet());
            var value = room.facts().labels().get(need.key());
            if (value != null) {
                values.merge(value, 1, Integer::sum);
            }
        }
        if (values.isEmpty()) {
            return new UnmetDemand("No node has the label %s, which it selects by".formatted(need.words()),
                    SpellingSuggestions.nearest(need.key(), keys).map("Select by %s, if that was meant"::formatted)
                            .orElse(""));
        }
        if (need.operator().equals("Gt") || need.operator().equals("Lt")) {
            return bound(values);
        }
        // What tells each node from all others, such as its name, is no choice.
        boolean choice = values.size() <= LISTED || values.size() < rooms.size();
        return new UnmetDemand(
                "No node has %s, which it selects".formatted(need.words()) + (choice ? "; of %s there is %s"
                        .formatted(need.key(), listed(values, Map.Entry.<String, Integer>comparingByValue().reversed()
                                .thenComparing(Map.Entry.comparingByKey())))
                        : ""),
                meant(values.keySet().stream().filter(value -> !several || !value.endsWith(SHARED)).toList())
                        .map(value -> "Select %s=%s, if that was meant".formatted(need.key(), value)).orElse(""));
    }

    /** What is compared has to be a whole number; of these the nearest to the bound count. */
    private UnmetDemand bound(Map<String, Integer> values) {
        var written = String.join(", ", need.values());
        if (!NUMBER.matcher(written).matches()) {
            return new UnmetDemand("%s holds of no node: “%s” is no whole number, and only such are compared"
                    .formatted(need.words(), written), "Write the bound as a whole number");
        }
        boolean least = need.operator().equals("Gt");
        var numbers = values.keySet().stream().filter(value -> NUMBER.matcher(value).matches())
                .map(Long::parseLong).sorted(least ? Comparator.reverseOrder() : Comparator.naturalOrder()).toList();
        if (numbers.isEmpty()) {
            return new UnmetDemand("%s holds of no node: only whole numbers are compared, and %s is %s"
                    .formatted(need.words(), need.key(), listed(values, Map.Entry.comparingByKey())),
                    "Select values of %s by In instead of %s".formatted(need.key(), need.operator()));
        }
        return new UnmetDemand("No node has %s, which it selects; %s is %d at %s".formatted(need.words(), need.key(),
                numbers.getFirst(), least ? "most" : "least"),
                "%s the bound: %s %s %d is met by %s".formatted(least ? "Lower" : "Raise", need.key(),
                        least ? ">" : "<", numbers.getFirst() + (least ? -1 : 1),
                        Plurals.of(values.getOrDefault(Long.toString(numbers.getFirst()), 1), "node")));
    }

    /** One of the same model, where the value names a model; else the one that is most alike. */
    private Optional<String> meant(List<String> values) {
        var wanted = need.only();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        var model = model(wanted);
        var same = values.stream().filter(value -> !model.isEmpty() && model(value).equals(model)).toList();
        // Another model is not what was meant, however alike they are written.
        var alike = same.isEmpty() ? values.stream().filter(value -> model.isEmpty() || model(value).isEmpty()).toList()
                : same;
        return same.size() == 1 ? Optional.of(same.getFirst())
                : SpellingSuggestions.nearest(wanted, alike).or(() -> same.stream().findFirst());
    }

    /** Empty where none is named; what follows it tells how it is built. */
    private static String model(String product) {
        var found = MODEL.matcher(product);
        return found.find() ? found.group() : "";
    }

    private static String listed(Map<String, Integer> values, Comparator<Map.Entry<String, Integer>> order) {
        return values.entrySet().stream().sorted(order).limit(LISTED)
                .map(each -> "%s (%s)".formatted(each.getKey(), Plurals.of(each.getValue(), "node")))
                .collect(Collectors.joining(", "));
    }
}
