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
import tessera.settings.ClusterEnvironmentKind;
import tessera.settings.Settings;
import tessera.settings.SingleSettingChange;
import tessera.ui.OpenableClusterList;
import tessera.ui.OpenableClusterList.ListedContext;
import tessera.ui.UserSettingsAccess;
import tessera.ui.kit.InlineValueNodeUpdater;
import tessera.ui.kit.SelectableText;

/** Settings page of the contexts: colour marks and read-only mode. */
final class KubeconfigContextsSettingsPage implements SettingsSection {

    private final UserSettingsAccess preferences;
    private final CheckBox everywhere = new CheckBox("Refuse changes");
    private final VBox rows = new VBox(12);
    private final InlineValueNodeUpdater<String> parts = new InlineValueNodeUpdater<>(rows.getChildren(),
            this::contextCard);
    private final VBox node;
    private Optional<SettingsScreenState> shown = Optional.empty();

    KubeconfigContextsSettingsPage(UserSettingsAccess preferences) {
        this.preferences = preferences;
        everywhere.setId("settings-readonly-everywhere");
        everywhere.setOnAction(event -> preferences.change(SingleSettingChange.setReadOnly(everywhere.isSelected())));
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
    public void show(SettingsScreenState state) {
        shown = Optional.of(state);
        everywhere.setSelected(state.settings().settings().readOnly());
        parts.show(
                state.clusters().contexts().stream()
                        .filter(listedContext -> listedContext.mark() != OpenableClusterList.ClusterColorMark.DEMO)
                        .map(ListedContext::name).toList());
        for (var card : rows.getChildren()) {
            if (card.getUserData() instanceof ContextSettingsCard shows) {
                shows.show(state.settings().settings());
            }
        }
    }

    /** Card with the settings of one context. */
    @FunctionalInterface
    private interface ContextSettingsCard {
        void show(Settings settings);
    }

    private VBox contextCard(String name) {
        var server = shown.stream().flatMap(state -> state.clusters().contexts().stream())
                .filter(listedContext -> listedContext.name().equals(name)).map(ListedContext::server).findFirst()
                .orElse("");
        var kind = new SettingChoiceRow<>("settings-kind-" + name, List.of(ClusterEnvironmentKind.values()),
                (Consumer<ClusterEnvironmentKind>) chosen -> preferences
                        .change(SingleSettingChange.setContextKind(name, chosen)));
        var colour = new ColorSwatches("settings-colour-" + name,
                chosen -> preferences.change(SingleSettingChange.setContextColour(name, chosen)));
        var refused = new CheckBox("Refuse changes");
        refused.setId("settings-readonly-" + name);
        refused.setMinWidth(Region.USE_PREF_SIZE);
        refused.setOnAction(
                event -> preferences.change(SingleSettingChange.setContextReadOnly(name, refused.isSelected())));
        var title = new HBox(12, SelectableText.label(name, "strong"),
                SelectableText.shrinkable(server, "small", "muted"));
        title.setAlignment(Pos.BASELINE_LEFT);
        var choices = new FlowPane(24, 8, kind.node(), colour.node(), refused);
        var card = new VBox(8, title, choices);
        card.getStyleClass().add("settings-card");
        card.setUserData((ContextSettingsCard) settings -> {
            var settled = settings.forContext(name);
            kind.show(settled.kindOrPlain());
            colour.showColor(Optional.ofNullable(settled.colour()));
            refused.setSelected(settled.readOnly());
        });
        return card;
    }
}
