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
import tessera.settings.NamedPrometheus;
import tessera.settings.Settings;
import tessera.settings.SettingsEdit;
import tessera.ui.ClusterList;
import tessera.ui.ClusterList.Context;
import tessera.ui.UserPreferences;
import tessera.ui.kit.InlineParts;
import tessera.ui.kit.NodeVisibility;
import tessera.ui.kit.SelectableText;

/** Settings page of each context's Prometheus. */
final class MetricsPage implements SettingsPage {

    private final UserPreferences preferences;
    private final VBox rows = new VBox(12);
    private final InlineParts<String> parts = new InlineParts<>(rows.getChildren(), this::metricsCard);
    private final VBox node;

    MetricsPage(UserPreferences preferences) {
        this.preferences = preferences;
        node = SettingRow.createPage("settings-metrics", title(),
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
        parts.show(
                state.clusters().contexts().stream().filter(context -> context.mark() != ClusterList.ClusterMark.DEMO)
                        .map(Context::name).toList());
        rows.getChildren().forEach(card -> ((MetricsCard) Objects.requireNonNull(card.getUserData()))
                .show(state.settings().settings()));
    }

    /** Card with the settings of one context. */
    @FunctionalInterface
    private interface MetricsCard {
        void show(Settings settings);
    }

    /** One setting of a Prometheus. */
    private record PrometheusTerm(String name, String title, String prompt,
            Function<NamedPrometheus, @Nullable String> reader) {}

    private static final List<PrometheusTerm> TERMS = List.of(
            new PrometheusTerm("url", "URL", "found in the cluster", NamedPrometheus::url),
            new PrometheusTerm("tokenFile", "Token in file", "", NamedPrometheus::tokenFile),
            new PrometheusTerm("user", "User", "", NamedPrometheus::user),
            new PrometheusTerm("passwordFile", "Password in file", "", NamedPrometheus::passwordFile),
            new PrometheusTerm("authority", "Authority file", "those this machine trusts",
                    NamedPrometheus::authorityFile),
            new PrometheusTerm("certificate", "Certificate file", "", NamedPrometheus::certificateFile),
            new PrometheusTerm("key", "Key file", "", NamedPrometheus::keyFile),
            new PrometheusTerm("tenant", "Tenant", "", NamedPrometheus::tenant));

    private VBox metricsCard(String name) {
        var grid = new GridPane(12, 8);
        for (int column = 0; column < 4; column++) {
            var constraints = new ColumnConstraints();
            constraints.setHgrow(column % 2 == 0 ? Priority.NEVER : Priority.ALWAYS);
            grid.getColumnConstraints().add(constraints);
        }
        var entries = TERMS.stream()
                .map(term -> new SettingField("settings-prometheus-%s-%s".formatted(term.name(), name),
                        term.prompt(),
                        text -> preferences.change(SettingsEdit.setPrometheusField(name, term.name(), text))))
                .toList();
        for (int i = 0; i < entries.size(); i++) {
            grid.add(SelectableText.label(TERMS.get(i).title(), "small", "muted"), i % 2 * 2, i / 2);
            grid.add(entries.get(i).node(), i % 2 * 2 + 1, i / 2);
        }
        var complaint = SelectableText.wrapped("", "small", "warn-text");
        var card = new VBox(8, SelectableText.label(name, "strong"), grid, complaint);
        card.getStyleClass().add("settings-card");
        card.setUserData((MetricsCard) settings -> {
            var named = settings.forContext(name).configuredPrometheus();
            for (int i = 0; i < entries.size(); i++) {
                entries.get(i).show(named.map(TERMS.get(i).reader()).orElse(""));
            }
            showProblem(complaint, named.flatMap(NamedPrometheus::configurationProblem).orElse(""));
        });
        return card;
    }

    private static void showProblem(Label label, String text) {
        label.setText(text);
        NodeVisibility.setShown(label, !text.isEmpty());
    }
}
