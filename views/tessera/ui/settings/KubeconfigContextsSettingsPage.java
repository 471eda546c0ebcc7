package tessera.ui.settings;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.settings.ClusterContextColor;
import tessera.settings.ClusterPurpose;
import tessera.settings.SettingsFileEdit;
import tessera.settings.UserSettings;
import tessera.text.MessageCatalog;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ListedKubeconfigContext;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.InputControlFactory;
import tessera.ui.kit.LayoutBoxFactory;
import tessera.ui.kit.PaneChildrenReconciler;
import tessera.ui.kit.TextLabelFactory;

/** Settings page of the contexts: colour marks and read-only mode. */
final class KubeconfigContextsSettingsPage extends SettingsPage {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(KubeconfigContextsSettingsPage.class);

    private final UserSettingsAccess preferences;
    private final CheckBox everywhere = InputControlFactory.checkBox("settings-readonly-everywhere",
            MESSAGES.text("contexts.readOnly"));
    private final VBox rows = new VBox(12);
    private final PaneChildrenReconciler<String> parts = new PaneChildrenReconciler<>(rows.getChildren(),
            this::contextCard);
    private Optional<SettingsScreenState> displayedState = Optional.empty();

    KubeconfigContextsSettingsPage(UserSettingsAccess preferences) {
        super("settings-contexts", MESSAGES.text("contexts.title"), MESSAGES.text("contexts.about"));
        this.preferences = preferences;
        everywhere.setOnAction(event -> preferences.change(SettingsFileEdit.setReadOnly(everywhere.isSelected())));
        addRows(createRow(MESSAGES.text("contexts.all"), MESSAGES.text("contexts.allHelp"), everywhere), rows);
    }

    @Override
    void show(SettingsScreenState state) {
        displayedState = Optional.of(state);
        everywhere.setSelected(state.settings().settings().readOnly());
        parts.show(state.clusters().contexts().stream()
                .filter(listedContext -> listedContext.mark() != OpenableClusterList.ClusterPurposeMark.DEMO)
                .map(ListedKubeconfigContext::name).toList());
        for (var cardNode : rows.getChildren()) {
            if (cardNode.getUserData() instanceof ContextSettingsCardUpdater shows) {
                shows.show(state.settings().settings());
            }
        }
    }

    /** Card with the settings of one context. */
    @FunctionalInterface
    private interface ContextSettingsCardUpdater {
        void show(UserSettings settings);
    }

    private VBox contextCard(String name) {
        var server = displayedState.stream().flatMap(state -> state.clusters().contexts().stream())
                .filter(listedContext -> listedContext.name().equals(name)).map(ListedKubeconfigContext::server)
                .findFirst().orElse("");
        var kind = new SettingChoiceRow<>("settings-kind-" + name, List.of(ClusterPurpose.values()),
                (Consumer<ClusterPurpose>) selectedClusterEnvironmentKind -> preferences
                        .change(SettingsFileEdit.setContextKind(name, selectedClusterEnvironmentKind)));
        var colour = new ColorSwatches("settings-colour-" + name, selectedContextColour -> preferences
                .change(SettingsFileEdit.setContextColor(name, selectedContextColour)));
        var refused = new CheckBox(MESSAGES.text("contexts.readOnly"));
        refused.setId("settings-readonly-" + name);
        refused.setMinWidth(Region.USE_PREF_SIZE);
        refused.setOnAction(
                event -> preferences.change(SettingsFileEdit.setContextReadOnly(name, refused.isSelected())));
        var title = LayoutBoxFactory.baselineRow(12, TextLabelFactory.label(name, "strong"),
                TextLabelFactory.shrinkable(server, "small", "muted"));
        var choices = new FlowPane(24, 8, kind.node(), colour.node(), refused);
        var card = LayoutBoxFactory.withStyle(new VBox(8, title, choices), "settings-card");
        card.setUserData((ContextSettingsCardUpdater) settings -> {
            var savedSettings = settings.forContext(name);
            kind.show(savedSettings.kindOrPlain());
            colour.showColor(Optional.ofNullable(savedSettings.colour()));
            refused.setSelected(savedSettings.readOnly());
        });
        return card;
    }

    /** Colours to choose from, each with its name, and no colour. */
    private static final class ColorSwatches {

        private final HBox node = new HBox(4);

        /** @param wanted is given the colour; null for none in particular */
        ColorSwatches(String id, Consumer<@Nullable ClusterContextColor> wanted) {
            node.setAlignment(Pos.CENTER_LEFT);
            Stream.concat(Stream.of(Optional.<ClusterContextColor>empty()),
                    Arrays.stream(ClusterContextColor.values()).map(Optional::of))
                    .forEach(colour -> node.getChildren().add(colorSwatch(id, colour, wanted)));
        }

        private static ToggleButton colorSwatch(String id, Optional<ClusterContextColor> colour,
                Consumer<@Nullable ClusterContextColor> wanted) {
            var name = colour.map(contextColour -> contextColour.name().toLowerCase(Locale.ROOT)).orElse("usual");
            var button = new ToggleButton();
            if (colour.isPresent()) {
                var mark = LayoutBoxFactory.withStyle(new Region(), "context-mark", "colour-" + name);
                button.setGraphic(mark);
            } else {
                button.setText(MESSAGES.text("contexts.defaultColor"));
            }
            button.setId(id + "-" + name);
            button.setUserData(colour);
            button.setAccessibleText(MESSAGES.text("contexts.color", colour));
            button.setTooltip(new Tooltip(MESSAGES.text("contexts.colorHelp", colour)));
            button.getStyleClass().addAll("flat", "swatch");
            button.setOnAction(event -> {
                button.setSelected(true);
                wanted.accept(colour.orElse(null));
            });
            return button;
        }

        Node node() {
            return node;
        }

        void showColor(Optional<ClusterContextColor> settled) {
            for (var child : node.getChildren()) {
                ((ToggleButton) child).setSelected(settled.equals(child.getUserData()));
            }
        }
    }
}
