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
import tessera.gpu.AcceleratorCatalog;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.model.ClusterSnapshot;
import tessera.quota.NewPodResourceCapacity;
import tessera.quota.QuotaKey;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.TextLabelFactory;

/** Amount of each device: a field for each resource that nodes offer, and for pods. FX thread. */
final class QuotaAmountFields {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaAmountFields.class);
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
    QuotaAmountFields(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators, Map<String, String> before,
            Runnable changed) {
        this.before = Map.copyOf(before);
        var keys = new ArrayList<String>();
        offeredResources(clusterSnapshot, accelerators)
                .forEach(resource -> keys.add(QuotaKey.forRequestsOf(resource).text()));
        new TreeSet<>(before.keySet()).stream().filter(key -> !keys.contains(key)).forEach(keys::add);
        if (!keys.contains(PODS)) {
            keys.add(PODS);
        }
        keys.forEach(key -> addRow(key, keyText(new QuotaKey(key), clusterSnapshot, accelerators), changed));
    }

    /** Returns the offered resources, whole devices first. Where nodes may not be seen, those that pods want, and the commonest. */
    static List<String> offeredResources(ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        var names = new TreeSet<String>();
        clusterSnapshot.nodes().forEach(node -> names.addAll(node.resourceNames()));
        if (!clusterSnapshot.hasAllNodes()) {
            names.add(COMMONEST);
            clusterSnapshot.pods().forEach(pod -> names.addAll(pod.requests().names()));
        }
        return names.stream()
                .filter(name -> accelerators.acceleratorOf(name).filter(AcceleratorCatalogEntry::isCompute).isPresent())
                .sorted(Comparator.comparing((String name) -> accelerators.acceleratorOf(name).orElseThrow().unitKind())
                        .thenComparing(name -> accelerators.acceleratorOf(name).orElseThrow().isMig())
                        .thenComparing(Comparator.comparingLong(
                                (String name) -> NewPodResourceCapacity.roomIgnoringTaints(clusterSnapshot, name).all())
                                .reversed()))
                .toList();
    }

    private void addRow(String text, String note, Runnable changed) {
        var key = new QuotaKey(text);
        var field = new TextField(before.getOrDefault(text, ""));
        field.setId("amount-" + text.replaceAll("[^A-Za-z0-9]", "-"));
        field.setPrefWidth(FIELD);
        field.setMinWidth(FIELD);
        field.setMaxWidth(FIELD);
        field.setAlignment(Pos.CENTER_RIGHT);
        field.setPromptText(MESSAGES.text("amount.noLimit"));
        field.setAccessibleText(text);
        field.textProperty().addListener((words, was, is) -> changed.run());
        var name = TextLabelFactory.whole(key.countedUnit() == QuotaKey.CountedUnit.DEVICES ? key.resourceName() : text,
                "mono");
        grid.addRow(fields.size(), name, field, TextLabelFactory.label(note, "small", "muted"));
        fields.put(text, field);
    }

    private static String keyText(QuotaKey key, ClusterSnapshot clusterSnapshot, AcceleratorCatalog accelerators) {
        return switch (key.countedUnit()) {
            case DEVICES -> NewPodResourceCapacity.defaultRoom(clusterSnapshot, key.resourceName(), accelerators)
                    .map(QuotaAmountFields::roomText).orElse(MESSAGES.text("amount.capacityUnknown"));
            case NOTHING -> MESSAGES.text("amount.noEffect");
            case CLAIMS -> MESSAGES.text("amount.claimedDevices");
            case OTHER -> otherText(key);
        };
    }

    private static String otherText(QuotaKey key) {
        if (key.countsClaimObjects()) {
            return MESSAGES.text("amount.claims");
        }
        return key.text().equals(PODS) ? MESSAGES.text("amount.pods") : "";
    }

    /** Returns the same text as the screen shows beside quotas, including nodes that repel most pods. */
    private static String roomText(NewPodResourceCapacity capacity) {
        if (capacity.all() == 0) {
            return MESSAGES.text("amount.notOffered");
        }
        return MESSAGES.text("amount.capacity", GroupedNumberFormatter.count(capacity.all()),
                GroupedNumberFormatter.atMost(capacity.free(), capacity.complete()),
                capacity.tainted() == 0 ? "" : GroupedNumberFormatter.count(capacity.tainted()));
    }

    /** Writes amounts in place of the current ones, where there is a field for them. */
    void fillIn(Map<String, String> amounts) {
        for (var entry : amounts.entrySet()) {
            var key = entry.getKey();
            var amount = entry.getValue();
            Optional.ofNullable(fields.get(key)).ifPresent(field -> field.setText(amount));
        }
    }

    Node node() {
        return grid;
    }

    /** Returns the changed amounts by key; an empty amount removes the key. */
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

    /** Returns the problem with an answer; empty if there is none. */
    String problemText() {
        return changes().entrySet().stream()
                .flatMap(change -> new QuotaKey(change.getKey()).limitProblem(change.getValue()).stream()).findFirst()
                .map(Reason::text).orElse("");
    }

    void focusFirst() {
        fields.values().stream().findFirst().ifPresent(TextField::requestFocus);
    }
}
