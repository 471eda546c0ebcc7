package tessera.ui.change.mig;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.ui.change.mig.NodeStateBeforeMigChange.CommonMigConfiguration;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.NumberText;
import tessera.ui.kit.SelectableText;
import tessera.ui.kit.StatusGlyph;

/** List of the configurations that nodes offer, to choose one. Those that their GPUs cannot have are folded away. FX thread. */
public final class MigConfigurationList {

    private final ListView<CommonMigConfiguration> list = new ListView<>();
    private final Hyperlink others = new Hyperlink();
    private final VBox node = new VBox(6, list, others);
    private final ObjectProperty<Optional<CommonMigConfiguration>> chosen = new SimpleObjectProperty<>(
            Optional.empty());
    private List<CommonMigConfiguration> offers = List.of();
    private boolean unfolded;

    public MigConfigurationList() {
        list.setId("mig-configs");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new MigConfigurationCell());
        list.setPlaceholder(SelectableText.label("", "muted"));
        list.getSelectionModel().selectedItemProperty()
                .addListener((selected, before, offer) -> chosen.set(Optional.ofNullable(offer)));
        VBox.setVgrow(list, Priority.ALWAYS);
        others.getStyleClass().add("copy-link");
        others.setId("mig-impossible");
        others.setOnAction(event -> {
            unfolded = !unfolded;
            refresh();
        });
        show(List.of());
    }

    public Node node() {
        return node;
    }

    /** Returns the node that takes the focus. */
    public Node firstAnswer() {
        return list;
    }

    public ReadOnlyObjectProperty<Optional<CommonMigConfiguration>> chosenProperty() {
        return chosen;
    }

    /** Shows other configurations; the choice stays where it is still offered. */
    public void show(List<CommonMigConfiguration> those) {
        var before = chosen.get().map(CommonMigConfiguration::name);
        offers = List.copyOf(those);
        refresh();
        before.flatMap(name -> list.getItems().stream().filter(offer -> offer.name().equals(name)).findFirst())
                .ifPresentOrElse(list.getSelectionModel()::select, list.getSelectionModel()::clearSelection);
    }

    private void refresh() {
        long hidden = offers.stream().filter(offer -> offer.refusal().isPresent()).count();
        list.getItems().setAll(offers.stream().filter(offer -> unfolded || offer.refusal().isEmpty()).toList());
        others.setText(unfolded ? "Hide those that these GPUs cannot have"
                : NumberText.count(hidden) + " more that these GPUs cannot have");
        JavaFxNodeVisibility.setShown(others, hidden > 0);
    }

    /** List cell of a configuration. */
    private static final class MigConfigurationCell extends ListCell<CommonMigConfiguration> {

        @Override
        protected void updateItem(@Nullable CommonMigConfiguration offer, boolean empty) {
            super.updateItem(offer, empty);
            if (empty || offer == null) {
                setGraphic(null);
                setTooltip(null);
                return;
            }
            var name = SelectableText.shrinkable(offer.name(), "mono", offer.refusal().isEmpty() ? "strong" : "muted");
            var words = SelectableText.shrinkable(offer.refusal().orElse(offer.layoutText()), "small", "muted");
            var text = new VBox(1, name, words);
            HBox.setHgrow(text, Priority.ALWAYS);
            text.setMinWidth(0);
            var line = new HBox(8, text);
            line.setAlignment(Pos.CENTER_LEFT);
            if (offer.present()) {
                var now = SelectableText.label("now", "small", "muted");
                now.setMinWidth(Region.USE_PREF_SIZE);
                line.getChildren().addAll(StatusGlyph.READY.node(), now);
            }
            line.setPrefWidth(0);
            setGraphic(line);
            setText(null);
            setTooltip(new Tooltip(offer.name() + "\n" + offer.refusal().orElse(offer.layoutText())));
            setAccessibleText(offer.name() + ", " + offer.refusal().orElse(offer.layoutText()));
        }
    }
}
