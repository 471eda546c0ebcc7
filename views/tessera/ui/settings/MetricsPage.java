package tessera.ui.settings;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import tessera.settings.Edit;
import tessera.settings.NamedPrometheus;
import tessera.settings.Settings;
import tessera.ui.Clusters;
import tessera.ui.Clusters.Context;
import tessera.ui.Preferences;
import tessera.ui.kit.Parts;
import tessera.ui.kit.Presence;
import tessera.ui.kit.Texts;

/** Which Prometheus is asked about each context. */
final class MetricsPage implements Page {

    private final Preferences preferences;
    private final VBox rows = new VBox(12);
    private final Parts<String> parts = new Parts<>(rows.getChildren(), this::card);
    private final VBox node;

    MetricsPage(Preferences preferences) {
        this.preferences = preferences;
        node = Row.page("settings-metrics", title(),
                "GPUs are read from the exporters of each cluster, and from a Prometheus where there is one: the one that is "
                        + "found in the cluster, or the one that is named here. Holds for the cluster that is opened next.",
                rows);
    }

    @Override
    public String title() {
        return "Metrics";
    }

    @Override
    public Node node() {
        return node;
    }

    @Override
    public void show(SettingsState state) {
        parts.show(state.clusters().contexts().stream().filter(context -> context.kind() != Clusters.Kind.DEMO)
                .map(Context::name).toList());
        rows.getChildren().forEach(card -> ((Card) Objects.requireNonNull(card.getUserData()))
                .show(state.settled().settings()));
    }

    /** What shows the settings of one context. */
    @FunctionalInterface
    private interface Card {
        void show(Settings settings);
    }

    /** One term of a Prometheus. */
    private record Term(String name, String title, String prompt, Function<NamedPrometheus, @Nullable String> of) {}

    private static final List<Term> TERMS = List.of(
            new Term("url", "URL", "found in the cluster", NamedPrometheus::url),
            new Term("tokenFile", "Token in file", "", NamedPrometheus::tokenFile),
            new Term("user", "User", "", NamedPrometheus::user),
            new Term("passwordFile", "Password in file", "", NamedPrometheus::passwordFile),
            new Term("authority", "Authority file", "those this machine trusts", NamedPrometheus::authority),
            new Term("certificate", "Certificate file", "", NamedPrometheus::certificate),
            new Term("key", "Key file", "", NamedPrometheus::key),
            new Term("tenant", "Tenant", "", NamedPrometheus::tenant));

    private VBox card(String name) {
        var grid = new GridPane(12, 8);
        for (int column = 0; column < 4; column++) {
            var constraints = new ColumnConstraints();
            constraints.setHgrow(column % 2 == 0 ? Priority.NEVER : Priority.ALWAYS);
            grid.getColumnConstraints().add(constraints);
        }
        var entries = TERMS.stream().map(term -> new Entry("settings-prometheus-%s-%s".formatted(term.name(), name),
                term.prompt(), text -> preferences.change(Edit.prometheus(name, term.name(), text)))).toList();
        for (int i = 0; i < entries.size(); i++) {
            grid.add(Texts.label(TERMS.get(i).title(), "small", "muted"), i % 2 * 2, i / 2);
            grid.add(entries.get(i).node(), i % 2 * 2 + 1, i / 2);
        }
        var complaint = Texts.wrapped("", "small", "warn-text");
        var card = new VBox(8, Texts.label(name, "strong"), grid, complaint);
        card.getStyleClass().add("settings-card");
        card.setUserData((Card) settings -> {
            var named = settings.forContext(name).named();
            for (int i = 0; i < entries.size(); i++) {
                entries.get(i).show(named.map(TERMS.get(i).of()).orElse(""));
            }
            complain(complaint, named.flatMap(NamedPrometheus::complaint).orElse(""));
        });
        return card;
    }

    private static void complain(Label label, String words) {
        label.setText(words);
        Presence.of(label, !words.isEmpty());
    }
}
