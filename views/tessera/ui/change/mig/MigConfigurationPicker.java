package tessera.ui.change.mig;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.scene.Node;
import javafx.scene.control.Hyperlink;
import javafx.scene.control.ListCell;
import javafx.scene.control.ListView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.text.MessageCatalog;
import tessera.ui.change.mig.NodeStateBeforeMigChange.CommonMigConfiguration;
import tessera.ui.kit.GroupedNumberFormatter;
import tessera.ui.kit.JavaFxNodeVisibility;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.StatusGlyph;
import tessera.ui.kit.TextLabelFactory;

/** List of the configurations that nodes offer, to choose one. Those that their GPUs cannot have are folded away. FX thread. */
public final class MigConfigurationPicker {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(MigConfigurationPicker.class);

    private final ListView<CommonMigConfiguration> list = new ListView<>();
    private final Hyperlink othersLink = new Hyperlink();
    private final VBox node = new VBox(6, list, othersLink);
    private final ObjectProperty<Optional<CommonMigConfiguration>> selection = new SimpleObjectProperty<>(
            Optional.empty());
    private List<CommonMigConfiguration> configurations = List.of();
    private boolean unfolded;

    public MigConfigurationPicker() {
        list.setId("mig-configs");
        list.getStyleClass().add("mig-configs");
        list.setCellFactory(view -> new MigConfigurationCell());
        list.setPlaceholder(TextLabelFactory.label("", "muted"));
        list.getSelectionModel().selectedItemProperty()
                .addListener((selected, before, configuration) -> selection.set(Optional.ofNullable(configuration)));
        VBox.setVgrow(list, Priority.ALWAYS);
        othersLink.getStyleClass().add("copy-link");
        othersLink.setId("mig-impossible");
        othersLink.setOnAction(event -> {
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
        return selection;
    }

    /** Shows other configurations; the choice stays where it is still offered. */
    public void show(List<CommonMigConfiguration> those) {
        var before = selection.get().map(CommonMigConfiguration::name);
        configurations = List.copyOf(those);
        refresh();
        before.flatMap(this::findConfiguration).ifPresentOrElse(list.getSelectionModel()::select,
                list.getSelectionModel()::clearSelection);
    }

    private Optional<CommonMigConfiguration> findConfiguration(String name) {
        return list.getItems().stream().filter(configuration -> configuration.name().equals(name)).findFirst();
    }

    private void refresh() {
        long hidden = configurations.stream().filter(configuration -> configuration.refusal().isPresent()).count();
        list.getItems().setAll(configurations.stream()
                .filter(configuration -> unfolded || configuration.refusal().isEmpty()).toList());
        othersLink.setText(unfolded ? MESSAGES.text("configs.hide")
                : MESSAGES.text("configs.show", GroupedNumberFormatter.count(hidden), hidden));
        JavaFxNodeVisibility.setShown(othersLink, hidden > 0);
    }

    /** List cell of a configuration. */
    private static final class MigConfigurationCell extends ListCell<CommonMigConfiguration> {

        @Override
        protected void updateItem(@Nullable CommonMigConfiguration configuration, boolean empty) {
            super.updateItem(configuration, empty);
            if (empty || configuration == null) {
                setGraphic(null);
                setTooltip(null);
                return;
            }
            var name = TextLabelFactory.shrinkable(configuration.name(), "mono",
                    configuration.refusal().isEmpty() ? "strong" : "muted");
            var words = TextLabelFactory.shrinkable(configuration.refusal().orElse(configuration.layoutText()), "small",
                    "muted");
            var text = new VBox(1, name, words);
            HBox.setHgrow(text, Priority.ALWAYS);
            text.setMinWidth(0);
            var line = LayoutBoxFactory.row(8, text);
            if (configuration.present()) {
                var now = TextLabelFactory.whole(MESSAGES.text("configs.current"), "small", "muted");
                line.getChildren().addAll(StatusGlyph.READY.node(), now);
            }
            line.setPrefWidth(0);
            setGraphic(line);
            setText(null);
            setTooltip(new Tooltip(
                    configuration.name() + "\n" + configuration.refusal().orElse(configuration.layoutText())));
            setAccessibleText(configuration.name() + ", " + configuration.refusal().orElse(configuration.layoutText()));
        }
    }
}
