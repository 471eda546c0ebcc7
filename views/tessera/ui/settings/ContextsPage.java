package tessera.ui.settings;

import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import tessera.settings.ContextKind;
import tessera.settings.Settings;
import tessera.settings.SettingsEdit;
import tessera.ui.ClusterList;
import tessera.ui.ClusterList.Context;
import tessera.ui.UserPreferences;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.SelectableText;

/** Settings page of the contexts: colour marks and read-only mode. */
final class ContextsPage implements SettingsPage {

    private final UserPreferences preferences;
    private final CheckBox everywhere = new CheckBox("Refuse changes");
    private final VBox rows = new VBox(12);
    private final InlineParts<String> parts = new InlineParts<>(rows.getChildren(), this::contextCard);
    private final VBox node;
    private Optional<SettingsState> shown = Optional.empty();

    ContextsPage(UserPreferences preferences) {
        this.preferences = preferences;
        everywhere.setId("settings-readonly-everywhere");
        everywhere.setOnAction(event -> preferences.change(SettingsEdit.setReadOnly(everywhere.isSelected())));
        node = SettingRow.createPage("settings-contexts", title(),
                "What is set here holds at once, in the cluster that is open, too.",
                SettingRow.createRow("Every cluster",
                        "Where set, nothing that this program sends can change any of them.",
                        everywhere),
                rows);
    }

    @Override
    public String title() {
        return "Contexts";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsState state) {
        shown = Optional.of(state);
        everywhere.setSelected(state.settings().settings().readOnly());
        parts.show(
                state.clusters().contexts().stream().filter(context -> context.mark() != ClusterList.ClusterMark.DEMO)
                        .map(Context::name).toList());
        for (var card : rows.getChildren()) {
            if (card.getUserData() instanceof ContextCard shows) {
                shows.show(state.settings().settings());
            }
        }
    }

    /** Card with the settings of one context. */
    @FunctionalInterface
    private interface ContextCard {
        void show(Settings settings);
    }

    private VBox contextCard(String name) {
        var server = shown.stream().flatMap(state -> state.clusters().contexts().stream())
                .filter(context -> context.name().equals(name)).map(Context::server).findFirst().orElse("");
        var kind = new SettingChoice<>("settings-kind-" + name, List.of(ContextKind.values()),
                (Consumer<ContextKind>) chosen -> preferences.change(SettingsEdit.setContextKind(name, chosen)));
        var colour = new ColorSwatches("settings-colour-" + name,
                chosen -> preferences.change(SettingsEdit.setContextColour(name, chosen)));
        var refused = new CheckBox("Refuse changes");
        refused.setId("settings-readonly-" + name);
        refused.setMinWidth(Region.USE_PREF_SIZE);
        refused.setOnAction(event -> preferences.change(SettingsEdit.setContextReadOnly(name, refused.isSelected())));
        var title = new HBox(12, SelectableText.label(name, "strong"),
                SelectableText.shrinkable(server, "small", "muted"));
        title.setAlignment(Pos.BASELINE_LEFT);
        var choices = new FlowPane(24, 8, kind.node(), colour.node(), refused);
        var card = new VBox(8, title, choices);
        card.getStyleClass().add("settings-card");
        card.setUserData((ContextCard) settings -> {
            var settled = settings.forContext(name);
            kind.show(settled.kindOrPlain());
            colour.showColor(Optional.ofNullable(settled.colour()));
            refused.setSelected(settled.readOnly());
        });
        return card;
    }
}
