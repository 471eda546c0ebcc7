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
import tessera.settings.Edit;
import tessera.settings.Settings;
import tessera.ui.Clusters;
import tessera.ui.Clusters.Context;
import tessera.ui.Preferences;
import tessera.ui.kit.Parts;
import tessera.ui.kit.Texts;

/** How each context is marked, and where changes are refused. */
final class ContextsPage implements Page {

    private final Preferences preferences;
    private final CheckBox everywhere = new CheckBox("Refuse changes");
    private final VBox rows = new VBox(12);
    private final Parts<String> parts = new Parts<>(rows.getChildren(), this::card);
    private final VBox node;
    private Optional<SettingsState> shown = Optional.empty();

    ContextsPage(Preferences preferences) {
        this.preferences = preferences;
        everywhere.setId("settings-readonly-everywhere");
        everywhere.setOnAction(event -> preferences.change(Edit.readOnly(everywhere.isSelected())));
        node = Row.page("settings-contexts", title(),
                "What is set here holds at once, in the cluster that is open, too.",
                Row.of("Every cluster", "Where set, nothing that this program sends can change any of them.",
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
        everywhere.setSelected(state.settled().settings().readOnly());
        parts.show(state.clusters().contexts().stream().filter(context -> context.kind() != Clusters.Kind.DEMO)
                .map(Context::name).toList());
        for (var card : rows.getChildren()) {
            if (card.getUserData() instanceof Card shows) {
                shows.show(state.settled().settings());
            }
        }
    }

    /** What shows the settings of one context. */
    @FunctionalInterface
    private interface Card {
        void show(Settings settings);
    }

    private VBox card(String name) {
        var server = shown.stream().flatMap(state -> state.clusters().contexts().stream())
                .filter(context -> context.name().equals(name)).map(Context::server).findFirst().orElse("");
        var kind = new Choice<>("settings-kind-" + name, List.of(ContextKind.values()),
                (Consumer<ContextKind>) chosen -> preferences.change(Edit.kind(name, chosen)));
        var colour = new Swatches("settings-colour-" + name,
                chosen -> preferences.change(Edit.colour(name, chosen)));
        var refused = new CheckBox("Refuse changes");
        refused.setId("settings-readonly-" + name);
        refused.setMinWidth(Region.USE_PREF_SIZE);
        refused.setOnAction(event -> preferences.change(Edit.readOnly(name, refused.isSelected())));
        var title = new HBox(12, Texts.label(name, "strong"), Texts.yielding(server, "small", "muted"));
        title.setAlignment(Pos.BASELINE_LEFT);
        var choices = new FlowPane(24, 8, kind.node(), colour.node(), refused);
        var card = new VBox(8, title, choices);
        card.getStyleClass().add("settings-card");
        card.setUserData((Card) settings -> {
            var settled = settings.forContext(name);
            kind.show(settled.kindOrPlain());
            colour.show(Optional.ofNullable(settled.colour()));
            refused.setSelected(settled.readOnly());
        });
        return card;
    }
}
