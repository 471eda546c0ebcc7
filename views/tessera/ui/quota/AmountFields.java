package tessera.ui.quota;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.TextField;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import tessera.insight.Accelerator;
import tessera.insight.AcceleratorCatalog;
import tessera.model.Snapshot;
import tessera.quota.QuotaKey;
import tessera.quota.ResourceRoom;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;

/** How much of each device there is: a field for each resource that nodes offer, and for pods. FX thread. */
final class AmountFields {

    private static final String PODS = "pods";
    private static final String COMMONEST = "nvidia.com/gpu";
    private static final double FIELD = 96;

    private final GridPane grid = new GridPane(16, 8);
    private final Map<String, TextField> fields = new LinkedHashMap<>();
    private final Map<String, String> before;

    /**
     * Fields that hold what is allowed now.
     *
     * @param before  by key; keys that nodes offer nothing of have a field, too
     * @param changed called whenever a field is another
     */
    AmountFields(Snapshot snapshot, AcceleratorCatalog accelerators, Map<String, String> before, Runnable changed) {
        this.before = Map.copyOf(before);
        var keys = new ArrayList<String>();
        offered(snapshot, accelerators).forEach(resource -> keys.add(QuotaKey.ofResource(resource).text()));
        new TreeSet<>(before.keySet()).stream().filter(key -> !keys.contains(key)).forEach(keys::add);
        if (!keys.contains(PODS)) {
            keys.add(PODS);
        }
        keys.forEach(key -> row(key, snapshot, changed));
    }

    /** Whole devices first. Where nodes may not be seen, those that pods want, and the commonest. */
    static List<String> offered(Snapshot snapshot, AcceleratorCatalog accelerators) {
        var names = new TreeSet<String>();
        snapshot.nodes().forEach(node -> names.addAll(node.resources()));
        if (!snapshot.nodesSeen()) {
            names.add(COMMONEST);
            snapshot.pods().forEach(pod -> names.addAll(pod.requests().names()));
        }
        return names.stream().filter(name -> accelerators.of(name).filter(Accelerator::computes).isPresent())
                .sorted(Comparator.comparing((String name) -> accelerators.of(name).orElseThrow().form())
                        .thenComparing(name -> accelerators.of(name).orElseThrow().mig())
                        .thenComparing(Comparator.comparingLong((String name) -> ResourceRoom.of(snapshot, name).all())
                                .reversed()))
                .toList();
    }

    private void row(String text, Snapshot snapshot, Runnable changed) {
        var key = new QuotaKey(text);
        var field = new TextField(before.getOrDefault(text, ""));
        field.setId("amount-" + text.replaceAll("[^A-Za-z0-9]", "-"));
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setMaxWidth(FIELD);
        field.setAlignment(Pos.CENTER_RIGHT);
        field.setPromptText("no limit");
        field.setAccessibleText(text);
        field.textProperty().addListener((words, was, is) -> changed.run());
        var name = SelectableText.label(key.counts() == QuotaKey.CountedUnit.DEVICES ? key.resource() : text, "mono");
        name.setMinWidth(Region.USE_PREF_SIZE);
        grid.addRow(fields.size(), name, field, SelectableText.label(words(key, snapshot), "small", "muted"));
        fields.put(text, field);
    }

    private static String words(QuotaKey key, Snapshot snapshot) {
        return switch (key.counts()) {
            case DEVICES -> ResourceRoom.usual(snapshot, key.resource()).map(AmountFields::words)
                    .orElse("what nodes have is not known");
            case NOTHING -> "has no effect; empty it to take it away";
            case CLAIMS -> "devices claimed of a class";
            case OTHER -> other(key);
        };
    }

    private static String other(QuotaKey key) {
        if (key.ofClaims()) {
            return "claims on devices";
        }
        return key.text().equals(PODS) ? "of any kind" : "";
    }

    /** The same as the screen says beside quotas, and what it says of nodes that keep most pods away. */
    private static String words(ResourceRoom room) {
        return room.all() == 0 ? "no node offers it now"
                : "%s on nodes, %s free%s".formatted(NumberText.count(room.all()),
                        NumberText.atMost(room.free(), room.complete()),
                        room.kept() == 0 ? "" : ", %s more behind taints".formatted(NumberText.count(room.kept())));
    }

    /** Writes amounts in place of those that are allowed now, where there is a field for them. */
    void propose(Map<String, String> amounts) {
        amounts.forEach(
                (key, amount) -> Optional.ofNullable(fields.get(key)).ifPresent(field -> field.setText(amount)));
    }

    Node node() {
        return grid;
    }

    /** What is other than before, by key; an empty amount takes the key away. */
    Map<String, String> changes() {
        var changes = new LinkedHashMap<String, String>();
        fields.forEach((key, field) -> {
            var amount = field.getText().strip();
            if (!amount.equals(before.getOrDefault(key, ""))) {
                changes.put(key, amount);
            }
        });
        return changes;
    }

    /** What is wrong with an answer; empty when nothing is. */
    String complaint() {
        return changes().entrySet().stream()
                .flatMap(change -> new QuotaKey(change.getKey()).complaint(change.getValue()).stream()).findFirst()
                .orElse("");
    }

    void focus() {
        fields.values().stream().findFirst().ifPresent(TextField::requestFocus);
    }
}
