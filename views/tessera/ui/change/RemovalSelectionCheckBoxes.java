package tessera.ui.change;

import java.util.HashSet;
import java.util.Map;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;
import tessera.text.MessageCatalog;
import tessera.ui.kit.TextLabelFactory;

/**
 * Check boxes to choose the items to remove.
 *
 * @param <K> what names one
 */
final class RemovalSelectionCheckBoxes<K> {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(RemovalSelectionCheckBoxes.class);

    private final ObservableSet<K> selection = FXCollections.observableSet(new HashSet<>());
    private final VBox node = new VBox(8);

    Node node() {
        return node;
    }

    ObservableSet<K> chosen() {
        return selection;
    }

    /**
     * Offers other items; nothing is chosen then.
     *
     * @param offered by the words that stand beside them, in their order
     * @param known   whether it is known of which nodes they are
     */
    void offer(Map<String, K> offered, boolean known) {
        selection.clear();
        node.getChildren()
                .setAll(offered.entrySet().stream().map(one -> itemBox(one.getKey(), one.getValue())).toList());
        if (offered.isEmpty()) {
            node.getChildren().add(TextLabelFactory.label(known ? MESSAGES.text("remove.none") : "–", "muted"));
        }
    }

    private CheckBox itemBox(String text, K one) {
        var box = new CheckBox(text);
        box.selectedProperty().addListener((selected, before, wanted) -> {
            if (wanted) {
                selection.add(one);
            } else {
                selection.remove(one);
            }
        });
        return box;
    }
}
